// Bytes on the heap whose allocation may fail, aligned for SIMD.
#pragma once

#include <cstddef>
#include <cstdint>
#include <cstdlib>
#include <memory>
#include <span>

#include "base/result.h"

namespace wembed {

// Owns `size` bytes that start at a multiple of 16 (what malloc gives in WebAssembly and on 64-bit systems).
// std::vector would end the process where memory is short; this returns an error.
class Buffer {
 public:
  Buffer() = default;

  static Result<Buffer> allocate(size_t size);

  // Takes over memory that came from malloc; it is freed with the buffer.
  static Buffer adopt(uint8_t* data, size_t size) { return Buffer(data, size); }

  std::span<uint8_t> bytes() { return {data_.get(), size_}; }
  std::span<const uint8_t> bytes() const { return {data_.get(), size_}; }
  size_t size() const { return size_; }

 private:
  struct Free {
    void operator()(uint8_t* data) const { std::free(data); }
  };
  Buffer(uint8_t* data, size_t size) : data_(data), size_(size) {}

  std::unique_ptr<uint8_t, Free> data_;
  size_t size_ = 0;
};

}  // namespace wembed
