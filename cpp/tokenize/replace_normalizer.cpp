// Copies what is between matches.
#include "tokenize/replace_normalizer.h"

#include <utility>

namespace wembed {

Result<Pattern> read_pattern(const JsonObject& step) {
  WEMBED_TRY(pattern, step.object("pattern"));
  WEMBED_TRY(known, pattern.only({"String", "Regex"}));
  if (pattern.has("String")) {
    WEMBED_TRY(text, pattern.string("String"));
    if (text.empty()) return step.error("pattern.String", "is empty");
    return Pattern(std::string(text));
  }
  WEMBED_TRY(expression, pattern.string("Regex"));
  auto regex = Regex::compile(expression);
  if (!regex.ok()) {
    return Error{regex.error().code,
                 step.error("pattern.Regex", "cannot be used: " + regex.error().message).message};
  }
  return Pattern(std::move(regex.value()));
}

// The Rust library gives a replacement the origin of the last character that it replaces.
void apply_step(const ReplaceNormalizer& step, AlignedText& text, NormalizerWorkspace& workspace) {
  const std::string_view source = text.text;
  Rewriter writer(text, workspace.next);
  size_t copied = 0;
  bool changed = false;
  for_each_match(step.pattern, source, workspace.regex, [&](size_t begin, size_t end) {
    writer.copy(copied, begin);
    if (end == 0) {
      writer.put_first(step.content);
    } else {
      writer.put(step.content, end - 1);
    }
    copied = end;
    changed = true;
  });
  if (!changed) return;
  writer.copy(copied, source.size());
  std::swap(text, workspace.next);
}

}  // namespace wembed
