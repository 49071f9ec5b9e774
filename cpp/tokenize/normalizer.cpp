// Reads and applies normalizers.
#include "tokenize/normalizer.h"

#include <array>
#include <optional>
#include <string>
#include <utility>

#include "tokenize/component.h"

namespace wembed {

namespace {

constexpr std::array<std::pair<std::string_view, NormalizationForm>, 4> forms{{
    {"NFC", NormalizationForm::nfc},
    {"NFD", NormalizationForm::nfd},
    {"NFKC", NormalizationForm::nfkc},
    {"NFKD", NormalizationForm::nfkd},
}};

Result<NormalizerStep> read_replace(const JsonObject& json) {
  WEMBED_TRY(known, json.only({"type", "pattern", "content"}));
  WEMBED_TRY(pattern, read_pattern(json));
  WEMBED_TRY(content, json.string("content"));
  return NormalizerStep(ReplaceNormalizer{std::move(pattern), std::string(content)});
}

Result<NormalizerStep> read_bert(const JsonObject& json) {
  WEMBED_TRY(known, json.only({"type", "clean_text", "handle_chinese_chars", "strip_accents", "lowercase"}));
  BertNormalizer step;
  WEMBED_TRY(clean_text, json.boolean("clean_text"));
  WEMBED_TRY(handle_chinese_chars, json.boolean("handle_chinese_chars"));
  WEMBED_TRY(lowercase, json.boolean("lowercase"));
  step.clean_text = clean_text;
  step.handle_chinese_chars = handle_chinese_chars;
  step.lowercase = lowercase;
  step.strip_accents = lowercase;
  if (json.has("strip_accents")) {
    WEMBED_TRY(strip_accents, json.boolean("strip_accents"));
    step.strip_accents = strip_accents;
  }
  return NormalizerStep(step);
}

Result<NormalizerStep> read_simple(const JsonObject& json, std::string_view type) {
  if (type == "BertNormalizer") return read_bert(json);
  if (type == "Replace") return read_replace(json);
  if (type == "Prepend") {
    WEMBED_TRY(known, json.only({"type", "prepend"}));
    WEMBED_TRY(prefix, json.string("prepend"));
    return NormalizerStep(PrependNormalizer{std::string(prefix)});
  }
  if (type == "Strip") {
    WEMBED_TRY(known, json.only({"type", "strip_left", "strip_right"}));
    WEMBED_TRY(left, json.boolean("strip_left"));
    WEMBED_TRY(right, json.boolean("strip_right"));
    return NormalizerStep(StripNormalizer{left, right});
  }
  if (type == "Precompiled") {
    WEMBED_TRY(known, json.only({"type", "precompiled_charsmap"}));
    WEMBED_TRY(charsmap, json.string("precompiled_charsmap"));
    auto step = PrecompiledNormalizer::read(charsmap);
    if (!step.ok()) return json.error("precompiled_charsmap", step.error().message);
    return NormalizerStep(std::move(step.value()));
  }
  std::optional<NormalizerStep> step;
  if (type == "Lowercase") step = LowercaseNormalizer{};
  if (type == "StripAccents") step = StripAccentsNormalizer{};
  if (type == "Nmt") step = NmtNormalizer{};
  if (type == "ByteLevel") step = ByteLevelNormalizer{};
  for (const auto& [name, form] : forms) {
    if (type == name) step = UnicodeNormalizer{form};
  }
  if (!step) return unknown_type(json, type, "normalizer");
  WEMBED_TRY(known, json.only({"type"}));
  return std::move(*step);
}

}  // namespace

Result<Normalizer> Normalizer::read(const JsonObject& tokenizer) {
  Normalizer normalizer;
  if (!tokenizer.has("normalizer")) return normalizer;
  WEMBED_TRY(json, tokenizer.object("normalizer"));
  WEMBED_TRY(done, read_steps(json, "normalizers", read_simple, normalizer.steps_));
  return normalizer;
}

Normalizer Normalizer::bert(BertNormalizer step) {
  Normalizer normalizer;
  normalizer.steps_.push_back(step);
  return normalizer;
}

void Normalizer::apply(AlignedText& text, NormalizerWorkspace& workspace) const {
  for (const NormalizerStep& step : steps_) {
    std::visit([&](const auto& kind) { apply_step(kind, text, workspace); }, step);
  }
}

}  // namespace wembed
