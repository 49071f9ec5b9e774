// Any bytes as a text for this kind of tokenizer.
#include "tokenizer_support.h"

extern "C" int LLVMFuzzerTestOneInput(const uint8_t* data, size_t size) {
  static const wembed::Tokenizer tokenizer = wembed::fuzz::load(wembed::fuzz::word_level());
  static wembed::Tokenizer::Workspace workspace;
  wembed::fuzz::check_text(tokenizer, wembed::fuzz::text_of({data, size}), workspace);
  return 0;
}
