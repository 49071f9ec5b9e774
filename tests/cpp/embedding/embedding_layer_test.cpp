// Token + position (+ type, norm) = combined, fused and apart.
#include "embedding/embedding_layer.h"

#include <catch2/catch_test_macros.hpp>
#include <catch2/generators/catch_generators.hpp>
#include <catch2/matchers/catch_matchers_floating_point.hpp>
#include <catch2/matchers/catch_matchers_string.hpp>

#include "support/random.h"
#include "support/reference.h"

using namespace wembed;
using Catch::Matchers::ContainsSubstring;
using Catch::Matchers::WithinAbs;

namespace {

constexpr size_t vocab = 9, positions = 6, types = 2;

// Tables with everything a layer can have; tests take parts away.
struct Layer {
  explicit Layer(size_t dim)
      : token(random_floats(vocab * dim, 1)),
        position(random_floats(positions * dim, 2)),
        type(random_floats(types * dim, 3)),
        weight(random_floats(dim, 4)),
        bias(random_floats(dim, 5)),
        int8(random_int8(vocab * dim, 6)),
        scale(random_floats(vocab, 7)) {
    tables.token.f32 = {std::span<const float>(token), vocab, dim};
    tables.position.f32 = {std::span<const float>(position), positions, dim};
    tables.type.f32 = {std::span<const float>(type), types, dim};
    tables.norm_weight = weight;
    tables.norm_bias = bias;
    tables.norm_epsilon = 1e-6f;
    tables.token_scale = 1.5f;
  }
  std::vector<float> token, position, type, weight, bias;
  std::vector<int8_t> int8;
  std::vector<float> scale;
  EmbeddingTables tables;
};

const std::vector<int32_t> ids{8, 0, 3, 3}, places{5, 0, 2, 1}, kinds{1, 0, 0, 1};

}  // namespace

TEST_CASE("the fused pass is scale * token + position + type, then the norm", "[embedding]") {
  const size_t dim = GENERATE(size_t{1}, size_t{3}, size_t{8}, size_t{19});
  const bool int8 = GENERATE(false, true), with_position = GENERATE(false, true),
             with_type = GENERATE(false, true), with_norm = GENERATE(false, true),
             given = GENERATE(false, true);
  CAPTURE(dim, int8, with_position, with_type, with_norm, given);
  Layer layer(dim);
  auto& tables = layer.tables;
  if (int8)
    tables.token = {
        .f32 = {}, .int8 = {std::span<const int8_t>(layer.int8), vocab, dim}, .scale = layer.scale};
  if (!with_position) tables.position = {};
  if (!with_type) tables.type = {};
  if (!with_norm) tables.norm_weight = {};
  const EmbeddingInput input{ids, given ? std::span<const int32_t>(places) : std::span<const int32_t>(),
                             given ? std::span<const int32_t>(kinds) : std::span<const int32_t>()};
  REQUIRE(check_embedding_input(tables, input).ok());
  std::vector<float> out(ids.size() * dim);
  combined_embedding(tables, input, {std::span(out), ids.size(), dim});

  for (size_t t = 0; t < ids.size(); ++t) {
    std::vector<float> sum(dim);
    for (size_t i = 0; i < dim; ++i) {
      const size_t row = static_cast<size_t>(ids[t]);
      const float token = int8 ? layer.scale[row] * static_cast<float>(layer.int8[row * dim + i])
                               : layer.token[row * dim + i];
      sum[i] = 1.5f * token;
      if (with_position) sum[i] += layer.position[(given ? static_cast<size_t>(places[t]) : t) * dim + i];
      if (with_type) sum[i] += layer.type[(given ? static_cast<size_t>(kinds[t]) : 0) * dim + i];
    }
    const auto normed = reference::layer_norm(sum, layer.weight, layer.bias, 1e-6);
    for (size_t i = 0; i < dim; ++i) {
      const double expected = with_norm ? normed[i] : sum[i];
      // A dimension of 1 is all rounding after the norm.
      if (with_norm && dim == 1) continue;
      CHECK_THAT(out[t * dim + i], WithinAbs(expected, int8 ? 2e-3 : 2e-5));
    }
  }
}

TEST_CASE("gathered rows and their sum are the parts of the combined embedding", "[embedding]") {
  Layer layer(11);
  layer.tables.norm_weight = {};
  layer.tables.token_scale = 1.0f;
  std::vector<float> sum(4 * 11), addend(4 * 11), fused(4 * 11);
  const MatrixView<float> sums(std::span(sum), 4, 11), addends(std::span(addend), 4, 11);
  gather_rows(layer.tables.token, ids, 1.0f, sums);
  CHECK(std::equal(sum.begin(), sum.begin() + 11, layer.token.begin() + 8 * 11));
  gather_rows(layer.tables.position, {}, 1.0f, addends);
  CHECK(std::equal(addend.begin(), addend.end(), layer.position.begin()));
  add_rows(addends, sums);
  gather_rows(layer.tables.type, kinds, 1.0f, addends);
  add_rows(addends, sums);
  combined_embedding(layer.tables, {ids, {}, kinds}, {std::span(fused), 4, 11});
  for (size_t i = 0; i < sum.size(); ++i) CHECK_THAT(fused[i], WithinAbs(sum[i], 1e-5));
}

TEST_CASE("an id, position or type outside its table is an error that names it", "[embedding]") {
  struct Case {
    const char* name;
    std::vector<int32_t> ids, positions, types;
    const char* message;
  };
  const auto c = GENERATE(values<Case>({
      {"id too large", {1, 9}, {}, {}, "id 9 of token 1 is outside the table of 9 rows"},
      {"negative id", {-1}, {}, {}, "id -1 of token 0"},
      {"position too large", {1}, {6}, {}, "position 6"},
      {"negative type", {1}, {}, {-1}, "type -1"},
      {"a position for some only", {1, 2}, {1}, {}, "1 positions for 2 ids"},
      {"more tokens than positions",
       {0, 0, 0, 0, 0, 0, 0},
       {},
       {},
       "7 tokens, but the position table has 6 rows"},
  }));
  CAPTURE(c.name);
  const Layer layer(4);
  const auto checked = check_embedding_input(layer.tables, {c.ids, c.positions, c.types});
  REQUIRE_FALSE(checked.ok());
  CHECK(checked.error().code == ErrorCode::invalid_input);
  CHECK_THAT(checked.error().message, ContainsSubstring(c.message));
}
