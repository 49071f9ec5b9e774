// Products of 7-bit activations and int8 weights, in 32-bit integers.
#pragma once

#include <algorithm>
#include <array>
#include <cassert>
#include <cstddef>
#include <cstdint>
#include <cstring>
#include <span>
#include <vector>

#include "base/matrix_view.h"
#include "kernels/matmul_f32.h"
#include "kernels/quantize.h"

namespace wembed {

// Weights [columns, depth], int8 with one scale a column, as panels of two batches of columns: panel p is
// [padded depth / group][width][group], so that one step of the dot product reads forward. Full panels are
// borrowed memory when depth is a multiple of `group`; everything else lies in `owned`, padded with zeros.
struct PackedInt8 {
  std::span<const int8_t> panels;  // the full panels
  std::vector<int8_t> owned;       // the last panel, or all of them
  std::vector<int32_t> sums;       // [columns padded to width]: sum of each column's weights
  std::vector<float> scales;       // [columns padded to width]
  size_t columns = 0;
  size_t depth = 0;
  size_t padded_depth = 0;
};

template <class Arch = xsimd::default_arch>
constexpr size_t padded_int8_depth(size_t depth) {
  constexpr size_t group = Int8Dot<Arch>::group;
  return (depth + group - 1) / group * group;
}

// Makes -128 -127, which keeps the relaxed dot product's 16-bit halves in range, and returns the sum.
inline int32_t clamp_and_sum(std::span<int8_t> weights) {
  int32_t sum = 0;
  for (int8_t& weight : weights) {
    weight = std::max<int8_t>(weight, -127);
    sum += weight;
  }
  return sum;
}

// Packs in place where no padding is needed. A weight of -128 becomes -127.   scales: [columns]
template <class Arch = xsimd::default_arch>
PackedInt8 pack_int8(std::span<int8_t> weights, std::span<const float> scales, size_t columns, size_t depth) {
  constexpr size_t width = panel_columns<Arch>, group = Int8Dot<Arch>::group;
  assert(weights.size() == columns * depth && scales.size() == columns);
  const size_t padded_columns = (columns + width - 1) / width * width;
  PackedInt8 packed;
  packed.columns = columns;
  packed.depth = depth;
  packed.padded_depth = padded_int8_depth<Arch>(depth);
  packed.sums.resize(padded_columns);
  packed.scales.assign(scales.begin(), scales.end());
  packed.scales.resize(padded_columns);

  const size_t panel_size = width * packed.padded_depth;
  const bool in_place = packed.padded_depth == depth;
  const size_t kept = in_place ? columns / width : 0;  // panels that stay where they are
  packed.owned.resize((padded_columns / width - kept) * panel_size);
  std::vector<int8_t> scratch(panel_size);
  for (size_t begin = 0; begin < columns; begin += width) {
    std::fill(scratch.begin(), scratch.end(), int8_t{0});
    for (size_t c = 0; c < std::min(width, columns - begin); ++c) {
      const auto row = weights.subspan((begin + c) * depth, depth);
      packed.sums[begin + c] = clamp_and_sum(row);
      // A group at a time: most of a model's load is spent here, in code that the engine has not optimized
      // yet.
      const size_t whole = depth - depth % group;
      for (size_t k = 0; k < whole; k += group) std::memcpy(&scratch[k * width + c * group], &row[k], group);
      std::copy(row.begin() + whole, row.end(), scratch.begin() + whole * width + c * group);
    }
    const size_t panel = begin / width;
    const auto target = panel < kept
                            ? weights.subspan(panel * panel_size, panel_size)
                            : std::span(packed.owned).subspan((panel - kept) * panel_size, panel_size);
    std::copy(scratch.begin(), scratch.end(), target.begin());
  }
  packed.panels = weights.first(kept * panel_size);
  return packed;
}

// Quantized activations: rows of padded_depth, and what each row's integers stand for.
template <class Arch = xsimd::default_arch>
struct QuantizedRows {
  std::span<typename Int8Dot<Arch>::Activation> values;  // [rows, padded_depth]
  std::span<RowScale> scales;                            // [rows]
  size_t padded_depth = 0;
};

// a: [rows, depth]
template <class Arch = xsimd::default_arch>
void quantize_rows(MatrixView<const float> a, QuantizedRows<Arch> out) {
  for (size_t row = 0; row < a.rows(); ++row) {
    out.scales[row] =
        quantize_row<Arch>(a.row(row), out.values.subspan(row * out.padded_depth, out.padded_depth));
  }
}

template <class Arch, size_t Rows>
using TileInt8 = std::array<std::array<xsimd::batch<int32_t, Arch>, 2>, Rows>;

// Sums of one tile: `Rows` rows by one panel.
template <class Arch, size_t Rows>
[[gnu::noinline]] TileInt8<Arch, Rows> multiply_tile_int8(const typename Int8Dot<Arch>::Activation* a,
                                                          size_t a_stride, const int8_t* panel,
                                                          size_t padded_depth) {
  using Dot = Int8Dot<Arch>;
  using Sums = typename Dot::Sums;
  // Held apart from the result, which is memory of the caller: summed there, it would be cleared first.
  Sums sums[Rows][2];
  for (auto& row : sums) row[0] = row[1] = Sums(0);
#pragma clang loop unroll(disable)
  for (size_t k = 0; k < padded_depth; k += Dot::group) {
    const auto w0 = Dot::load(panel);
    const auto w1 = Dot::load(panel + Dot::lanes * Dot::group);
    for (size_t r = 0; r < Rows; ++r) {
      const auto x = Dot::splat(a + r * a_stride + k);
      sums[r][0] = Dot::add(w0, x, sums[r][0]);
      sums[r][1] = Dot::add(w1, x, sums[r][1]);
    }
    panel += 2 * Dot::lanes * Dot::group;
  }
  TileInt8<Arch, Rows> result;
  for (size_t r = 0; r < Rows; ++r) result[r] = {sums[r][0], sums[r][1]};
  return result;
}

// store.out = a * weights^T, dequantized, with bias, activation and residual.   out: [rows, columns]
template <class Arch = xsimd::default_arch>
void matmul_int8(QuantizedRows<Arch> a, const PackedInt8& weights, const LinearStore& store) {
  using Batch = xsimd::batch<float, Arch>;
  using Integers = xsimd::batch<int32_t, Arch>;
  constexpr size_t width = panel_columns<Arch>, lanes = Batch::size;
  const size_t rows = store.out.rows(), depth = weights.padded_depth;
  assert(a.padded_depth == depth && store.out.columns() == weights.columns);
  assert(a.scales.size() >= rows && a.values.size() >= rows * depth);
  for (size_t column = 0; column < weights.columns; column += width) {
    const size_t offset = column * depth;
    const int8_t* panel = offset < weights.panels.size()
                              ? weights.panels.data() + offset
                              : weights.owned.data() + (offset - weights.panels.size());
    const size_t columns = std::min(width, weights.columns - column);
    for_each_row_tile(rows, [&](auto count, size_t row) {
      const auto sums = multiply_tile_int8<Arch, count()>(a.values.data() + row * depth, depth, panel, depth);
      TileF32<Arch, count()> values;
      for (size_t r = 0; r < count(); ++r) {
        const auto [scale, zero] = a.scales[row + r];
        for (size_t half = 0; half < 2; ++half) {
          const size_t begin = column + half * lanes;
          const Integers exact =
              sums[r][half] - Integers(zero) * Integers::load_unaligned(weights.sums.data() + begin);
          values[r][half] =
              xsimd::to_float(exact) * (Batch(scale) * Batch::load_unaligned(weights.scales.data() + begin));
        }
      }
      store_tile<Arch, count()>(values, store, row, column, columns);
    });
  }
}

}  // namespace wembed
