// What a matrix product does with each result on its way to memory.
#pragma once

#include <cassert>
#include <cstddef>
#include <span>

#include "base/matrix_view.h"
#include "kernels/activation.h"

namespace wembed {

// out = activation(product + bias) + residual. Fused into the product's store, so that the output is written
// once and never read again. `residual` may be the output itself.
struct LinearStore {
  std::span<const float> bias = {};  // [columns], or empty
  Activation activation = Activation::identity;
  MatrixView<const float> residual = {};  // [rows, columns], or empty
  MatrixView<float> out = {};             // [rows, columns]

  // Stores one batch of a row, starting at `column`.
  template <class Arch>
  void store(size_t row, size_t column, xsimd::batch<float, Arch> value) const {
    using Batch = xsimd::batch<float, Arch>;
    if (!bias.empty()) value += Batch::load_unaligned(bias.data() + column);
    value = activate(activation, value);
    if (residual.rows() != 0) {
      value += Batch::load_unaligned(residual.data() + row * residual.stride() + column);
    }
    value.store_unaligned(out.data() + row * out.stride() + column);
  }

  // The same for the first `count` < lanes numbers of a batch: the last columns of an odd-sized matrix.
  template <class Arch>
  void store_part(size_t row, size_t column, size_t count, xsimd::batch<float, Arch> value) const {
    using Batch = xsimd::batch<float, Arch>;
    alignas(Arch::alignment()) float numbers[Batch::size] = {};
    if (!bias.empty()) {
      for (size_t i = 0; i < count; ++i) numbers[i] = bias[column + i];
      value += Batch::load_aligned(numbers);
    }
    activate(activation, value).store_aligned(numbers);
    for (size_t i = 0; i < count; ++i) {
      const float rest = residual.rows() != 0 ? residual.row(row)[column + i] : 0.0f;
      out.row(row)[column + i] = numbers[i] + rest;
    }
  }
};

}  // namespace wembed
