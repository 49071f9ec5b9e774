// The int8 product, bit for bit: its sums are integers.
#include "kernels/matmul_int8.h"

#include <catch2/catch_template_test_macros.hpp>
#include <catch2/catch_test_macros.hpp>
#include <catch2/generators/catch_generators.hpp>
#include <catch2/matchers/catch_matchers_floating_point.hpp>

#include "support/random.h"

using namespace wembed;
using Catch::Matchers::WithinAbs;

TEMPLATE_TEST_CASE("an int8 product gives the bits of the plain one", "[kernels]", xsimd::default_arch,
                   xsimd::emulated<128>) {
  constexpr size_t width = panel_columns<TestType>;
  const size_t rows = GENERATE(size_t{1}, size_t{3}, size_t{4}, size_t{9});
  const size_t columns = GENERATE_COPY(size_t{1}, width - 1, width, 2 * width + 3);
  const size_t depth = GENERATE(size_t{1}, size_t{2}, size_t{3}, size_t{64}, size_t{101});
  CAPTURE(rows, columns, depth);
  const auto a = random_floats(rows * depth, 1);
  const auto weights = random_int8(columns * depth, 2);
  auto scales = random_floats(columns, 3);
  for (float& scale : scales) scale = std::fabs(scale) / 100.0f;

  auto memory = weights;
  const auto packed = pack_int8<TestType>(memory, scales, columns, depth);
  std::vector<typename Int8Dot<TestType>::Activation> integers(rows * packed.padded_depth);
  std::vector<RowScale> row_scales(rows);
  const QuantizedRows<TestType> quantized{integers, row_scales, packed.padded_depth};
  quantize_rows<TestType>({std::span(a), rows, depth}, quantized);
  std::vector<float> out(rows * columns);
  matmul_int8<TestType>(quantized, packed, {.out = {std::span(out), rows, columns}});

  for (size_t r = 0; r < rows; ++r) {
    for (size_t c = 0; c < columns; ++c) {
      int32_t sum = 0;
      for (size_t k = 0; k < depth; ++k) {
        sum += (integers[r * packed.padded_depth + k] - row_scales[r].zero) * weights[c * depth + k];
      }
      CHECK(out[r * columns + c] == static_cast<float>(sum) * (row_scales[r].scale * scales[c]));
    }
  }
}

TEMPLATE_TEST_CASE("the largest sums fit 32 bits and are exact", "[kernels]", xsimd::default_arch,
                   xsimd::emulated<128>) {
  const size_t depth = 4096, columns = panel_columns<TestType>;
  std::vector<int8_t> weights(columns * depth, -127);
  const std::vector<float> scales(columns, 1.0f), a(depth, 127.0f);
  const auto packed = pack_int8<TestType>(weights, scales, columns, depth);
  std::vector<typename Int8Dot<TestType>::Activation> integers(depth);
  std::vector<RowScale> row_scales(1);
  const QuantizedRows<TestType> quantized{integers, row_scales, depth};
  quantize_rows<TestType>({std::span(a), 1, depth}, quantized);
  std::vector<float> out(columns);
  matmul_int8<TestType>(quantized, packed, {.out = {std::span(out), 1, columns}});
  for (const float value : out) CHECK(value == -127.0f * 127.0f * 4096.0f);
}
