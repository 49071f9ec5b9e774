// Activations to 7 bits, a row at a time, for products with int8 weights.
#pragma once

#include <algorithm>
#include <bit>
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
// nearest on every target, so that all of them give the same integers.
// values: [depth]; out: [padded depth], zeros of the row (not zeros) after `depth`: weights there are 0.
template <class Arch = xsimd::default_arch>
RowScale quantize_row(std::span<const float> values, std::span<typename Int8Dot<Arch>::Activation> out) {
  using Batch = xsimd::batch<float, Arch>;
  using Integers = xsimd::batch<int32_t, Arch>;
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

  // Adding 1.5 * 2^23 leaves a float whose last bits are the sum's nearest integer: one addition does what
  // rounding and converting do, and any bits of a NaN still give a number in range.
  constexpr float magic = 12582912.0f;
  const float offset = magic + zero;
  const Integers magic_bits(std::bit_cast<int32_t>(magic)), lowest(0), highest(127);
  for (size_t i = 0; i < body; i += Batch::size) {
    const Batch shifted = Batch::load_unaligned(values.data() + i) * Batch(inverse) + Batch(offset);
    const Integers q = xsimd::bitwise_cast<int32_t>(shifted) - magic_bits;
    Int8Dot<Arch>::store(xsimd::min(xsimd::max(q, lowest), highest), out.data() + i);
  }
  for (size_t i = body; i < values.size(); ++i) {
    const float product = values[i] * inverse;  // rounded by itself, as in the vectors above
    const uint32_t bits = std::bit_cast<uint32_t>(product + offset) - std::bit_cast<uint32_t>(magic);
    out[i] = static_cast<Activation>(std::clamp(static_cast<int32_t>(bits), 0, 127));
  }
  for (size_t i = values.size(); i < out.size(); ++i) out[i] = 0;
  return {scale, static_cast<int32_t>(zero)};
}

}  // namespace wembed
