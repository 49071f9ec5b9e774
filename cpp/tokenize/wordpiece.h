// The WordPiece model: the longest token first (Wu et al. 2016, arXiv 1609.08144), and WordLevel: whole
// words.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "base/result.h"
#include "io/json.h"
#include "tokenize/byte_trie.h"
#include "tokenize/vocabulary.h"
#include "tokenize/word_cache.h"

namespace wembed {

struct WordPieceSettings {
  std::string unk_token = "[UNK]";
  std::string continuing_subword_prefix = "##";
  size_t max_input_chars_per_word = 100;  // longer words are unknown
};

class WordPiece {
 public:
  // Reads the "model" of a tokenizer.json.
  static Result<WordPiece> read(const JsonObject& model);
  static Result<WordPiece> make(Vocabulary vocabulary, WordPieceSettings settings);

  // Appends the tokens of the bytes [begin, end) of a text: the unknown token where they cannot be cut.
  void tokenize(std::string_view text, size_t begin, size_t end, WordCache& cache,
                std::vector<WordToken>& scratch, std::vector<WordToken>& out) const;

  const Vocabulary& vocabulary() const { return vocabulary_; }

 private:
  void compute(std::string_view word, std::vector<WordToken>& tokens) const;

  Vocabulary vocabulary_;
  WordPieceSettings settings_;
  ByteTrie trie_;
  int32_t unknown_ = 0;
  int32_t continuation_ = ByteTrie::none;  // the trie's node behind the prefix
};

class WordLevel {
 public:
  static Result<WordLevel> read(const JsonObject& model);

  void tokenize(std::string_view text, size_t begin, size_t end, std::vector<WordToken>& out) const;

  const Vocabulary& vocabulary() const { return vocabulary_; }

 private:
  Vocabulary vocabulary_;
  int32_t unknown_ = 0;
};

}  // namespace wembed
