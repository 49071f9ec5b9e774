// Reads tokenizer.json.
#include <utility>

#include "tokenize/component.h"
#include "tokenize/tokenizer.h"

namespace wembed {

namespace {

Result<Side> read_side(const JsonObject& json) {
  WEMBED_TRY(direction, string_or(json, "direction", "Right"));
  if (direction == "Right") return Side::right;
  if (direction == "Left") return Side::left;
  return json.error("direction", "is \"" + std::string(direction) + "\": wembed knows Left and Right");
}

Result<std::optional<Truncation>> read_truncation(const JsonObject& tokenizer) {
  if (!tokenizer.has("truncation")) return std::optional<Truncation>();
  WEMBED_TRY(json, tokenizer.object("truncation"));
  WEMBED_TRY(known, json.only({"direction", "max_length", "strategy", "stride"}));
  Truncation truncation;
  WEMBED_TRY(side, read_side(json));
  WEMBED_TRY(max_length, json.size("max_length"));
  WEMBED_TRY(stride, json.size("stride"));
  WEMBED_TRY(strategy, json.string("strategy"));
  truncation.side = side;
  truncation.max_length = max_length;
  truncation.stride = stride;
  if (strategy == "OnlyFirst") {
    truncation.strategy = TruncationStrategy::only_first;
  } else if (strategy == "OnlySecond") {
    truncation.strategy = TruncationStrategy::only_second;
  } else if (strategy != "LongestFirst") {
    return json.error("strategy", "is \"" + std::string(strategy) +
                                      "\": wembed knows LongestFirst, OnlyFirst and OnlySecond");
  }
  return std::optional(truncation);
}

Result<std::optional<Padding>> read_padding(const JsonObject& tokenizer) {
  if (!tokenizer.has("padding")) return std::optional<Padding>();
  WEMBED_TRY(json, tokenizer.object("padding"));
  WEMBED_TRY(known, json.only({"strategy", "direction", "pad_to_multiple_of", "pad_id", "pad_type_id",
                               "pad_token"}));
  Padding padding;
  WEMBED_TRY(side, read_side(json));
  WEMBED_TRY(multiple, size_or(json, "pad_to_multiple_of", 0));
  WEMBED_TRY(pad_id, json.size("pad_id"));
  WEMBED_TRY(pad_type_id, json.size("pad_type_id"));
  if (pad_id >= Vocabulary::id_limit) return json.error("pad_id", "is too large");
  if (pad_type_id >= Vocabulary::id_limit) return json.error("pad_type_id", "is too large");
  padding.side = side;
  padding.multiple = multiple;
  padding.id = static_cast<int32_t>(pad_id);
  padding.type_id = static_cast<int32_t>(pad_type_id);
  const auto* strategy = json.find("strategy");
  if (strategy != nullptr && strategy->IsObject()) {
    WEMBED_TRY(fixed, json.object("strategy"));
    WEMBED_TRY(settings, fixed.only({"Fixed"}));
    WEMBED_TRY(length, fixed.size("Fixed"));
    padding.fixed_length = length;
  } else {
    WEMBED_TRY(name, json.string("strategy"));
    if (name != "BatchLongest")
      return json.error("strategy", "is neither \"BatchLongest\" nor {\"Fixed\": length}");
  }
  if (padding.fixed_length > Vocabulary::id_limit || padding.multiple > Vocabulary::id_limit) {
    return json.error("strategy", "pads to an absurd length");
  }
  return std::optional(padding);
}

}  // namespace

Result<Tokenizer> Tokenizer::load(std::span<const uint8_t> tokenizer_json) {
  WEMBED_TRY(document, JsonDocument::parse(tokenizer_json, "tokenizer.json", ErrorCode::invalid_tokenizer));
  WEMBED_TRY(json, document.object());
  WEMBED_TRY(known, json.only({"version", "truncation", "padding", "added_tokens", "normalizer",
                               "pre_tokenizer", "post_processor", "decoder", "model"}));
  WEMBED_TRY(version, string_or(json, "version", "1.0"));
  if (version != "1.0") return json.error("version", "is \"" + std::string(version) + "\": wembed knows 1.0");

  WEMBED_TRY(pre_tokenizer, PreTokenizer::read(json));
  WEMBED_TRY(model_json, json.object("model"));
  // Byte-level BPE reads the bytes of the text as they are, without a detour over its alphabet: unless it
  // falls back to the bytes of that.
  WEMBED_TRY(byte_fallback, boolean_or(model_json, "byte_fallback", false));
  const bool reads_bytes = pre_tokenizer.ends_in_bytes() && model_json.has("merges") && !byte_fallback;
  if (reads_bytes) pre_tokenizer.reads_bytes();
  WEMBED_TRY(model, Model::read(json, reads_bytes));
  WEMBED_TRY(normalizer, Normalizer::read(json));
  WEMBED_TRY(post_processor, PostProcessor::read(json));
  WEMBED_TRY(decoder, Decoder::read(json));
  WEMBED_TRY(truncation, read_truncation(json));
  WEMBED_TRY(padding, read_padding(json));
  WEMBED_TRY(added, AddedTokens::read(json));

  Tokenizer tokenizer(std::move(model));
  tokenizer.pre_tokenizer_ = std::move(pre_tokenizer);
  tokenizer.normalizer_ = std::move(normalizer);
  tokenizer.post_processor_ = std::move(post_processor);
  tokenizer.decoder_ = std::move(decoder);
  tokenizer.truncation_ = truncation;
  tokenizer.padding_ = padding;
  tokenizer.add_tokens(added);
  return tokenizer;
}

}  // namespace wembed
