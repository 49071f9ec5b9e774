// Names of error codes.
#include "base/error.h"

namespace wembed {

std::string_view error_name(ErrorCode code) {
  switch (code) {
    case ErrorCode::invalid_input: return "invalid-input";
    case ErrorCode::invalid_tokenizer: return "invalid-tokenizer";
    case ErrorCode::invalid_model: return "invalid-model";
    case ErrorCode::unsupported_architecture: return "unsupported-architecture";
    case ErrorCode::out_of_memory: return "out-of-memory";
  }
  return "invalid-input";
}

}  // namespace wembed
