// Products of float32 matrices: rows of activations times packed weights.
#pragma once

#include <algorithm>
#include <array>
#include <cassert>
#include <cstddef>
#include <span>
#include <vector>

#include "base/matrix_view.h"
#include "kernels/linear_store.h"
#include "kernels/primitives.h"

namespace wembed {

// Columns that one panel of packed weights holds: two batches.
template <class Arch = xsimd::default_arch>
inline constexpr size_t panel_columns = 2 * xsimd::batch<float, Arch>::size;

// Weights [columns, depth] as panels: panel p holds columns p * width ... as [depth][width], so that the
// innermost loop reads forward. Full panels lie in memory that the maker of this struct borrows; the columns
// left over are in `tail`, padded with zeros.
struct PackedF32 {
  std::span<const float> panels;  // [columns / width][depth][width]
  std::vector<float> tail;        // [depth][width], or empty
  size_t columns = 0;
  size_t depth = 0;
};

// Packs in place: a panel's rows and the panel are the same bytes in another order. scratch: [width * depth]
template <class Arch = xsimd::default_arch>
PackedF32 pack_f32(std::span<float> weights, size_t columns, size_t depth) {
  constexpr size_t width = panel_columns<Arch>;
  assert(weights.size() == columns * depth);
  PackedF32 packed;
  packed.panels = weights.first(columns / width * width * depth);
  packed.columns = columns;
  packed.depth = depth;
  std::vector<float> scratch(width * depth);
  const auto transpose = [&](const float* rows, size_t count) {
    std::fill(scratch.begin(), scratch.end(), 0.0f);
    for (size_t c = 0; c < count; ++c) {
      for (size_t k = 0; k < depth; ++k) scratch[k * width + c] = rows[c * depth + k];
    }
  };
  for (size_t begin = 0; begin + width <= columns; begin += width) {
    transpose(weights.data() + begin * depth, width);
    std::copy(scratch.begin(), scratch.end(), weights.begin() + begin * depth);
  }
  if (columns % width != 0) {
    transpose(weights.data() + columns / width * width * depth, columns % width);
    packed.tail = std::move(scratch);
  }
  return packed;
}

// Sums of one tile: `Rows` rows by one panel.   a: [Rows, depth], rows `a_stride` apart
// b: [depth] rows of two batches, `b_stride` apart.
template <class Arch, size_t Rows>
using TileF32 = std::array<std::array<xsimd::batch<float, Arch>, 2>, Rows>;

// Not inlined: V8 optimizes a small function that is called often sooner, and keeps its sums in registers;
// inlined into the loops around it, a tile ran at a third of the speed in Node 20.
template <class Arch, size_t Rows>
[[gnu::noinline]] TileF32<Arch, Rows> multiply_tile_f32(const float* a, size_t a_stride, const float* b,
                                                        size_t b_stride, size_t depth) {
  using Batch = xsimd::batch<float, Arch>;
  // Held apart from the result, which is memory of the caller: summed there, it would be cleared first.
  Batch sums[Rows][2];
  for (auto& row : sums) row[0] = row[1] = Batch(0.0f);
  // Unrolled by the compiler, this loop spills in V8: half the speed (TOOLCHAIN.md, ceilings).
#pragma clang loop unroll(disable)
  for (size_t k = 0; k < depth; ++k) {
    const Batch b0 = Batch::load_unaligned(b);
    const Batch b1 = Batch::load_unaligned(b + Batch::size);
    b += b_stride;
    for (size_t r = 0; r < Rows; ++r) {
      const Batch x(a[r * a_stride + k]);
      sums[r][0] = multiply_add<Arch>(x, b0, sums[r][0]);
      sums[r][1] = multiply_add<Arch>(x, b1, sums[r][1]);
    }
  }
  TileF32<Arch, Rows> result;
  for (size_t r = 0; r < Rows; ++r) result[r] = {sums[r][0], sums[r][1]};
  return result;
}

// One row by four panels side by side: each addition waits for the one before it, so a single row needs more
// sums than a panel has. In every sum the order is that of the tile above: a row's result does not depend on
// how many other rows there are.   a: [depth]   panels: one after the other
template <class Arch>
[[gnu::noinline]] TileF32<Arch, 4> multiply_row_f32(const float* a, const float* panels, size_t depth) {
  using Batch = xsimd::batch<float, Arch>;
  constexpr size_t width = panel_columns<Arch>;
  const size_t panel_size = depth * width;
  Batch sums[4][2];
  for (auto& panel : sums) panel[0] = panel[1] = Batch(0.0f);
#pragma clang loop unroll(disable)
  for (size_t k = 0; k < depth; ++k) {
    const Batch x(a[k]);
    for (size_t p = 0; p < 4; ++p) {
      const float* b = panels + p * panel_size + k * width;
      sums[p][0] = multiply_add<Arch>(x, Batch::load_unaligned(b), sums[p][0]);
      sums[p][1] = multiply_add<Arch>(x, Batch::load_unaligned(b + Batch::size), sums[p][1]);
    }
  }
  TileF32<Arch, 4> result;
  for (size_t p = 0; p < 4; ++p) result[p] = {sums[p][0], sums[p][1]};
  return result;
}

// Calls `step` with the number of rows of each tile, as a constant, and the row it begins at: 4, 4, ...,
// rest.
template <class Step>
inline void for_each_row_tile(size_t rows, Step&& step) {
  size_t row = 0;
  for (; row + 4 <= rows; row += 4) step(std::integral_constant<size_t, 4>(), row);
  switch (rows - row) {
    case 3: step(std::integral_constant<size_t, 3>(), row); break;
    case 2: step(std::integral_constant<size_t, 2>(), row); break;
    case 1: step(std::integral_constant<size_t, 1>(), row); break;
    default: break;
  }
}

// Stores a tile's sums: `columns` of them, from `column` on.
template <class Arch, size_t Rows>
inline void store_tile(const TileF32<Arch, Rows>& sums, const LinearStore& store, size_t row, size_t column,
                       size_t columns) {
  constexpr size_t lanes = xsimd::batch<float, Arch>::size;
  for (size_t r = 0; r < Rows; ++r) {
    for (size_t half = 0; half < 2; ++half) {
      const size_t begin = half * lanes;
      if (begin + lanes <= columns) {
        store.store<Arch>(row + r, column + begin, sums[r][half]);
      } else if (begin < columns) {
        store.store_part<Arch>(row + r, column + begin, columns - begin, sums[r][half]);
      }
    }
  }
}

// store.out = a * weights^T, with bias, activation and residual.   a: [rows, depth]   out: [rows, columns]
template <class Arch = xsimd::default_arch>
void matmul_f32(MatrixView<const float> a, const PackedF32& weights, const LinearStore& store) {
  constexpr size_t width = panel_columns<Arch>;
  assert(a.columns() == weights.depth && store.out.columns() == weights.columns);
  assert(store.out.rows() == a.rows());
  size_t column = 0;
  if (a.rows() == 1) {
    for (; column + 4 * width <= weights.columns; column += 4 * width) {
      const auto sums =
          multiply_row_f32<Arch>(a.data(), weights.panels.data() + column * weights.depth, weights.depth);
      for (size_t p = 0; p < 4; ++p) {
        store_tile<Arch, 1>({sums[p]}, store, 0, column + p * width, width);
      }
    }
  }
  for (; column < weights.columns; column += width) {
    const bool full = column + width <= weights.columns;
    const float* panel = full ? weights.panels.data() + column * weights.depth : weights.tail.data();
    const size_t columns = full ? width : weights.columns - column;
    for_each_row_tile(a.rows(), [&](auto count, size_t row) {
      const auto sums = multiply_tile_f32<Arch, count()>(a.data() + row * a.stride(), a.stride(), panel,
                                                         width, weights.depth);
      store_tile<Arch, count()>(sums, store, row, column, columns);
    });
  }
}

}  // namespace wembed
