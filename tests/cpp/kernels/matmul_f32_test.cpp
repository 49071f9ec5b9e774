// The float32 product against the plain one, at every awkward size.
#include "kernels/matmul_f32.h"

#include <catch2/catch_template_test_macros.hpp>
#include <catch2/catch_test_macros.hpp>
#include <catch2/generators/catch_generators.hpp>
#include <catch2/generators/catch_generators_range.hpp>
#include <catch2/matchers/catch_matchers_floating_point.hpp>

#include "support/random.h"
#include "support/reference.h"

using namespace wembed;
using Catch::Matchers::WithinAbs;

TEMPLATE_TEST_CASE("a packed product agrees with the plain one", "[kernels]", xsimd::default_arch,
                   xsimd::emulated<128>) {
  constexpr size_t width = panel_columns<TestType>;
  const size_t rows = GENERATE(size_t{0}, size_t{1}, size_t{2}, size_t{3}, size_t{4}, size_t{5}, size_t{11});
  const size_t columns =
      GENERATE_COPY(size_t{1}, width - 1, width, width + 1, 2 * width + width / 2 + 1, 9 * width + 3);
  const size_t depth = GENERATE(size_t{1}, size_t{7}, size_t{64});
  CAPTURE(rows, columns, depth);
  const auto a = random_floats(rows * depth, 1), weights = random_floats(columns * depth, 2);
  const auto expected = reference::matmul(a, weights, rows, columns, depth);

  auto memory = weights;
  const auto packed = pack_f32<TestType>(memory, columns, depth);
  std::vector<float> out(rows * columns);
  matmul_f32<TestType>({std::span(a), rows, depth}, packed, {.out = {std::span(out), rows, columns}});
  for (size_t i = 0; i < out.size(); ++i) CHECK_THAT(out[i], WithinAbs(expected[i], 2e-5));
}

TEMPLATE_TEST_CASE("bias, then activation, then residual are applied in the store", "[kernels]",
                   xsimd::default_arch, xsimd::emulated<128>) {
  const auto activation = GENERATE(Activation::identity, Activation::relu, Activation::gelu,
                                   Activation::gelu_tanh, Activation::silu, Activation::tanh);
  const size_t rows = 3, columns = panel_columns<TestType> + 3, depth = 5;
  const auto a = random_floats(rows * depth, 1), bias = random_floats(columns, 3);
  const auto residual = random_floats(rows * columns, 4);
  auto memory = random_floats(columns * depth, 2);
  const auto product = reference::matmul(a, memory, rows, columns, depth);
  const auto packed = pack_f32<TestType>(memory, columns, depth);

  auto out = residual;  // in place: the residual is the output
  const MatrixView<float> view(std::span(out), rows, columns);
  matmul_f32<TestType>({std::span(a), rows, depth}, packed,
                       {.bias = bias, .activation = activation, .residual = view, .out = view});
  for (size_t i = 0; i < out.size(); ++i) {
    const double expected = reference::activate(activation, product[i] + bias[i % columns]) + residual[i];
    CHECK_THAT(out[i], WithinAbs(expected, 1e-5));
  }
}
