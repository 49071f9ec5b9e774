// The whole forward pass against plain loops in double precision.
#include "model/encoder.h"

#include <catch2/catch_test_macros.hpp>
#include <catch2/generators/catch_generators.hpp>
#include <catch2/generators/catch_generators_range.hpp>
#include <catch2/matchers/catch_matchers_floating_point.hpp>
#include <catch2/matchers/catch_matchers_string.hpp>

#include "support/bytes.h"
#include "support/encoder_fixture.h"

using namespace wembed;
using Catch::Matchers::ContainsSubstring;
using Catch::Matchers::WithinAbs;

namespace {

Result<Encoder> load(const EncoderFixture& fixture) {
  WEMBED_TRY(config, read_encoder_config(bytes_of(fixture.config())));
  return Encoder::load(std::move(config), fixture.buffer());
}

const std::vector<std::vector<int32_t>> texts{{3, 1, 4, 1, 5, 9, 2, 6, 5}, {19}, {0, 0, 7}, {8, 9}};

}  // namespace

TEST_CASE("vectors and hidden states are those of the plain forward pass", "[model]") {
  const bool pre = GENERATE(true, false);
  EncoderFixture fixture(GENERATE(1u, 77u), pre ? 12 : 16);  // post-norm has no residual projection
  fixture.pooling =
      GENERATE(std::string("mean"), std::string("cls"), std::string("last"), std::string("max"));
  fixture.norm_placement = pre ? "pre" : "post";
  CAPTURE(fixture.pooling, pre);
  auto encoder = load(fixture);
  REQUIRE(encoder.ok());
  const size_t dim = encoder.value().dimension();
  EncoderWorkspace workspace;
  for (const auto& ids : texts) {
    std::vector<float> out(dim), hidden(ids.size() * fixture.hidden);
    const uint32_t begins[] = {0, static_cast<uint32_t>(ids.size())};
    REQUIRE(encoder.value().encode(ids, begins, workspace, {std::span(out), 1, dim}).ok());
    REQUIRE(
        encoder.value().hidden_states(ids, workspace, {std::span(hidden), ids.size(), fixture.hidden}).ok());
    const auto expected = fixture.vector(ids);
    for (size_t i = 0; i < dim; ++i) CHECK_THAT(out[i], WithinAbs(expected[i], 2e-5));
    const auto states = fixture.hidden_states(ids);
    for (size_t i = 0; i < hidden.size(); ++i) CHECK_THAT(hidden[i], WithinAbs(states[i], 2e-4));
  }
}

TEST_CASE("a text has the same vector alone and in any batch, bit for bit", "[model][property]") {
  const uint32_t seed = GENERATE(range(0u, 20u));
  CAPTURE(seed);
  auto encoder = load(EncoderFixture());
  REQUIRE(encoder.ok());
  const size_t dim = encoder.value().dimension();
  EncoderWorkspace workspace;
  std::mt19937 random(seed);
  std::vector<int32_t> ids;
  std::vector<uint32_t> begins{0};
  const size_t count = 1 + random() % 200;  // more than one group
  for (size_t s = 0; s < count; ++s) {
    const size_t tokens = random() % 10;
    for (size_t t = 0; t < tokens; ++t) ids.push_back(static_cast<int32_t>(random() % 20));
    begins.push_back(static_cast<uint32_t>(ids.size()));
  }
  std::vector<float> batch(count * dim), alone(dim);
  REQUIRE(encoder.value().encode(ids, begins, workspace, {std::span(batch), count, dim}).ok());
  for (size_t s = 0; s < count; ++s) {
    REQUIRE(encoder.value()
                .encode(ids, std::span(begins).subspan(s, 2), workspace, {std::span(alone), 1, dim})
                .ok());
    CHECK(std::equal(alone.begin(), alone.end(), batch.begin() + static_cast<ptrdiff_t>(s * dim)));
  }
}

TEST_CASE("a sequence without tokens is the dense layer of zero, alone and between others", "[model]") {
  const EncoderFixture fixture;
  auto encoder = load(fixture);
  REQUIRE(encoder.ok());
  EncoderWorkspace workspace;
  const size_t dim = encoder.value().dimension();
  const std::vector<int32_t> ids{3, 4};
  const std::vector<uint32_t> begins{0, 0, 1, 1, 2, 2};
  std::vector<float> out(5 * dim);
  REQUIRE(encoder.value().encode(ids, begins, workspace, {std::span(out), 5, dim}).ok());
  double length = 0;
  for (const float bias : fixture.tensors.at("dense.bias")) length += std::tanh(bias) * std::tanh(bias);
  for (const size_t row : {size_t{0}, size_t{2}, size_t{4}}) {
    for (size_t i = 0; i < dim; ++i) {
      CHECK_THAT(out[row * dim + i],
                 WithinAbs(std::tanh(fixture.tensors.at("dense.bias")[i]) / std::sqrt(length), 1e-5));
    }
  }
}

TEST_CASE("an id outside the vocabulary is an error, and the encoder stays usable", "[model]") {
  auto encoder = load(EncoderFixture());
  REQUIRE(encoder.ok());
  EncoderWorkspace workspace;
  std::vector<float> out(encoder.value().dimension());
  const std::vector<int32_t> bad{1, 20}, good{1, 19};
  const uint32_t begins[] = {0, 2};
  const MatrixView<float> row(std::span(out), 1, out.size());
  CHECK_THAT(encoder.value().encode(bad, begins, workspace, row).error().message,
             ContainsSubstring("id 20 of token 1 is outside the table of 20 rows"));
  CHECK(encoder.value().encode(good, begins, workspace, row).ok());
}

TEST_CASE("weights that contradict the config are errors that name the tensor", "[model]") {
  EncoderFixture fixture;
  SECTION("missing") {
    fixture.tensors.erase("encoder.layer.1.mlp.up.bias");
    CHECK_THAT(load(fixture).error().message,
               ContainsSubstring("encoder.layer.1.mlp.up.bias [24] is missing"));
  }
  SECTION("misshapen") {
    fixture.shapes["dense.weight"] = {8, 32};
    CHECK_THAT(load(fixture).error().message,
               ContainsSubstring("dense.weight has the shape [8, 32], but config.json says [16, 16]"));
  }
  SECTION("one too many") {
    fixture.tensors["pooler.weight"] = {1.0f};
    fixture.shapes["pooler.weight"] = {1};
    CHECK_THAT(load(fixture).error().message, ContainsSubstring("pooler.weight [1] is not part of"));
  }
}
