// Reads post-processors.
#include <utility>

#include "tokenize/component.h"
#include "tokenize/post_processor.h"
#include "tokenize/vocabulary.h"

namespace wembed {

namespace {

bool is_id(const rapidjson::Value& value) { return value.IsUint() && value.GetUint() < Vocabulary::id_limit; }

// ["[CLS]", 101]
Result<int32_t> read_token_pair(const JsonObject& json, std::string_view key) {
  WEMBED_TRY(pair, json.array(key));
  if (pair.size() != 2 || !pair[0].IsString() || !is_id(pair[1])) {
    return json.error(key, "is not a pair of a token and its id");
  }
  return static_cast<int32_t>(pair[1].GetUint());
}

}  // namespace

Result<PostProcessor::Template> PostProcessor::read_template(const JsonObject& json, std::string_view key) {
  WEMBED_TRY(list, json.array(key));
  WEMBED_TRY(specials, json.object("special_tokens"));
  Template pieces;
  for (size_t i = 0; i < list.size(); ++i) {
    const std::string name = std::string(key) + "[" + std::to_string(i) + "]";
    WEMBED_TRY(entry, json.child(name, list[i]));
    WEMBED_TRY(known, entry.only({"Sequence", "SpecialToken"}));
    const bool is_text = entry.has("Sequence");
    WEMBED_TRY(body, entry.object(is_text ? "Sequence" : "SpecialToken"));
    WEMBED_TRY(settings, body.only({"id", "type_id"}));
    WEMBED_TRY(id, body.string("id"));
    WEMBED_TRY(type_id, body.size("type_id"));
    if (type_id >= Vocabulary::id_limit) return body.error("type_id", "is too large");
    Piece piece;
    piece.type_id = static_cast<int32_t>(type_id);
    if (is_text) {
      if (id != "A" && id != "B") return body.error("id", "is neither A nor B");
      piece.text = id == "B" ? 1 : 0;
    } else {
      WEMBED_TRY(special, specials.object(id));
      WEMBED_TRY(special_settings, special.only({"id", "ids", "tokens"}));
      WEMBED_TRY(ids, special.array("ids"));
      for (const auto& value : ids) {
        if (!is_id(value)) return special.error("ids", "has an entry that is not an id");
        piece.ids.push_back(static_cast<int32_t>(value.GetUint()));
      }
    }
    pieces.push_back(std::move(piece));
  }
  return pieces;
}

Result<Done> PostProcessor::set(const JsonObject& json, Kind kind, Template single, Template pair) {
  if (kind_ != Kind::plain)
    return json.error("type", "is the second processor that adds tokens: one is enough");
  kind_ = kind;
  single_ = std::move(single);
  pair_ = std::move(pair);
  return Done{};
}

Result<Done> PostProcessor::read_sentence(const JsonObject& json, Kind kind) {
  WEMBED_TRY(cls, read_token_pair(json, "cls"));
  WEMBED_TRY(sep, read_token_pair(json, "sep"));
  if (kind == Kind::roberta) {
    WEMBED_TRY(known, json.only({"type", "sep", "cls", "trim_offsets", "add_prefix_space"}));
    WEMBED_TRY(trim, json.boolean("trim_offsets"));
    WEMBED_TRY(prefix, json.boolean("add_prefix_space"));
    if (trim) trims_.push_back(prefix);
  } else {
    WEMBED_TRY(known, json.only({"type", "sep", "cls"}));
  }
  return set(json, kind, sentence_template(kind, cls, sep, false), sentence_template(kind, cls, sep, true));
}

Result<Done> PostProcessor::read_step(const JsonObject& json, size_t depth) {
  WEMBED_TRY(type, json.string("type"));
  if (type == "BertProcessing") return read_sentence(json, Kind::bert);
  if (type == "RobertaProcessing") return read_sentence(json, Kind::roberta);
  if (type == "ByteLevel") {
    WEMBED_TRY(known, json.only({"type", "add_prefix_space", "trim_offsets", "use_regex"}));
    WEMBED_TRY(prefix, json.boolean("add_prefix_space"));
    WEMBED_TRY(trim, json.boolean("trim_offsets"));
    if (trim) trims_.push_back(prefix);
    return Done{};
  }
  if (type == "TemplateProcessing") {
    WEMBED_TRY(known, json.only({"type", "single", "pair", "special_tokens"}));
    WEMBED_TRY(single, read_template(json, "single"));
    WEMBED_TRY(pair, read_template(json, "pair"));
    for (const Piece& piece : single) {
      if (piece.text == 1) return json.error("single", "has a text B");
    }
    return set(json, Kind::pieces, std::move(single), std::move(pair));
  }
  if (type != "Sequence") return unknown_type(json, type, "post-processor");
  return read_sequence(json, "processors", depth,
                       [&](const JsonObject& child) { return read_step(child, depth + 1); });
}

Result<PostProcessor> PostProcessor::read(const JsonObject& tokenizer) {
  PostProcessor processor;
  if (!tokenizer.has("post_processor")) return processor;
  WEMBED_TRY(json, tokenizer.object("post_processor"));
  WEMBED_TRY(done, processor.read_step(json, 0));
  return processor;
}

}  // namespace wembed
