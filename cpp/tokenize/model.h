// The model stage of tokenizer.json: words to tokens.
#pragma once

#include <variant>
#include <vector>

#include "base/result.h"
#include "io/json.h"
#include "tokenize/bpe.h"
#include "tokenize/split.h"
#include "tokenize/unigram.h"
#include "tokenize/vocabulary.h"
#include "tokenize/word_cache.h"
#include "tokenize/wordpiece.h"

namespace wembed {

// Scratch memory, kept between texts.
struct ModelWorkspace {
  BpeWorkspace bpe;
  UnigramWorkspace unigram;
  WordCache cache;
};

class Model {
 public:
  // Reads the "model" of a tokenizer.json. reads_bytes: words come as bytes, though the vocabulary is written
  // in byte_level.h's alphabet; BPE only.
  static Result<Model> read(const JsonObject& tokenizer, bool reads_bytes);

  explicit Model(Bpe model) : kind_(std::move(model)) {}
  explicit Model(WordPiece model) : kind_(std::move(model)) {}
  explicit Model(Unigram model) : kind_(std::move(model)) {}
  explicit Model(WordLevel model) : kind_(std::move(model)) {}

  const Vocabulary& vocabulary() const {
    return std::visit([](const auto& kind) -> const Vocabulary& { return kind.vocabulary(); }, kind_);
  }

  // Calls `done(word)` behind each word. Appends the tokens of the words, and stops once there are `limit`.
  template <class AfterWord>
  void tokenize(std::string_view text, std::span<const Span> words, size_t limit, ModelWorkspace& workspace,
                std::vector<WordToken>& out, AfterWord after_word) const {
    workspace.cache.serve(vocabulary().fingerprint());
    std::visit(
        [&](const auto& kind) {
          for (size_t i = 0; i < words.size() && out.size() < limit; ++i) {
            tokenize_word(kind, text, words[i], limit, workspace, out);
            after_word(i);
          }
        },
        kind_);
  }

 private:
  static void tokenize_word(const Bpe& model, std::string_view text, Span word, size_t limit,
                            ModelWorkspace& workspace, std::vector<WordToken>& out) {
    model.tokenize(text, word.begin, word.end, limit, workspace.bpe, workspace.cache, out);
  }
  static void tokenize_word(const Unigram& model, std::string_view text, Span word, size_t limit,
                            ModelWorkspace& workspace, std::vector<WordToken>& out) {
    model.tokenize(text, word.begin, word.end, limit, workspace.unigram, workspace.cache, out);
  }
  static void tokenize_word(const WordPiece& model, std::string_view text, Span word, size_t,
                            ModelWorkspace& workspace, std::vector<WordToken>& out) {
    model.tokenize(text, word.begin, word.end, workspace.cache, workspace.unigram.tokens, out);
  }
  static void tokenize_word(const WordLevel& model, std::string_view text, Span word, size_t, ModelWorkspace&,
                            std::vector<WordToken>& out) {
    model.tokenize(text, word.begin, word.end, out);
  }

  std::variant<WordPiece, Bpe, Unigram, WordLevel> kind_;
};

}  // namespace wembed
