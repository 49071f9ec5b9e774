// Exponentials that a softmax is made of.
#pragma once

#include <algorithm>
#include <cassert>
#include <cmath>
#include <cstddef>
#include <span>

#include "kernels/primitives.h"

namespace wembed {

// x[i] = exp(scale * (x[i] - max(x))), in place; returns their sum. Dividing by it is left to the caller, who
// has fewer numbers to divide. scale > 0; the maximum is taken from the values, so no score is too low.
template <class Arch = xsimd::default_arch>
float exponentials(std::span<float> x, float scale) {
  using Batch = xsimd::batch<float, Arch>;
  assert(scale > 0.0f);
  if (x.empty()) return 0.0f;
  const size_t body = x.size() - x.size() % Batch::size;
  Batch highs(x[0]);
  for (size_t i = 0; i < body; i += Batch::size)
    highs = xsimd::max(highs, Batch::load_unaligned(x.data() + i));
  float high = xsimd::reduce_max(highs);
  for (size_t i = body; i < x.size(); ++i) high = std::max(high, x[i]);

  Batch sums(0.0f);
  for (size_t i = 0; i < body; i += Batch::size) {
    const Batch y = xsimd::exp((Batch::load_unaligned(x.data() + i) - Batch(high)) * Batch(scale));
    y.store_unaligned(x.data() + i);
    sums += y;
  }
  float sum = xsimd::reduce_add(sums);
  for (size_t i = body; i < x.size(); ++i) {
    x[i] = std::exp((x[i] - high) * scale);
    sum += x[i];
  }
  return sum;
}

}  // namespace wembed
