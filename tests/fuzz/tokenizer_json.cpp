// Any bytes as a tokenizer.json; what loads must tokenize.
#include "tokenizer_support.h"

extern "C" int LLVMFuzzerTestOneInput(const uint8_t* data, size_t size) {
  const auto tokenizer = wembed::Tokenizer::load({data, size});
  if (!tokenizer.ok()) return 0;
  wembed::Tokenizer::Workspace workspace;
  wembed::Encoding encoding;
  for (const std::string_view text :
       {"", "a", " Hello, w\u00f6rld! 12  \n", "\u4e2d\u6587 e\u0301 \U0001f600\U0001f600", "\xff\xfe\0",
        "[CLS] aaaa"}) {
    tokenizer.value().encode(text, {}, workspace, encoding);
    tokenizer.value().encode(text, {.max_length = 3, .overflow = true, .padding = true}, workspace, encoding);
    static_cast<void>(tokenizer.value().encode_pair(text, "b", {}, workspace, encoding));
    static_cast<void>(tokenizer.value().decode(encoding.ids, true));
  }
  return 0;
}
