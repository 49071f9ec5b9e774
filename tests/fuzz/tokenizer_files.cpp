// Arbitrary bytes as vocab.txt, and as vocab.json, merges.txt and tokenizer_config.json with NUL between
// them.
#include <algorithm>

#include "tokenizer_checks.h"

using namespace wembed;

namespace {

std::string_view take_part(std::string_view& rest) {
  const std::string_view part = rest.substr(0, rest.find('\0'));
  rest.remove_prefix(std::min(rest.size(), part.size() + 1));
  return part;
}

void check(const Result<Tokenizer>& tokenizer, std::string_view text) {
  if (tokenizer.ok()) {
    Tokenizer::Workspace workspace;
    fuzz::check_text(tokenizer.value(), text, workspace);
  } else {
    fuzz::require(!tokenizer.error().message.empty());
  }
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const uint8_t* data, size_t size) {
  const std::string_view input = fuzz::text_of({data, size});
  std::string_view rest = input;
  const auto first = fuzz::bytes_of(take_part(rest)), second = fuzz::bytes_of(take_part(rest));
  const auto config = fuzz::bytes_of(rest);
  check(Tokenizer::load_vocab_txt(first, config), input);
  check(Tokenizer::load_vocab_merges(first, second, config), input);
  return 0;
}
