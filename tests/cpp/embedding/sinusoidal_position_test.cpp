// Fixed positions against double precision.
#include "embedding/sinusoidal_position.h"

#include <catch2/catch_test_macros.hpp>
#include <catch2/generators/catch_generators.hpp>
#include <catch2/matchers/catch_matchers_floating_point.hpp>
#include <cmath>
#include <vector>

#include "support/reference.h"

using namespace wembed;
using Catch::Matchers::WithinAbs;

TEST_CASE("the interleaved layout is the formula of the paper, odd dimensions too", "[embedding]") {
  const size_t dim = GENERATE(size_t{1}, size_t{2}, size_t{7}, size_t{64}, size_t{385});
  const double base = GENERATE(10000.0, 500.0);
  const size_t first = GENERATE(size_t{0}, size_t{1000003});
  CAPTURE(dim, base, first);
  const size_t tokens = 40;
  std::vector<float> table(tokens * dim);
  sinusoidal_positions({.base = base, .first_position = first}, {std::span(table), tokens, dim});
  for (size_t t = 0; t < tokens; ++t) {
    for (size_t c = 0; c < dim; ++c) {
      CHECK_THAT(table[t * dim + c],
                 WithinAbs(reference::sinusoid(static_cast<double>(first + t), c, dim, base), 1e-6));
    }
  }
}

TEST_CASE("the concatenated layout has the sines first, and a zero at the end of an odd dimension",
          "[embedding]") {
  const size_t dim = GENERATE(size_t{1}, size_t{2}, size_t{3}, size_t{256}, size_t{257});
  const auto spacing = GENERATE(FrequencySpacing::exclusive, FrequencySpacing::inclusive);
  CAPTURE(dim);
  const size_t tokens = 128, pairs = dim / 2;
  std::vector<float> table(tokens * dim);
  sinusoidal_positions({.layout = SinusoidalLayout::concatenated, .spacing = spacing, .scale = 0.5},
                       {std::span(table), tokens, dim});
  for (size_t t = 0; t < tokens; ++t) {
    for (size_t i = 0; i < pairs; ++i) {
      const double steps = spacing == FrequencySpacing::exclusive
                               ? static_cast<double>(pairs)
                               : std::max(1.0, static_cast<double>(pairs) - 1);
      const double angle = static_cast<double>(t) * std::pow(10000.0, -static_cast<double>(i) / steps);
      CHECK_THAT(table[t * dim + i], WithinAbs(0.5 * std::sin(angle), 1e-6));
      CHECK_THAT(table[t * dim + pairs + i], WithinAbs(0.5 * std::cos(angle), 1e-6));
    }
    if (dim % 2 == 1) CHECK(table[t * dim + dim - 1] == 0.0f);
  }
}

TEST_CASE("a table that begins later is the end of a longer table", "[embedding]") {
  std::vector<float> all(10 * 6), end(4 * 6);
  sinusoidal_positions({}, {std::span(all), 10, 6});
  sinusoidal_positions({.first_position = 6}, {std::span(end), 4, 6});
  CHECK(std::equal(end.begin(), end.end(), all.begin() + 6 * 6));
}
