// JSON documents whose every access is checked: a thin layer over RapidJSON.
#pragma once

#include <rapidjson/document.h>

#include <cstdint>
#include <initializer_list>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <string_view>

#include "base/result.h"

namespace wembed {

class JsonObject;

// A parsed file. Values borrow from it.
class JsonDocument {
 public:
  // Any nesting is parsed without recursion. Text that is not JSON in valid UTF-8 is an error of this `code`
  // that names the file and the place.
  static Result<JsonDocument> parse(std::span<const uint8_t> bytes, std::string_view file, ErrorCode code);

  // The object that the file must be.
  Result<JsonObject> object() const;

  const rapidjson::Value& value() const { return *document_; }

 private:
  std::unique_ptr<rapidjson::Document> document_;
  std::string file_;
  ErrorCode code_ = ErrorCode::invalid_input;
};

// An object and where it stands, so that a message can say "config.json: rope.theta is not a number".
// Borrowed from the document.
class JsonObject {
 public:
  JsonObject(const rapidjson::Value& value, std::string place, ErrorCode code)
      : value_(&value), place_(std::move(place)), code_(code) {}

  // Null where the key is missing; a JSON null counts as missing.
  const rapidjson::Value* find(std::string_view key) const;
  bool has(std::string_view key) const { return find(key) != nullptr; }

  // Values that must be there, of the type that must be theirs.
  Result<std::string_view> string(std::string_view key) const;
  Result<double> number(std::string_view key) const;
  Result<size_t> size(std::string_view key) const;  // a whole number from 0 to 2^53
  Result<bool> boolean(std::string_view key) const;
  Result<JsonObject> object(std::string_view key) const;
  Result<std::span<const rapidjson::Value>> array(std::string_view key) const;

  // A value inside this object that is already at hand and must be an object: an element of a list, or a
  // member met in a loop (looking each up by its key would be quadratic).
  Result<JsonObject> child(std::string_view name, const rapidjson::Value& value) const;

  // An error that names the first key that is not one of these: a setting is never skipped in silence.
  Result<Done> only(std::initializer_list<std::string_view> keys) const;

  // An error about this key: "<file>: <place>.<key> <problem>".
  Error error(std::string_view key, std::string_view problem) const;

  const rapidjson::Value& value() const { return *value_; }

 private:
  const rapidjson::Value* value_;
  std::string place_;  // "config.json: " or "tokenizer.json: model."
  ErrorCode code_;
};

inline std::string_view json_text(const rapidjson::Value& value) {
  return {value.GetString(), value.GetStringLength()};
}

}  // namespace wembed
