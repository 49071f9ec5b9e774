// The post-processor stage of tokenizer.json: special tokens, type ids, offsets without spaces.
#pragma once

#include <functional>
#include <optional>
#include <span>
#include <string_view>
#include <vector>

#include "base/result.h"
#include "io/json.h"
#include "tokenize/encoding.h"

namespace wembed {

class PostProcessor {
 public:
  // Reads the "post_processor" of a tokenizer.json; null puts texts one behind the other. An unknown type or
  // setting is an error.
  static Result<PostProcessor> read(const JsonObject& tokenizer);

  // For models without a tokenizer.json: cls A sep, and cls A sep B sep (with a second sep before B for
  // RoBERTa).
  static PostProcessor bert(int32_t cls, int32_t sep);
  static PostProcessor roberta(int32_t cls, int32_t sep, bool add_prefix_space);

  // How many special tokens come with a text, or with a pair.
  size_t added_tokens(bool is_pair) const;

  // Whether offsets are to be trimmed; then token texts are asked for.
  bool trims_offsets() const { return !trims_.empty(); }

  // Takes the spaces at the ends of tokens out of their offsets.
  void trim_offsets(Encoding& encoding, const std::function<std::string_view(int32_t)>& text_of) const;

  // Puts the encodings of one text, or of two, and the special tokens together. Changes the type ids of
  // `texts`.
  void join(std::span<Encoding> texts, bool add_special_tokens, bool has_offsets, Encoding& out) const;

 private:
  // A text, or special tokens.
  struct Piece {
    std::optional<size_t> text;
    int32_t type_id = 0;
    std::vector<int32_t> ids;
  };
  using Template = std::vector<Piece>;
  enum class Kind : uint8_t { plain, pieces, bert, roberta };

  static Template plain_template(bool is_pair);
  static Template sentence_template(Kind kind, int32_t cls, int32_t sep, bool is_pair);
  static Result<Template> read_template(const JsonObject& json, std::string_view key);
  Result<Done> read_step(const JsonObject& json, size_t depth);
  Result<Done> read_sentence(const JsonObject& json, Kind kind);
  Result<Done> set(const JsonObject& json, Kind kind, Template single, Template pair);

  Kind kind_ = Kind::plain;
  Template single_ = plain_template(false), pair_ = plain_template(true);
  std::vector<bool> trims_;  // one for each processor that trims: its add_prefix_space
};

}  // namespace wembed
