// What the readers of tokenizer.json's components share.
#pragma once

#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "io/json.h"

namespace wembed {

// A component is of a type that does not exist, or that wembed lacks.
inline Error unknown_type(const JsonObject& json, std::string_view type, std::string_view kind) {
  return {ErrorCode::unsupported_architecture,
          json.error("type", "is \"" + std::string(type) + "\": wembed knows no such " + std::string(kind))
              .message};
}

// Calls read_child for each component in the list of a "Sequence". depth: how many Sequences this one is in.
template <class ReadChild>
Result<Done> read_sequence(const JsonObject& json, std::string_view list_key, size_t depth,
                           const ReadChild& read_child) {
  constexpr size_t max_depth = 16;
  if (depth == max_depth) return json.error("type", "is a Sequence nested too deeply");
  WEMBED_TRY(known, json.only({"type", list_key}));
  WEMBED_TRY(list, json.array(list_key));
  for (size_t i = 0; i < list.size(); ++i) {
    WEMBED_TRY(child, json.child(std::string(list_key) + "[" + std::to_string(i) + "]", list[i]));
    WEMBED_TRY(done, read_child(child));
  }
  return Done{};
}

// Appends the steps of a component: its own, or those of all that a "Sequence" has in its list. read_simple
// reads a component of any other type.
template <class Step>
Result<Done> read_steps(const JsonObject& json, std::string_view list_key,
                        Result<Step> (*read_simple)(const JsonObject&, std::string_view type),
                        std::vector<Step>& steps, size_t depth = 0) {
  WEMBED_TRY(type, json.string("type"));
  if (type == "Sequence") {
    return read_sequence(json, list_key, depth, [&](const JsonObject& child) {
      return read_steps(child, list_key, read_simple, steps, depth + 1);
    });
  }
  WEMBED_TRY(step, read_simple(json, type));
  steps.push_back(std::move(step));
  return Done{};
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
