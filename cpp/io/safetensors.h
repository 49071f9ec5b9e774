// The safetensors format: https://github.com/huggingface/safetensors#format
#pragma once

#include <cstdint>
#include <map>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "base/result.h"

namespace wembed {

enum class TensorType { f64, f32, f16, bf16, i64, i32, i16, i8, u8, boolean };

std::string_view tensor_type_name(TensorType type);  // as in the file: "F32"
size_t tensor_type_size(TensorType type);            // in bytes

struct Tensor {
  TensorType type;
  std::vector<size_t> shape;
  std::span<uint8_t> bytes;  // of the file: writable, so that weights are packed where they lie
};

// "[2, 3]"
std::string shape_text(std::span<const size_t> shape);

// The tensors of a file by name. Borrows the file's bytes.
class Safetensors {
 public:
  // Checks everything: the header's length and JSON, each shape against its bytes, and that tensors lie
  // inside the file, one after the other, without overlap or hole. Nothing is copied.
  static Result<Safetensors> parse(std::span<uint8_t> file);

  const Tensor* find(std::string_view name) const;
  const std::map<std::string, Tensor, std::less<>>& tensors() const { return tensors_; }

 private:
  std::map<std::string, Tensor, std::less<>> tensors_;
};

}  // namespace wembed
