// Any bytes as a text for byte-level BPE, which must come back as it was.
#include "tokenizer_support.h"

extern "C" int LLVMFuzzerTestOneInput(const uint8_t* data, size_t size) {
  static const wembed::Tokenizer tokenizer = wembed::fuzz::load(wembed::fuzz::byte_level_bpe());
  static wembed::Tokenizer::Workspace workspace;
  const std::string_view text{reinterpret_cast<const char*>(data), size};
  wembed::fuzz::check_text(tokenizer, text, workspace);
  wembed::Encoding encoding;
  tokenizer.encode(text, {}, workspace, encoding);
  std::string valid;
  for (size_t at = 0; at < text.size();) {
    const wembed::CodePoint point = wembed::code_point_at(text, at);
    wembed::append_utf8(point.value, valid);
    at += point.size;
  }
  if (tokenizer.decode(encoding.ids, false) != valid) std::abort();
  return 0;
}
