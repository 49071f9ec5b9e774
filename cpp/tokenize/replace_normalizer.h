// Replaces a string, or what a regular expression matches.
#pragma once

#include <string>
#include <variant>

#include "base/result.h"
#include "io/json.h"
#include "text/regex.h"
#include "tokenize/char_normalizers.h"

namespace wembed {

// "pattern" of Split and Replace: {"String": ...} or {"Regex": ...}.
using Pattern = std::variant<std::string, Regex>;
Result<Pattern> read_pattern(const JsonObject& step);

struct ReplaceNormalizer {
  Pattern pattern;
  std::string content;
};

// Calls `matched(begin, end)` for each match in a text, in order.
template <class Matched>
void for_each_match(const Pattern& pattern, std::string_view text, RegexWorkspace& workspace,
                    Matched matched) {
  if (const auto* string = std::get_if<std::string>(&pattern)) {
    size_t at = text.find(*string);
    while (at != std::string_view::npos) {
      matched(at, at + string->size());
      at = text.find(*string, at + string->size());
    }
    return;
  }
  RegexMatches matches(*std::get_if<Regex>(&pattern), text, workspace);
  while (const auto match = matches.next()) matched(match->begin, match->end);
}

void apply_step(const ReplaceNormalizer& step, AlignedText& text, NormalizerWorkspace& workspace);

}  // namespace wembed
