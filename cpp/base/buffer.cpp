// Allocation that reports failure.
#include "base/buffer.h"

#include <string>

namespace wembed {

Result<Buffer> Buffer::allocate(size_t size) {
  auto* data = static_cast<uint8_t*>(std::malloc(size == 0 ? 1 : size));
  if (data == nullptr) {
    return Error{ErrorCode::out_of_memory, "no memory for " + std::to_string(size) +
                                               " bytes; dispose of models that are no longer needed"};
  }
  return adopt(data, size);
}

}  // namespace wembed
