// What holds of every tokenizer and every text, checked by all fuzzers of tokenizers.
#pragma once

#include <algorithm>
#include <cstdint>
#include <span>
#include <string>
#include <string_view>

#include "text/utf16.h"
#include "text/utf8.h"
#include "tokenize/tokenizer.h"

namespace wembed::fuzz {

// Ends the run, so that the fuzzer keeps the input.
inline void require(bool holds) {
  if (!holds) __builtin_trap();
}

inline std::string_view text_of(std::span<const uint8_t> bytes) {
  return {reinterpret_cast<const char*>(bytes.data()), bytes.size()};
}
inline std::span<const uint8_t> bytes_of(std::string_view text) {
  return {reinterpret_cast<const uint8_t*>(text.data()), text.size()};
}

// A text as the tokenizer sees it: each byte that is not UTF-8 is U+FFFD.
inline std::string as_utf8(std::string_view bytes) {
  std::string text;
  for (size_t at = 0; at < bytes.size();) {
    const CodePoint point = code_point_at(bytes, at);
    append_utf8(point.value, text);
    at += point.size;
  }
  return text;
}

// Ids do not depend on offsets, nor on what was encoded before; every list is as long as the ids; offsets are
// ranges of the text; a limit holds; any ids can be decoded.
inline void check_text(const Tokenizer& tokenizer, std::string_view bytes, Tokenizer::Workspace& workspace) {
  Encoding encoding, fast, limited;
  tokenizer.encode(bytes, {}, workspace, encoding);
  tokenizer.encode(bytes, {.offsets = false}, workspace, fast);
  require(encoding.ids == fast.ids && encoding.truncated == fast.truncated);

  const size_t tokens = encoding.size();
  require(encoding.type_ids.size() == tokens && encoding.special.size() == tokens);
  require(encoding.starts.size() == tokens && encoding.ends.size() == tokens);
  require(encoding.word_ids.size() == tokens && encoding.attention_mask.size() == tokens);
  const std::string text = as_utf8(bytes);
  const uint32_t units = Utf16Cursor(text).units_before(text.size());
  for (size_t i = 0; i < tokens; ++i) {
    require(encoding.starts[i] <= encoding.ends[i] && encoding.ends[i] <= units);
  }

  constexpr size_t limit = 5;
  tokenizer.encode(bytes, {.max_length = limit, .overflow = true}, workspace, limited);
  tokenizer.encode("", {}, workspace, fast);  // special tokens, which may alone be more than the limit
  require(!limited.truncated || limited.size() <= std::max(limit, fast.size()));
  tokenizer.encode(bytes, {.max_length = limit, .overflow = true, .padding = true}, workspace, limited);
  static_cast<void>(tokenizer.encode_pair(bytes, text, {.max_length = limit}, workspace, limited));
  static_cast<void>(tokenizer.decode(encoding.ids, false));
  static_cast<void>(tokenizer.decode(encoding.ids, true));
}

}  // namespace wembed::fuzz
