// Parsing and checked access.
#include "io/json.h"

#include <rapidjson/encodedstream.h>
#include <rapidjson/error/en.h>
#include <rapidjson/memorystream.h>
#include <rapidjson/reader.h>

#include <algorithm>
#include <cstdlib>

namespace wembed {

namespace {

constexpr unsigned parse_flags = rapidjson::kParseIterativeFlag | rapidjson::kParseNumbersAsStringsFlag |
                                 rapidjson::kParseValidateEncodingFlag;

// Builds a document, and reads numbers by itself: RapidJSON's exact way takes 0.000...0 for 3.6e-12.
class Builder {
 public:
  explicit Builder(rapidjson::Document& document) : document_(document) {}

  bool RawNumber(const char* text, rapidjson::SizeType size, bool) {
    const std::string number(text, size);
    if (number.find_first_of(".eE") == std::string::npos && size < 20) {
      const bool is_negative = text[0] == '-';
      uint64_t value = 0;
      for (const char digit : std::string_view(number).substr(is_negative ? 1 : 0)) {
        value = value * 10 + static_cast<uint64_t>(digit - '0');
      }
      // 19 digits fit, but a negative number may not.
      if (!is_negative) return document_.Uint64(value);
      if (value <= uint64_t{1} << 62) return document_.Int64(-static_cast<int64_t>(value));
    }
    return document_.Double(std::strtod(number.c_str(), nullptr));
  }

  bool Null() { return document_.Null(); }
  bool Bool(bool value) { return document_.Bool(value); }
  bool String(const char* text, rapidjson::SizeType size, bool copy) {
    return document_.String(text, size, copy);
  }
  bool Key(const char* text, rapidjson::SizeType size, bool copy) { return document_.Key(text, size, copy); }
  bool StartObject() { return document_.StartObject(); }
  bool EndObject(rapidjson::SizeType count) { return document_.EndObject(count); }
  bool StartArray() { return document_.StartArray(); }
  bool EndArray(rapidjson::SizeType count) { return document_.EndArray(count); }
  // Never called where numbers come as text.
  bool Int(int) { return false; }
  bool Uint(unsigned) { return false; }
  bool Int64(int64_t) { return false; }
  bool Uint64(uint64_t) { return false; }
  bool Double(double) { return false; }

 private:
  rapidjson::Document& document_;
};

}  // namespace

Result<JsonDocument> JsonDocument::parse(std::span<const uint8_t> bytes, std::string_view file,
                                         ErrorCode code) {
  JsonDocument result;
  result.document_ = std::make_unique<rapidjson::Document>();
  result.file_ = file;
  result.code_ = code;
  // RapidJSON reads no further than the length, but wants a pointer even to nothing.
  const char* text = bytes.empty() ? "" : reinterpret_cast<const char*>(bytes.data());
  rapidjson::MemoryStream memory(text, bytes.size());
  rapidjson::EncodedInputStream<rapidjson::UTF8<>, rapidjson::MemoryStream> stream(memory);
  rapidjson::Reader reader;
  const auto generate = [&](rapidjson::Document& document) {
    Builder builder(document);
    return !reader.Parse<parse_flags>(stream, builder).IsError();
  };
  result.document_->Populate(generate);
  if (reader.HasParseError()) {
    return Error{code, result.file_ +
                           " is not valid JSON: " + rapidjson::GetParseError_En(reader.GetParseErrorCode()) +
                           " (at byte " + std::to_string(reader.GetErrorOffset()) + ")"};
  }
  return result;
}

Result<JsonObject> JsonDocument::object() const {
  if (!document_->IsObject()) return Error{code_, file_ + " must be a JSON object"};
  return JsonObject(*document_, file_ + ": ", code_);
}

const rapidjson::Value* JsonObject::find(std::string_view key) const {
  const auto name = rapidjson::StringRef(key.data(), static_cast<rapidjson::SizeType>(key.size()));
  const auto member = value_->FindMember(rapidjson::Value(name));
  return member == value_->MemberEnd() || member->value.IsNull() ? nullptr : &member->value;
}

Result<std::string_view> JsonObject::string(std::string_view key) const {
  const auto* value = find(key);
  if (value == nullptr) return error(key, "is missing");
  if (!value->IsString()) return error(key, "is not a string");
  return json_text(*value);
}

Result<double> JsonObject::number(std::string_view key) const {
  const auto* value = find(key);
  if (value == nullptr) return error(key, "is missing");
  if (!value->IsNumber()) return error(key, "is not a number");
  return value->GetDouble();
}

Result<size_t> JsonObject::size(std::string_view key) const {
  const auto* value = find(key);
  if (value == nullptr) return error(key, "is missing");
  if (!value->IsUint64() || value->GetUint64() > (uint64_t{1} << 53) || value->GetUint64() > SIZE_MAX) {
    return error(key, "is not a whole number that a size can have");
  }
  return static_cast<size_t>(value->GetUint64());
}

Result<bool> JsonObject::boolean(std::string_view key) const {
  const auto* value = find(key);
  if (value == nullptr) return error(key, "is missing");
  if (!value->IsBool()) return error(key, "is not true or false");
  return value->GetBool();
}

Result<JsonObject> JsonObject::object(std::string_view key) const {
  const auto* value = find(key);
  if (value == nullptr) return error(key, "is missing");
  return child(key, *value);
}

Result<std::span<const rapidjson::Value>> JsonObject::array(std::string_view key) const {
  const auto* value = find(key);
  if (value == nullptr) return error(key, "is missing");
  if (!value->IsArray()) return error(key, "is not a list");
  return std::span<const rapidjson::Value>(value->Begin(), value->Size());
}

Result<JsonObject> JsonObject::child(std::string_view name, const rapidjson::Value& value) const {
  if (!value.IsObject()) return error(name, "is not an object");
  return JsonObject(value, place_ + std::string(name) + ".", code_);
}

Result<Done> JsonObject::only(std::initializer_list<std::string_view> keys) const {
  for (const auto& member : value_->GetObject()) {
    const std::string_view key = json_text(member.name);
    if (std::find(keys.begin(), keys.end(), key) == keys.end()) {
      return error(key, "is a setting that wembed does not know");
    }
  }
  return Done{};
}

Error JsonObject::error(std::string_view key, std::string_view problem) const {
  return {code_, place_ + std::string(key) + " " + std::string(problem)};
}

}  // namespace wembed
