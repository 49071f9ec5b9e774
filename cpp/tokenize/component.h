// What the readers of tokenizer.json's components share.
#pragma once

#include <string>
#include <string_view>

#include "io/json.h"

namespace wembed {

// A component is of a type that does not exist, or that wembed lacks.
inline Error unknown_type(const JsonObject& json, std::string_view type, std::string_view kind) {
  return {ErrorCode::unsupported_architecture,
          json.error("type", "is \"" + std::string(type) + "\": wembed knows no such " + std::string(kind))
              .message};
}

// A setting that may be missing.
inline Result<bool> boolean_or(const JsonObject& json, std::string_view key, bool otherwise) {
  return json.has(key) ? json.boolean(key) : Result<bool>(otherwise);
}
inline Result<size_t> size_or(const JsonObject& json, std::string_view key, size_t otherwise) {
  return json.has(key) ? json.size(key) : Result<size_t>(otherwise);
}
inline Result<std::string_view> string_or(const JsonObject& json, std::string_view key,
                                          std::string_view otherwise) {
  return json.has(key) ? json.string(key) : Result<std::string_view>(otherwise);
}

}  // namespace wembed
