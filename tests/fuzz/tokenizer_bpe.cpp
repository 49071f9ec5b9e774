// Any bytes as a text for byte-level BPE, which must come back as it was.
#include "tokenizer_support.h"

extern "C" int LLVMFuzzerTestOneInput(const uint8_t* data, size_t size) {
  static const wembed::Tokenizer tokenizer = wembed::fuzz::load(wembed::fuzz::byte_level_bpe());
  static wembed::Tokenizer::Workspace workspace;
  const std::string_view text = wembed::fuzz::text_of({data, size});
  wembed::fuzz::check_text(tokenizer, text, workspace);
  wembed::Encoding encoding;
  tokenizer.encode(text, {}, workspace, encoding);
  wembed::fuzz::require(tokenizer.decode(encoding.ids, false) == wembed::fuzz::as_utf8(text));
  return 0;
}
