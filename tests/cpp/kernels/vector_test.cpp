// Vector kernels at every awkward length and start.
#include "kernels/vector.h"

#include <catch2/catch_template_test_macros.hpp>
#include <catch2/catch_test_macros.hpp>
#include <catch2/generators/catch_generators.hpp>
#include <catch2/matchers/catch_matchers_floating_point.hpp>

#include "support/random.h"
#include "support/reference.h"

using namespace wembed;
using Catch::Matchers::WithinAbs;

TEMPLATE_TEST_CASE("vector kernels agree with the scalar reference", "[kernels]", xsimd::default_arch,
                   xsimd::emulated<128>) {
  constexpr size_t lanes = xsimd::batch<float, TestType>::size;
  const size_t length =
      GENERATE_COPY(size_t{0}, size_t{1}, lanes - 1, lanes, lanes + 1, 3 * lanes + 2, size_t{384});
  const size_t offset = GENERATE(0u, 1u, 3u);  // misaligned starts
  CAPTURE(lanes, length, offset);
  const auto a = random_floats(length + offset, 1), b = random_floats(length + offset, 2);
  const auto x = std::span(a).subspan(offset), y = std::span(b).subspan(offset);

  CHECK_THAT(dot<TestType>(x, y),
             WithinAbs(reference::dot(x, y), 1e-5 * (1.0 + static_cast<double>(length))));

  std::vector<float> sum(y.begin(), y.end()), scaled(length), combined(length), from_int8(length);
  add<TestType>(x, sum);
  scale<TestType>(x, 3.0f, scaled);
  scale_add<TestType, float>(x, 2.0f, y, combined);
  const auto integers = random_int8(length, 5);
  scale_add<TestType, int8_t>(integers, 0.5f, {}, from_int8);
  for (size_t i = 0; i < length; ++i) {
    CHECK(sum[i] == x[i] + y[i]);
    CHECK(scaled[i] == x[i] * 3.0f);
    CHECK_THAT(combined[i], WithinAbs(2.0f * x[i] + y[i], 1e-6));
    CHECK(from_int8[i] == static_cast<float>(integers[i]) * 0.5f);
  }
}

TEST_CASE("a zero vector stays zero when normalized", "[kernels]") {
  std::vector<float> zero(5, 0.0f), x{3.0f, 4.0f};
  normalize(std::span(zero));
  normalize(std::span(x));
  for (const float value : zero) CHECK(value == 0.0f);
  CHECK_THAT(x[0], WithinAbs(0.6, 1e-6));
  CHECK_THAT(x[1], WithinAbs(0.8, 1e-6));
}
