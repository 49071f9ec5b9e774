// What can go wrong, as the caller of the library sees it.
#pragma once

#include <string>
#include <string_view>

namespace wembed {

enum class ErrorCode {
  invalid_input,             // an argument or a text that cannot be right
  invalid_tokenizer,         // tokenizer.json and its like
  invalid_model,             // weights or config that are broken or contradict each other
  unsupported_architecture,  // a model, tensor type or component that wembed lacks
  out_of_memory,
};

struct Error {
  ErrorCode code;
  std::string message;  // names the file, tensor, key or token at fault, and what to do
};

// The name of a code in the TypeScript API: "invalid-input" and so on.
std::string_view error_name(ErrorCode code);

}  // namespace wembed
