// Seven bits a number, zero exact.
#include "kernels/quantize.h"

#include <algorithm>
#include <catch2/catch_template_test_macros.hpp>
#include <catch2/catch_test_macros.hpp>
#include <catch2/generators/catch_generators.hpp>
#include <catch2/generators/catch_generators_range.hpp>
#include <catch2/matchers/catch_matchers_floating_point.hpp>

#include "support/random.h"

using namespace wembed;
using Catch::Matchers::WithinAbs;

TEMPLATE_TEST_CASE("a quantized row is within half a step of the values", "[kernels][property]",
                   xsimd::default_arch, xsimd::emulated<128>) {
  const uint32_t seed = GENERATE(range(0u, 50u));
  CAPTURE(seed);
  auto values = random_floats(1 + seed * 3, seed);
  if (seed % 3 == 1) {
    for (float& value : values) value = std::fabs(value);  // as after ReLU
  }
  if (seed % 3 == 2) {
    for (float& value : values) value = -std::fabs(value);
  }
  std::vector<typename Int8Dot<TestType>::Activation> out(values.size() + 3);
  const auto [scale, zero] = quantize_row<TestType>(values, out);
  CHECK((zero >= 0 && zero <= 127));
  for (size_t i = 0; i < values.size(); ++i) {
    CHECK((out[i] >= 0 && out[i] <= 127));
    // The zero point is rounded as well, so an end of the range may be one more half step away.
    CHECK_THAT(static_cast<float>(out[i] - zero) * scale, WithinAbs(values[i], 1.01 * scale));
  }
  for (size_t i = values.size(); i < out.size(); ++i) CHECK(out[i] == 0);
}

TEMPLATE_TEST_CASE("zeros quantize to zero exactly", "[kernels]", xsimd::default_arch, xsimd::emulated<128>) {
  std::vector<float> values(11, 0.0f);
  std::vector<typename Int8Dot<TestType>::Activation> out(11);
  const auto all_zero = quantize_row<TestType>(values, out);
  for (const auto q : out) CHECK(q == all_zero.zero);
  values[4] = -3.0f;
  values[9] = 1.0f;
  const auto mixed = quantize_row<TestType>(values, out);
  CHECK(out[0] == mixed.zero);
  CHECK(out[10] == mixed.zero);
}
