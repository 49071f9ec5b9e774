// Scaled dot-product attention of one sequence (Vaswani et al. 2017, section 3.2).
#pragma once

#include <algorithm>
#include <cassert>
#include <cstddef>
#include <span>

#include "base/matrix_view.h"
#include "kernels/matmul_f32.h"
#include "kernels/softmax.h"

namespace wembed {

// Query rows whose scores are held at a time: with a few hundred keys they stay in the first-level cache.
inline constexpr size_t attention_block = 16;

// Numbers of scratch memory that `attention` needs for a sequence.
template <class Arch = xsimd::default_arch>
constexpr size_t attention_scratch(size_t tokens, size_t head_dim) {
  constexpr size_t width = panel_columns<Arch>;
  const size_t padded_tokens = (tokens + width - 1) / width * width;
  return padded_tokens * head_dim           // keys as panels
         + attention_block * padded_tokens  // scores
         + tokens * width;                  // the last values of an odd-sized head
}

// Keys of one head as panels [padded tokens / width][head_dim][width], zeros after the last token.
template <class Arch = xsimd::default_arch>
void pack_keys(MatrixView<const float> keys, std::span<float> panels) {
  constexpr size_t width = panel_columns<Arch>;
  const size_t tokens = keys.rows(), dim = keys.columns();
  for (size_t begin = 0; begin < tokens; begin += width) {
    float* panel = panels.data() + begin * dim;
    const size_t count = std::min(width, tokens - begin);
    for (size_t c = 0; c < count; ++c) {
      const float* key = keys.data() + (begin + c) * keys.stride();
      for (size_t k = 0; k < dim; ++k) panel[k * width + c] = key[k];
    }
    for (size_t c = count; c < width; ++c) {
      for (size_t k = 0; k < dim; ++k) panel[k * width + c] = 0.0f;
    }
  }
}

// out = softmax(scale * queries keys^T) values, for one head.
// queries, keys, values, out: [tokens, head_dim], views into wider matrices; scratch: attention_scratch().
template <class Arch = xsimd::default_arch>
void attention(MatrixView<const float> queries, MatrixView<const float> keys, MatrixView<const float> values,
               float scale, std::span<float> scratch, MatrixView<float> out) {
  using Batch = xsimd::batch<float, Arch>;
  constexpr size_t width = panel_columns<Arch>;
  const size_t tokens = keys.rows(), dim = keys.columns();
  const size_t padded = (tokens + width - 1) / width * width;
  assert(scratch.size() >= attention_scratch<Arch>(tokens, dim));
  const auto panels = scratch.first(padded * dim);
  const auto scores = scratch.subspan(padded * dim, attention_block * padded);
  const auto tail = scratch.subspan((dim + attention_block) * padded, tokens * width);

  pack_keys<Arch>(keys, panels);
  const size_t odd = dim % width;
  if (odd != 0) {
    for (size_t t = 0; t < tokens; ++t) {
      for (size_t c = 0; c < width; ++c) tail[t * width + c] = c < odd ? values.row(t)[dim - odd + c] : 0.0f;
    }
  }

  for (size_t begin = 0; begin < queries.rows(); begin += attention_block) {
    const size_t rows = std::min(attention_block, queries.rows() - begin);
    const MatrixView<float> block(scores, rows, padded);
    for (size_t column = 0; column < padded; column += width) {
      for_each_row_tile(rows, [&](auto count, size_t row) {
        const auto sums =
            multiply_tile_f32<Arch, count()>(queries.data() + (begin + row) * queries.stride(),
                                             queries.stride(), panels.data() + column * dim, width, dim);
        store_tile<Arch, count()>(sums, LinearStore{.out = block}, row, column, width);
      });
    }
    float inverse[attention_block];
    for (size_t row = 0; row < rows; ++row) {
      inverse[row] = 1.0f / exponentials<Arch>(block.row(row).first(tokens), scale);
    }
    const LinearStore store{.out = out.row_range(begin, rows)};
    for (size_t column = 0; column < dim; column += width) {
      const bool full = column + width <= dim;
      const float* panel = full ? values.data() + column : tail.data();
      const size_t stride = full ? values.stride() : width;
      for_each_row_tile(rows, [&](auto count, size_t row) {
        auto sums =
            multiply_tile_f32<Arch, count()>(block.data() + row * padded, padded, panel, stride, tokens);
        for (size_t r = 0; r < count(); ++r) {
          for (auto& sum : sums[r]) sum *= Batch(inverse[row + r]);
        }
        store_tile<Arch, count()>(sums, store, row, column, std::min(width, dim - column));
      });
    }
  }
}

}  // namespace wembed
