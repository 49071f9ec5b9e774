// Reads and applies normalizers.
#include "tokenize/normalizer.h"

#include <array>
#include <utility>

#include "text/utf8.h"

namespace wembed {

namespace {

constexpr size_t max_depth = 16;  // of Sequences inside Sequences

constexpr std::array<std::pair<std::string_view, NormalizationForm>, 4> forms{{
    {"NFC", NormalizationForm::nfc},
    {"NFD", NormalizationForm::nfd},
    {"NFKC", NormalizationForm::nfkc},
    {"NFKD", NormalizationForm::nfkd},
}};

Result<NormalizerStep> read_replace(const JsonObject& json) {
  WEMBED_TRY(known, json.only({"type", "pattern", "content"}));
  WEMBED_TRY(pattern, json.object("pattern"));
  WEMBED_TRY(content, json.string("content"));
  if (!pattern.has("String")) {
    return Error{ErrorCode::unsupported_architecture,
                 json.error("pattern", "is a regular expression, which wembed cannot replace yet").message};
  }
  WEMBED_TRY(text, pattern.string("String"));
  if (text.empty()) return json.error("pattern.String", "is empty");
  return NormalizerStep(ReplaceNormalizer{std::string(text), std::string(content)});
}

Result<Done> read_step(const JsonObject& json, size_t depth, std::vector<NormalizerStep>& steps) {
  WEMBED_TRY(type, json.string("type"));
  if (type == "Sequence") {
    if (depth == max_depth) return json.error("type", "is a Sequence nested too deeply");
    WEMBED_TRY(known, json.only({"type", "normalizers"}));
    WEMBED_TRY(list, json.array("normalizers"));
    for (size_t i = 0; i < list.size(); ++i) {
      WEMBED_TRY(child, json.child("normalizers[" + std::to_string(i) + "]", list[i]));
      WEMBED_TRY(done, read_step(child, depth + 1, steps));
    }
    return Done{};
  }
  if (type == "Prepend") {
    WEMBED_TRY(known, json.only({"type", "prepend"}));
    WEMBED_TRY(prefix, json.string("prepend"));
    steps.push_back(PrependNormalizer{std::string(prefix)});
    return Done{};
  }
  if (type == "Replace") {
    WEMBED_TRY(step, read_replace(json));
    steps.push_back(std::move(step));
    return Done{};
  }
  for (const auto& [name, form] : forms) {
    if (type == name) {
      WEMBED_TRY(known, json.only({"type"}));
      steps.push_back(UnicodeNormalizer{form});
      return Done{};
    }
  }
  return Error{
      ErrorCode::unsupported_architecture,
      json.error("type", "is \"" + std::string(type) + "\", a normalizer that wembed does not have yet")
          .message};
}

// Origins follow the Rust library's rule: a code point has the origin of the source character that it stands
// for, the first one where several were composed.
void apply_step(const UnicodeNormalizer& step, AlignedText& text, NormalizerWorkspace& workspace) {
  if (is_ascii(text.text)) return;  // every form leaves ASCII alone
  workspace.points.clear();
  normalize_unicode(step.form, text.text, workspace.points);
  workspace.next.clear();
  workspace.next.tracked = text.tracked;
  for (const auto [value, origin] : workspace.points) {
    workspace.next.append(value, text.tracked ? text.origins[origin] : Origin{0, 0});
  }
  std::swap(text, workspace.next);
}

void apply_step(const PrependNormalizer& step, AlignedText& text, NormalizerWorkspace&) {
  if (text.text.empty()) return;
  text.text.insert(0, step.prefix);
  if (text.tracked) text.origins.insert(text.origins.begin(), step.prefix.size(), text.origins.front());
}

void apply_step(const ReplaceNormalizer& step, AlignedText& text, NormalizerWorkspace& workspace) {
  const std::string_view source = text.text;
  size_t found = source.find(step.pattern);
  if (found == std::string_view::npos) return;
  workspace.next.clear();
  workspace.next.tracked = text.tracked;
  size_t copied = 0;
  const auto copy_to = [&](size_t end) {
    workspace.next.text.append(source, copied, end - copied);
    if (text.tracked) {
      workspace.next.origins.insert(workspace.next.origins.end(),
                                    text.origins.begin() + static_cast<ptrdiff_t>(copied),
                                    text.origins.begin() + static_cast<ptrdiff_t>(end));
    }
  };
  for (; found != std::string_view::npos; found = source.find(step.pattern, copied)) {
    copy_to(found);
    copied = found + step.pattern.size();
    const Origin origin =
        text.tracked ? Origin{text.origins[found].begin, text.origins[copied - 1].end} : Origin{0, 0};
    workspace.next.append(step.content, origin);
  }
  copy_to(source.size());
  std::swap(text, workspace.next);
}

}  // namespace

Result<Normalizer> Normalizer::read(const JsonObject& tokenizer) {
  Normalizer normalizer;
  if (!tokenizer.has("normalizer")) return normalizer;
  WEMBED_TRY(json, tokenizer.object("normalizer"));
  WEMBED_TRY(done, read_step(json, 0, normalizer.steps_));
  return normalizer;
}

void Normalizer::apply(AlignedText& text, NormalizerWorkspace& workspace) const {
  for (const NormalizerStep& step : steps_) {
    std::visit([&](const auto& kind) { apply_step(kind, text, workspace); }, step);
  }
}

}  // namespace wembed
