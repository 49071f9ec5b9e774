// The few operations that xsimd lacks: a multiply-add that is one instruction where the target has one, and
// the integer dot product of quantized matrices. The only file with intrinsics and target macros.
#pragma once

#include <cstddef>
#include <cstdint>
#include <cstring>

#include "xsimd/xsimd.hpp"
#ifdef __wasm_simd128__
#include <wasm_simd128.h>
#endif

namespace wembed {

// a * b + c. Fused (one rounding) or not, as the target likes: results agree to rounding, not to the bit.
template <class Arch>
inline xsimd::batch<float, Arch> multiply_add(xsimd::batch<float, Arch> a, xsimd::batch<float, Arch> b,
                                              xsimd::batch<float, Arch> c) {
#ifdef __wasm_relaxed_simd__
  return wasm_f32x4_relaxed_madd(a, b, c);
#else
  return xsimd::fma(a, b, c);
#endif
}

// One step of a product of int8 weights and 7-bit activations: for each of `lanes` columns c,
//   sums[c] += sum over g < group of weights[c][g] * activations[g].
// Weights are in -127 ... 127, activations in 0 ... 127: the relaxed instruction is defined for no others.
// Integer sums are exact, so every target gives the same bits.
template <class Arch>
struct Int8Dot {
  using Sums = xsimd::batch<int32_t, Arch>;
  using Activation = int16_t;
  static constexpr size_t lanes = Sums::size;
  static constexpr size_t group = 2;

  struct Activations {
    int32_t first, second;
  };
  static Activations splat(const Activation* activations) { return {activations[0], activations[1]}; }

  struct Weights {
    const int8_t* values;
  };
  static Weights load(const int8_t* weights) { return {weights}; }

  static Sums add(Weights loaded, Activations activations, Sums sums) {
    const int8_t* weights = loaded.values;
    alignas(Arch::alignment()) int32_t products[lanes];
    for (size_t c = 0; c < lanes; ++c) {
      products[c] = weights[2 * c] * activations.first + weights[2 * c + 1] * activations.second;
    }
    return sums + Sums::load_aligned(products);
  }

  // Stores `lanes` integers of 0 ... 127 as activations.
  static void store(Sums integers, Activation* out) {
    alignas(Arch::alignment()) int32_t values[lanes];
    integers.store_aligned(values);
    for (size_t i = 0; i < lanes; ++i) out[i] = static_cast<Activation>(values[i]);
  }
};

#if defined(__wasm_relaxed_simd__)

template <>
struct Int8Dot<xsimd::wasm> {
  using Sums = xsimd::batch<int32_t, xsimd::wasm>;
  using Activation = uint8_t;
  static constexpr size_t lanes = 4;
  static constexpr size_t group = 4;

  using Activations = v128_t;
  static v128_t splat(const Activation* activations) { return wasm_v128_load32_splat(activations); }

  using Weights = v128_t;
  static v128_t load(const int8_t* weights) { return wasm_v128_load(weights); }

  static Sums add(v128_t weights, v128_t activations, Sums sums) {
    return wasm_i32x4_relaxed_dot_i8x16_i7x16_add(weights, activations, sums);
  }

  static void store(Sums integers, Activation* out) {
    const v128_t shorts = wasm_i16x8_narrow_i32x4(integers, integers);
    wasm_v128_store32_lane(out, wasm_i8x16_narrow_i16x8(shorts, shorts), 0);
  }
};

#elif defined(__wasm_simd128__)

template <>
struct Int8Dot<xsimd::wasm> {
  using Sums = xsimd::batch<int32_t, xsimd::wasm>;
  using Activation = int16_t;
  static constexpr size_t lanes = 4;
  static constexpr size_t group = 2;

  using Activations = v128_t;
  static v128_t splat(const Activation* activations) { return wasm_v128_load32_splat(activations); }

  using Weights = v128_t;
  static v128_t load(const int8_t* weights) { return wasm_i16x8_load8x8(weights); }

  static Sums add(v128_t weights, v128_t activations, Sums sums) {
    return wasm_i32x4_add(sums, wasm_i32x4_dot_i16x8(weights, activations));
  }

  static void store(Sums integers, Activation* out) {
    wasm_v128_store64_lane(out, wasm_i16x8_narrow_i32x4(integers, integers), 0);
  }
};

#endif

}  // namespace wembed
