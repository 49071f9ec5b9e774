// A linear layer, its weights in whatever form they are stored.
#pragma once

#include <span>
#include <variant>
#include <vector>

#include "base/matrix_view.h"
#include "kernels/matmul_f32.h"
#include "kernels/matmul_int8.h"

namespace wembed {

// y = x W^T + b.   W: [outputs, inputs], packed
struct Linear {
  std::variant<PackedF32, PackedInt8> weights;
  std::span<const float> bias;  // [outputs], or empty

  size_t inputs() const {
    return std::visit([](const auto& packed) { return packed.depth; }, weights);
  }
  size_t outputs() const {
    return std::visit([](const auto& packed) { return packed.columns; }, weights);
  }
};

// Room for the quantized activations of an int8 layer; grows to the largest seen.
struct LinearWorkspace {
  std::vector<Int8Dot<xsimd::default_arch>::Activation> quantized;
  std::vector<RowScale> scales;
};

// What follows a linear layer before its result is stored.
struct LinearOptions {
  Activation activation = Activation::identity;
  MatrixView<const float> residual = {};  // [rows, outputs] or empty; added last; may be `out`
};

// out = activation(x W^T + b) + residual.   x: [rows, inputs]   out: [rows, outputs], not x
void apply_linear(const Linear& layer, MatrixView<const float> x, const LinearOptions& options,
                  LinearWorkspace& workspace, MatrixView<float> out);

}  // namespace wembed
