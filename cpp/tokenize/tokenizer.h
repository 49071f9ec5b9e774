// Text to token ids and back, as a tokenizer.json describes it.
#pragma once

#include <array>
#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "base/result.h"
#include "tokenize/added_tokens.h"
#include "tokenize/decoder.h"
#include "tokenize/encoding.h"
#include "tokenize/model.h"
#include "tokenize/normalizer.h"
#include "tokenize/post_processor.h"
#include "tokenize/pre_tokenizer.h"

namespace wembed {

enum class TruncationStrategy : uint8_t { longest_first, only_first, only_second };

struct Truncation {
  size_t max_length = 512;  // tokens, specials included
  TruncationStrategy strategy = TruncationStrategy::longest_first;
  size_t stride = 0;  // tokens that neighbouring overflowing pieces share
  Side side = Side::right;
};

struct EncodeOptions {
  bool add_special_tokens = true;
  bool offsets = true;    // false: `starts`, `ends` and `word_ids` stay empty
  size_t max_length = 0;  // tokens, specials included; 0: as tokenizer.json says
  bool overflow = false;  // what is cut off comes as `overflowing`
  bool padding = false;   // as tokenizer.json says
};

// Immutable after load: any number of callers may share one, each with a workspace of its own.
class Tokenizer {
 public:
  // Scratch memory of one caller; grows to the longest text seen and stays. Words that were seen before are
  // remembered in it.
  struct Workspace {
    std::string sanitized;
    AlignedText text, whole;
    std::vector<AddedPiece> raw_pieces, pieces;
    std::vector<Span> words;
    std::vector<WordToken> tokens;
    NormalizerWorkspace normalizer;
    PreTokenizerWorkspace pre_tokenizer;
    ModelWorkspace model;
    std::array<Encoding, 2> texts;
  };

  // Reads tokenizer.json (the schema of https://github.com/huggingface/tokenizers, version 0.22). A component
  // or a setting that wembed lacks is an error that names it.
  static Result<Tokenizer> load(std::span<const uint8_t> tokenizer_json);

  // Reads what older models have instead: BERT's vocab.txt, or GPT-2's and RoBERTa's vocab.json and
  // merges.txt. tokenizer_config: tokenizer_config.json; may be empty.
  static Result<Tokenizer> load_vocab_txt(std::span<const uint8_t> vocab_txt,
                                          std::span<const uint8_t> tokenizer_config);
  static Result<Tokenizer> load_vocab_merges(std::span<const uint8_t> vocab_json,
                                             std::span<const uint8_t> merges_txt,
                                             std::span<const uint8_t> tokenizer_config);

  // text: UTF-8; bytes that are not count as U+FFFD. Time and memory are linear in it. Where the truncation
  // strategy cannot be followed (only the second text is to be cut, and there is none), nothing is cut off.
  void encode(std::string_view text, const EncodeOptions& options, Workspace& workspace, Encoding& out) const;

  // Two texts as one. An error where the truncation strategy cannot be followed.
  Result<Done> encode_pair(std::string_view first, std::string_view second, const EncodeOptions& options,
                           Workspace& workspace, Encoding& out) const;

  // Pads a batch as tokenizer.json says: to a fixed length, or to the longest.
  void pad_batch(std::span<Encoding> batch) const;

  // Ids without a token are left out.
  std::string decode(std::span<const int32_t> ids, bool skip_special_tokens) const;

  // Tokens added to those that are there; see AddedTokens::add.
  void add_tokens(std::span<const AddedToken> tokens);

  size_t vocab_size() const;  // added tokens included
  std::optional<int32_t> token_to_id(std::string_view token) const;
  std::string_view id_to_token(int32_t id) const;  // empty: there is none
  bool is_special(int32_t id) const;               // left out by decode, if that is asked for

  const std::optional<Truncation>& truncation() const { return truncation_; }
  const std::optional<Padding>& padding() const { return padding_; }

 private:
  explicit Tokenizer(Model model) : model_(std::move(model)) {}

  // The tokens of one text, without what the post-processor adds; stops early once there are `limit`.
  void encode_text(std::string_view text, const EncodeOptions& options, size_t limit, Workspace& workspace,
                   Encoding& out) const;
  void encode_part(std::string_view original, const AddedPiece& part, bool offsets, size_t limit,
                   Workspace& workspace, int32_t& word, Encoding& out) const;
  void encode_words(bool offsets, size_t limit, Workspace& workspace, int32_t& word, Encoding& out) const;
  Result<Done> finish(const std::optional<Truncation>& truncation, const EncodeOptions& options,
                      std::span<Encoding> texts, Encoding& out) const;
  std::optional<Truncation> truncation_for(const EncodeOptions& options) const;

  Normalizer normalizer_;
  PreTokenizer pre_tokenizer_;
  Model model_;
  PostProcessor post_processor_;
  Decoder decoder_;
  AddedTokens added_tokens_;
  std::optional<Truncation> truncation_;
  std::optional<Padding> padding_;
};

}  // namespace wembed
