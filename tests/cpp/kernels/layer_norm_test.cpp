// Layer normalization against double precision.
#include "kernels/layer_norm.h"

#include <catch2/catch_template_test_macros.hpp>
#include <catch2/catch_test_macros.hpp>
#include <catch2/generators/catch_generators.hpp>
#include <catch2/matchers/catch_matchers_floating_point.hpp>

#include "support/random.h"
#include "support/reference.h"

using namespace wembed;
using Catch::Matchers::WithinAbs;

TEMPLATE_TEST_CASE("layer norm agrees with the definition, in place and far from zero", "[kernels]",
                   xsimd::default_arch, xsimd::emulated<128>) {
  constexpr size_t lanes = xsimd::batch<float, TestType>::size;
  const size_t dim = GENERATE_COPY(size_t{0}, size_t{1}, lanes - 1, lanes, lanes + 1, size_t{384});
  const float shift = GENERATE(0.0f, 100.0f);  // a large mean must not cancel the variance
  const bool has_bias = GENERATE(true, false);
  CAPTURE(dim, shift, has_bias);
  auto x = random_floats(dim, 1);
  for (float& value : x) value += shift;
  const auto weight = random_floats(dim, 2);
  const auto bias = has_bias ? random_floats(dim, 3) : std::vector<float>{};
  const auto expected = reference::layer_norm(x, weight, bias, 1e-6);
  layer_norm<TestType>(x, weight, bias, 1e-6f, x);
  for (size_t i = 0; i < dim; ++i) CHECK_THAT(x[i], WithinAbs(expected[i], shift == 0 ? 1e-5 : 1e-3));
}
