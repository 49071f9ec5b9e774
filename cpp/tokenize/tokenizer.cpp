// The stages of a tokenizer, one after the other.
#include "tokenize/tokenizer.h"

#include <utility>

#include "io/json.h"
#include "text/utf8.h"

namespace wembed {

namespace {

Error lacks(const JsonObject& json, std::string_view key) {
  return {ErrorCode::unsupported_architecture,
          json.error(key, "is a component that wembed does not have yet").message};
}

// The UTF-16 offset of every byte of a text, and of its end: bytes inside a character have that of its start.
void utf16_offsets(std::string_view text, std::vector<uint32_t>& out) {
  out.clear();
  uint32_t units = 0;
  for (size_t at = 0; at < text.size();) {
    const CodePoint point = code_point_at(text, at);
    out.insert(out.end(), point.size, units);
    units += point.value >= 0x10000 ? 2 : 1;
    at += point.size;
  }
  out.push_back(units);
}

}  // namespace

void Encoding::clear() {
  ids.clear();
  type_ids.clear();
  starts.clear();
  ends.clear();
  special.clear();
  word_ids.clear();
  attention_mask.clear();
  truncated = false;
}

Result<Tokenizer> Tokenizer::load(std::span<const uint8_t> tokenizer_json) {
  WEMBED_TRY(document, JsonDocument::parse(tokenizer_json, "tokenizer.json", ErrorCode::invalid_tokenizer));
  WEMBED_TRY(json, document.object());
  WEMBED_TRY(known, json.only({"version", "truncation", "padding", "added_tokens", "normalizer",
                               "pre_tokenizer", "post_processor", "decoder", "model"}));
  for (const std::string_view key : {"truncation", "padding", "pre_tokenizer", "post_processor"}) {
    if (json.has(key)) return lacks(json, key);
  }
  if (json.has("added_tokens")) {
    WEMBED_TRY(added, json.array("added_tokens"));
    if (!added.empty()) return lacks(json, "added_tokens");
  }

  Tokenizer tokenizer;
  WEMBED_TRY(normalizer, Normalizer::read(json));
  tokenizer.normalizer_ = std::move(normalizer);
  WEMBED_TRY(model, json.object("model"));
  WEMBED_TRY(type, model.string("type"));
  if (type != "Unigram") return lacks(model, "type");
  WEMBED_TRY(unigram, Unigram::read(model));
  tokenizer.model_ = std::move(unigram);
  if (json.has("decoder")) {
    WEMBED_TRY(decoder, json.object("decoder"));
    WEMBED_TRY(decoder_type, decoder.string("type"));
    if (decoder_type != "Metaspace") return lacks(decoder, "type");
    WEMBED_TRY(settings, decoder.only({"type", "replacement", "prepend_scheme", "split"}));
    WEMBED_TRY(replacement, decoder.string("replacement"));
    WEMBED_TRY(scheme, decoder.string("prepend_scheme"));
    tokenizer.replacement_ = replacement;
    tokenizer.strips_prefix_ = scheme != "never";
  }
  return tokenizer;
}

void Tokenizer::encode(std::string_view text, const EncodeOptions& options, Workspace& workspace,
                       Encoding& out) const {
  out.clear();
  workspace.text.assign(text, options.offsets);
  normalizer_.apply(workspace.text, workspace.normalizer);
  workspace.pieces.clear();
  model_.tokenize(workspace.text.text, workspace.unigram, workspace.pieces);

  std::span<const Piece> pieces = workspace.pieces;
  if (options.max_length != 0 && pieces.size() > options.max_length) {
    pieces = pieces.first(options.max_length);
    out.truncated = true;
  }
  for (const Piece& piece : pieces) out.ids.push_back(piece.id);
  out.type_ids.assign(pieces.size(), 0);
  out.special.assign(pieces.size(), 0);
  out.attention_mask.assign(pieces.size(), 1);
  if (!options.offsets) return;

  const bool ascii = is_ascii(text);
  if (!ascii) utf16_offsets(text, workspace.utf16);
  for (const Piece& piece : pieces) {
    const uint32_t begin = workspace.text.origins[piece.begin].begin;
    const uint32_t end = workspace.text.origins[piece.end - 1].end;
    out.starts.push_back(ascii ? begin : workspace.utf16[begin]);
    out.ends.push_back(ascii ? end : workspace.utf16[end]);
  }
  out.word_ids.assign(pieces.size(), 0);
}

std::string Tokenizer::decode(std::span<const int32_t> ids, bool) const {
  std::string text;
  for (const int32_t id : ids) text.append(id_to_token(id));
  if (replacement_.empty()) return text;
  std::string decoded;
  size_t copied = 0;
  for (size_t found = text.find(replacement_); found != std::string::npos;
       found = text.find(replacement_, copied)) {
    decoded.append(text, copied, found - copied);
    if (found != 0 || !strips_prefix_) decoded.push_back(' ');
    copied = found + replacement_.size();
  }
  return decoded.append(text, copied);
}

std::string_view Tokenizer::id_to_token(int32_t id) const {
  if (id < 0 || static_cast<size_t>(id) >= model_.vocab_size()) return {};
  return model_.piece(static_cast<size_t>(id));
}

}  // namespace wembed
