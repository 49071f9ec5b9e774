// Any bytes as a regular expression and a text, with a NUL between.
#include <algorithm>
#include <cstdint>
#include <cstdlib>
#include <string>

#include "text/regex.h"
#include "text/utf8.h"

extern "C" int LLVMFuzzerTestOneInput(const uint8_t* data, size_t size) {
  const std::string_view all{reinterpret_cast<const char*>(data), size};
  const std::string_view pattern = all.substr(0, all.find('\0'));
  const std::string_view text = all.substr(std::min(all.size(), pattern.size() + 1));
  if (wembed::valid_utf8_prefix(all) != all.size() || pattern.size() > 60 || text.size() > 60) return 0;
  const auto regex = wembed::Regex::compile(pattern);
  if (!regex.ok()) return 0;
  wembed::RegexWorkspace workspace;
  wembed::RegexMatches matches(regex.value(), text, workspace);
  size_t last = 0;
  while (const auto match = matches.next()) {
    if (match->begin < last || match->end < match->begin || match->end > text.size()) std::abort();
    last = match->end;
  }
  return 0;
}
