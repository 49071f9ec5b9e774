// Layer normalization (Ba, Kiros and Hinton 2016).
#pragma once

#include <cassert>
#include <cmath>
#include <cstddef>
#include <span>

#include "kernels/primitives.h"

namespace wembed {

// out = (x - mean) / sqrt(variance + epsilon) * weight + bias, with the population variance, found from the
// centred values: the mean of squares less the square of the mean would cancel.
// all: [dim]; bias may be empty; out may be x.
template <class Arch = xsimd::default_arch>
void layer_norm(std::span<const float> x, std::span<const float> weight, std::span<const float> bias,
                float epsilon, std::span<float> out) {
  using Batch = xsimd::batch<float, Arch>;
  assert(weight.size() == x.size() && out.size() == x.size());
  assert(bias.empty() || bias.size() == x.size());
  const size_t dim = x.size(), body = dim - dim % Batch::size;
  if (dim == 0) return;

  Batch sums(0.0f);
  for (size_t i = 0; i < body; i += Batch::size) sums += Batch::load_unaligned(x.data() + i);
  float sum = xsimd::reduce_add(sums);
  for (size_t i = body; i < dim; ++i) sum += x[i];
  const float mean = sum / static_cast<float>(dim);

  Batch squares(0.0f);
  for (size_t i = 0; i < body; i += Batch::size) {
    const Batch centred = Batch::load_unaligned(x.data() + i) - Batch(mean);
    squares = multiply_add<Arch>(centred, centred, squares);
  }
  float square = xsimd::reduce_add(squares);
  for (size_t i = body; i < dim; ++i) square += (x[i] - mean) * (x[i] - mean);
  const float inverse = 1.0f / std::sqrt(square / static_cast<float>(dim) + epsilon);

  for (size_t i = 0; i < body; i += Batch::size) {
    const Batch centred = (Batch::load_unaligned(x.data() + i) - Batch(mean)) * Batch(inverse);
    Batch y = centred * Batch::load_unaligned(weight.data() + i);
    if (!bias.empty()) y += Batch::load_unaligned(bias.data() + i);
    y.store_unaligned(out.data() + i);
  }
  for (size_t i = body; i < dim; ++i) {
    out[i] = (x[i] - mean) * inverse * weight[i] + (bias.empty() ? 0.0f : bias[i]);
  }
}

}  // namespace wembed
