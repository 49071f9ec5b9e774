// Text to token ids and back, as a tokenizer.json describes it.
#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "base/result.h"
#include "tokenize/aligned_text.h"
#include "tokenize/normalizer.h"
#include "tokenize/unigram.h"

namespace wembed {

// The tokens of a text, one entry each in every list.
struct Encoding {
  std::vector<int32_t> ids;
  std::vector<int32_t> type_ids;
  std::vector<uint32_t> starts, ends;  // [start, end) in the text as given, in UTF-16 code units
  std::vector<uint8_t> special;        // 1 for tokens that the post-processor or padding added
  std::vector<int32_t> word_ids;       // which word of the pre-tokenizer; -1 for none
  std::vector<uint8_t> attention_mask;
  bool truncated = false;  // the text had more tokens than max_length

  void clear();
};

struct EncodeOptions {
  bool add_special_tokens = true;
  bool offsets = true;    // false: `starts`, `ends` and `word_ids` stay empty
  size_t max_length = 0;  // tokens; 0: no limit. What is beyond it at the end of the text is cut off.
};

// Immutable after load: any number of callers may share one, each with a workspace of its own.
class Tokenizer {
 public:
  // Scratch memory of one caller; grows to the longest text seen and stays.
  struct Workspace {
    AlignedText text;
    NormalizerWorkspace normalizer;
    UnigramWorkspace unigram;
    std::vector<Piece> pieces;
    std::vector<uint32_t> utf16;  // of each byte of the text, where it is not ASCII
  };

  // Reads tokenizer.json (the schema of https://github.com/huggingface/tokenizers). A component or a setting
  // that wembed lacks is an error that names it.
  static Result<Tokenizer> load(std::span<const uint8_t> tokenizer_json);

  // text: UTF-8; bytes that are not count as U+FFFD. Time and memory are linear in it.
  void encode(std::string_view text, const EncodeOptions& options, Workspace& workspace, Encoding& out) const;

  // Ids without a token are left out.
  std::string decode(std::span<const int32_t> ids, bool skip_special_tokens) const;

  size_t vocab_size() const { return model_.vocab_size(); }
  std::optional<int32_t> token_to_id(std::string_view token) const { return model_.id_of(token); }
  std::string_view id_to_token(int32_t id) const;  // empty: there is none

 private:
  Normalizer normalizer_;
  Unigram model_;
  std::string replacement_;     // the decoder turns it into a space
  bool strips_prefix_ = false;  // and leaves the first one out
};

}  // namespace wembed
