// Attention of one head against double precision, inside wider matrices.
#include "kernels/attention.h"

#include <catch2/catch_template_test_macros.hpp>
#include <catch2/catch_test_macros.hpp>
#include <catch2/generators/catch_generators.hpp>
#include <catch2/matchers/catch_matchers_floating_point.hpp>

#include "support/random.h"
#include "support/reference.h"

using namespace wembed;
using Catch::Matchers::WithinAbs;

TEMPLATE_TEST_CASE("attention agrees with the definition and writes nothing beside it", "[kernels]",
                   xsimd::default_arch, xsimd::emulated<128>) {
  const size_t tokens = GENERATE(size_t{1}, size_t{2}, size_t{8}, size_t{15}, size_t{33}, size_t{70});
  const size_t dim = GENERATE(size_t{1}, size_t{12}, size_t{32}, size_t{64});
  CAPTURE(tokens, dim);
  const auto q = random_floats(tokens * dim, 1), k = random_floats(tokens * dim, 2),
             v = random_floats(tokens * dim, 3);
  const float scale = 0.7f / std::sqrt(static_cast<float>(dim));
  const auto expected = reference::attention(q, k, v, tokens, dim, scale);

  // The last head of a [tokens, 3 * size] matrix, whose buffer ends with it.
  std::vector<float> qkv(tokens * 3 * dim), out(tokens * (dim + 2), 7.0f);
  for (size_t t = 0; t < tokens; ++t) {
    std::copy_n(&q[t * dim], dim, &qkv[t * 3 * dim]);
    std::copy_n(&k[t * dim], dim, &qkv[t * 3 * dim + dim]);
    std::copy_n(&v[t * dim], dim, &qkv[t * 3 * dim + 2 * dim]);
  }
  const MatrixView<const float> all(std::span<const float>(qkv), tokens, 3 * dim);
  std::vector<float> scratch(attention_scratch<TestType>(tokens, dim), NAN);
  attention<TestType>(all.column_range(0, dim), all.column_range(dim, dim), all.column_range(2 * dim, dim),
                      scale, scratch,
                      MatrixView<float>(std::span(out), tokens, dim + 2).column_range(1, dim));
  for (size_t t = 0; t < tokens; ++t) {
    CHECK(out[t * (dim + 2)] == 7.0f);
    CHECK(out[t * (dim + 2) + dim + 1] == 7.0f);
    for (size_t i = 0; i < dim; ++i) {
      CHECK_THAT(out[t * (dim + 2) + 1 + i], WithinAbs(expected[t * dim + i], 1e-5));
    }
  }
}
