// Activations to 7 bits, a row at a time, for products with int8 weights.
#pragma once

#include <cassert>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <span>

#include "base/matrix_view.h"
#include "kernels/primitives.h"

namespace wembed {

// What a quantized row stands for: value = (q - zero) * scale, q in 0 ... 127.
struct RowScale {
  float scale;
  int32_t zero;
};

// Seven bits, because the second operand of WebAssembly's relaxed dot product has seven. Rounding is to
// nearest, ties to even, on every target, so that all of them give the same integers.
// values: [depth]; out: [padded depth], zeros of the row (not zeros) after `depth`: weights there are 0.
template <class Arch = xsimd::default_arch>
RowScale quantize_row(std::span<const float> values, std::span<typename Int8Dot<Arch>::Activation> out) {
  using Batch = xsimd::batch<float, Arch>;
  using Activation = typename Int8Dot<Arch>::Activation;
  assert(out.size() >= values.size());
  const size_t body = values.size() - values.size() % Batch::size;
  Batch lows(0.0f), highs(0.0f);  // 0 is always in range: it must be exact, ReLU makes many
  for (size_t i = 0; i < body; i += Batch::size) {
    const Batch x = Batch::load_unaligned(values.data() + i);
    lows = xsimd::min(lows, x);
    highs = xsimd::max(highs, x);
  }
  float low = xsimd::reduce_min(lows), high = xsimd::reduce_max(highs);
  for (size_t i = body; i < values.size(); ++i) {
    low = std::fmin(low, values[i]);
    high = std::fmax(high, values[i]);
  }
  const float scale = high > low ? (high - low) / 127.0f : 1.0f;
  const float inverse = 1.0f / scale;
  const float zero = std::nearbyint(-low * inverse);

  const auto quantize = [&](Batch x) {
    const Batch q = xsimd::nearbyint(x * Batch(inverse)) + Batch(zero);
    return xsimd::to_int(xsimd::min(xsimd::max(q, Batch(0.0f)), Batch(127.0f)));
  };
  alignas(Arch::alignment()) int32_t integers[Batch::size];
  for (size_t i = 0; i < body; i += Batch::size) {
    quantize(Batch::load_unaligned(values.data() + i)).store_aligned(integers);
    for (size_t lane = 0; lane < Batch::size; ++lane) out[i + lane] = static_cast<Activation>(integers[lane]);
  }
  for (size_t i = body; i < values.size(); ++i) {
    const float q = std::nearbyint(values[i] * inverse) + zero;
    out[i] = static_cast<Activation>(std::fmin(std::fmax(q, 0.0f), 127.0f));
  }
  for (size_t i = values.size(); i < out.size(); ++i) out[i] = 0;
  return {scale, static_cast<int32_t>(zero)};
}

}  // namespace wembed
