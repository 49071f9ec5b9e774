// Reads decoders.
#include <utility>

#include "text/utf8.h"
#include "tokenize/component.h"
#include "tokenize/decoder.h"
#include "tokenize/pre_tokenizer.h"

namespace wembed {

namespace {

Result<DecoderStep> read_metaspace(const JsonObject& json) {
  WEMBED_TRY(known,
             json.only({"type", "replacement", "add_prefix_space", "prepend_scheme", "split", "str_rep"}));
  WEMBED_TRY(settings, read_metaspace_settings(json));
  return DecoderStep(MetaspaceDecoder{settings.replacement, settings.prepend != PrependScheme::never});
}

Result<DecoderStep> read_strip(const JsonObject& json) {
  WEMBED_TRY(known, json.only({"type", "content", "start", "stop"}));
  WEMBED_TRY(content, json.string("content"));
  if (content.empty() || code_point_at(content, 0).size != content.size()) {
    return json.error("content", "is not one character");
  }
  WEMBED_TRY(start, json.size("start"));
  WEMBED_TRY(stop, json.size("stop"));
  return DecoderStep(StripDecoder{code_point_at(content, 0).value, start, stop});
}

Result<DecoderStep> read_simple(const JsonObject& json, std::string_view type) {
  if (type == "Metaspace") return read_metaspace(json);
  if (type == "Strip") return read_strip(json);
  if (type == "WordPiece") {
    WEMBED_TRY(known, json.only({"type", "prefix", "cleanup"}));
    WEMBED_TRY(prefix, json.string("prefix"));
    WEMBED_TRY(cleanup, json.boolean("cleanup"));
    return DecoderStep(WordPieceDecoder{std::string(prefix), cleanup});
  }
  if (type == "ByteLevel") {
    WEMBED_TRY(known, json.only({"type", "add_prefix_space", "trim_offsets", "use_regex"}));
    return DecoderStep(ByteLevelDecoder{});
  }
  if (type == "Replace") {
    WEMBED_TRY(known, json.only({"type", "pattern", "content"}));
    WEMBED_TRY(pattern, read_pattern(json));
    WEMBED_TRY(content, json.string("content"));
    return DecoderStep(ReplaceDecoder{std::move(pattern), std::string(content)});
  }
  if (type == "BPEDecoder") {
    WEMBED_TRY(known, json.only({"type", "suffix"}));
    WEMBED_TRY(suffix, json.string("suffix"));
    return DecoderStep(BpeDecoder{std::string(suffix)});
  }
  if (type == "CTC") {
    WEMBED_TRY(known, json.only({"type", "pad_token", "word_delimiter_token", "cleanup"}));
    WEMBED_TRY(pad_token, json.string("pad_token"));
    WEMBED_TRY(delimiter, json.string("word_delimiter_token"));
    WEMBED_TRY(cleanup, json.boolean("cleanup"));
    return DecoderStep(CtcDecoder{std::string(pad_token), std::string(delimiter), cleanup});
  }
  if (type != "ByteFallback" && type != "Fuse") return unknown_type(json, type, "decoder");
  WEMBED_TRY(known, json.only({"type"}));
  return type == "Fuse" ? DecoderStep(FuseDecoder{}) : DecoderStep(ByteFallbackDecoder{});
}

}  // namespace

Result<Decoder> Decoder::read(const JsonObject& tokenizer) {
  Decoder decoder;
  if (!tokenizer.has("decoder")) return decoder;
  decoder.is_null_ = false;
  WEMBED_TRY(json, tokenizer.object("decoder"));
  WEMBED_TRY(done, read_steps(json, "decoders", read_simple, decoder.steps_));
  return decoder;
}

}  // namespace wembed
