// The exponentials of a softmax.
#include "kernels/softmax.h"

#include <catch2/catch_template_test_macros.hpp>
#include <catch2/catch_test_macros.hpp>
#include <catch2/generators/catch_generators.hpp>
#include <catch2/generators/catch_generators_range.hpp>
#include <catch2/matchers/catch_matchers_floating_point.hpp>
#include <numeric>

#include "support/random.h"

using namespace wembed;
using Catch::Matchers::WithinAbs;

TEMPLATE_TEST_CASE("a softmax is a distribution that ignores a constant shift", "[kernels][property]",
                   xsimd::default_arch, xsimd::emulated<128>) {
  const uint32_t seed = GENERATE(range(0u, 100u));
  const float shift = GENERATE(1000.0f, -1e9f / 1024.0f);  // lower than any sentinel for "masked"
  CAPTURE(seed, shift);
  auto x = random_floats(1 + seed % 33, seed);
  auto shifted = x;
  for (float& v : x) v = std::round(v * 64) / 64;  // exact after the shift
  for (size_t i = 0; i < x.size(); ++i) shifted[i] = x[i] + std::round(shift);
  const float sum = exponentials<TestType>(x, 0.5f), shifted_sum = exponentials<TestType>(shifted, 0.5f);
  CHECK(sum >= 1.0f);
  CHECK_THAT(std::accumulate(x.begin(), x.end(), 0.0) / sum, WithinAbs(1.0, 1e-5));
  const double tolerance = shift == 1000.0f ? 1e-4 : 5e-2;  // a float near -1e6 has 1/16 steps
  for (size_t i = 0; i < x.size(); ++i)
    CHECK_THAT(shifted[i] / shifted_sum, WithinAbs(x[i] / sum, tolerance));
}

TEMPLATE_TEST_CASE("exponentials agree with the library's", "[kernels]", xsimd::default_arch,
                   xsimd::emulated<128>) {
  std::vector<float> x{-80.0f, -3.0f, 0.0f, 1.5f, 2.0f, -0.25f, 1.0f, 0.5f, -1.0f};
  auto y = x;
  exponentials<TestType>(y, 2.0f);
  for (size_t i = 0; i < x.size(); ++i) CHECK_THAT(y[i], WithinAbs(std::exp(2.0 * (x[i] - 2.0)), 1e-6));
}
