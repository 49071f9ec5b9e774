// Sums, scalings and dot products of vectors.
#pragma once

#include <cassert>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <span>

#include "kernels/primitives.h"

namespace wembed {

// Returns sum(a[i] * b[i]). The order of the additions depends on Arch, so two architectures agree to
// rounding, not to the bit.
template <class Arch = xsimd::default_arch>
float dot(std::span<const float> a, std::span<const float> b) {
  using Batch = xsimd::batch<float, Arch>;
  assert(a.size() == b.size());
  const size_t body = a.size() - a.size() % Batch::size;
  Batch sums(0.0f);
  for (size_t i = 0; i < body; i += Batch::size) {
    sums = multiply_add<Arch>(Batch::load_unaligned(a.data() + i), Batch::load_unaligned(b.data() + i), sums);
  }
  float sum = xsimd::reduce_add(sums);
  for (size_t i = body; i < a.size(); ++i) sum += a[i] * b[i];
  return sum;
}

// sum[i] += addend[i]
template <class Arch = xsimd::default_arch>
void add(std::span<const float> addend, std::span<float> sum) {
  using Batch = xsimd::batch<float, Arch>;
  assert(addend.size() == sum.size());
  const size_t body = sum.size() - sum.size() % Batch::size;
  for (size_t i = 0; i < body; i += Batch::size) {
    (Batch::load_unaligned(sum.data() + i) + Batch::load_unaligned(addend.data() + i))
        .store_unaligned(sum.data() + i);
  }
  for (size_t i = body; i < sum.size(); ++i) sum[i] += addend[i];
}

// out[i] = x[i] * factor; out may be x.
template <class Arch = xsimd::default_arch>
void scale(std::span<const float> x, float factor, std::span<float> out) {
  using Batch = xsimd::batch<float, Arch>;
  assert(x.size() == out.size());
  const size_t body = x.size() - x.size() % Batch::size;
  for (size_t i = 0; i < body; i += Batch::size) {
    (Batch::load_unaligned(x.data() + i) * Batch(factor)).store_unaligned(out.data() + i);
  }
  for (size_t i = body; i < x.size(); ++i) out[i] = x[i] * factor;
}

// out[i] = factor * x[i] + addend[i], x float32 or int8; out may be x or addend. An empty addend is zero.
// The core of an embedding layer: `x` is a row of a table, `addend` what is already summed.
template <class Arch = xsimd::default_arch, class Stored>
void scale_add(std::span<const Stored> x, float factor, std::span<const float> addend, std::span<float> out) {
  using Batch = xsimd::batch<float, Arch>;
  assert(x.size() == out.size() && (addend.empty() || addend.size() == out.size()));
  const size_t body = x.size() - x.size() % Batch::size;
  for (size_t i = 0; i < body; i += Batch::size) {
    const Batch rest = addend.empty() ? Batch(0.0f) : Batch::load_unaligned(addend.data() + i);
    Batch value;
    if constexpr (std::is_same_v<Stored, float>) {
      value = Batch::load_unaligned(x.data() + i);
    } else {
      alignas(Arch::alignment()) int32_t integers[Batch::size];
      for (size_t lane = 0; lane < Batch::size; ++lane) integers[lane] = x[i + lane];
      value = xsimd::to_float(xsimd::batch<int32_t, Arch>::load_aligned(integers));
    }
    multiply_add<Arch>(value, Batch(factor), rest).store_unaligned(out.data() + i);
  }
  for (size_t i = body; i < x.size(); ++i) {
    out[i] = static_cast<float>(x[i]) * factor + (addend.empty() ? 0.0f : addend[i]);
  }
}

// x /= |x|, in place. A vector shorter than the square root of `floor` is divided by that root instead, so
// that zero stays zero.
template <class Arch = xsimd::default_arch>
void normalize(std::span<float> x, float floor = 1e-12f) {
  scale<Arch>(x, 1.0f / std::sqrt(std::fmax(dot<Arch>(x, x), floor)), x);
}

}  // namespace wembed
