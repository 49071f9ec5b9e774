// config.json: every setting is read or refused.
#include "model/encoder_config.h"

#include <catch2/catch_test_macros.hpp>
#include <catch2/generators/catch_generators.hpp>
#include <catch2/matchers/catch_matchers_string.hpp>

#include "support/bytes.h"
#include "support/encoder_fixture.h"

using namespace wembed;
using Catch::Matchers::ContainsSubstring;

namespace {

Result<EncoderConfig> read(std::string_view text) { return read_encoder_config(bytes_of(text)); }

std::string replaced(std::string text, const std::string& from, const std::string& to) {
  const size_t at = text.find(from);
  REQUIRE(at != std::string::npos);
  return text.replace(at, from.size(), to);
}

}  // namespace

TEST_CASE("a config of Universal Sentence Encoder lite is read whole", "[model]") {
  const auto config = read(EncoderFixture().config());
  REQUIRE(config.ok());
  CHECK(config.value().vocab_size == 20);
  CHECK(config.value().attention_sizes == std::vector<size_t>{8, 16});
  CHECK(config.value().embedding_scale == 2.0f);
  CHECK(config.value().sinusoidal.layout == SinusoidalLayout::interleaved);
  CHECK(config.value().pooling == Pooling::mean);
  CHECK(config.value().dense_activation == Activation::tanh);
}

TEST_CASE("a setting that is wrong, unknown or missing is an error that names it", "[model]") {
  struct Case {
    const char* name;
    const char* from;
    const char* to;
    ErrorCode code;
    const char* message;
  };
  const auto c = GENERATE(values<Case>({
      {"another architecture", "universal-sentence-encoder-lite", "bert-base",
       ErrorCode::unsupported_architecture,
       "model_type is \"bert-base\"; wembed has: universal-sentence-encoder-lite"},
      {"an unknown setting", "\"pooling\"", "\"poolings\"", ErrorCode::invalid_model,
       "poolings is a setting"},
      {"an unknown word", "relu", "swish", ErrorCode::invalid_model,
       "hidden_act is \"swish\"; wembed knows: relu"},
      {"no layers", "\"num_hidden_layers\":2", "\"num_hidden_layers\":0", ErrorCode::invalid_model,
       "num_hidden_layers is 0"},
      {"a huge table", "\"max_position_embeddings\":9", "\"max_position_embeddings\":4000000000",
       ErrorCode::invalid_model, "max_position_embeddings is 4000000000"},
      {"heads that do not divide", "[8,16]", "[8,15]", ErrorCode::invalid_model,
       "multiples of num_attention_heads"},
      {"sizes of another number of layers", "[8,16]", "[8]", ErrorCode::invalid_model, "one number a layer"},
      {"text for a number", "\"layer_norm_eps\":1e-6", "\"layer_norm_eps\":\"x\"", ErrorCode::invalid_model,
       "layer_norm_eps is not a number"},
      {"negative size", "\"hidden_size\":16", "\"hidden_size\":-16", ErrorCode::invalid_model, "hidden_size"},
      {"null", "\"normalize\":true", "\"normalize\":null", ErrorCode::invalid_model, "normalize is missing"},
  }));
  CAPTURE(c.name);
  const auto config = read(replaced(EncoderFixture().config(), c.from, c.to));
  REQUIRE_FALSE(config.ok());
  CHECK(config.error().code == c.code);
  CHECK_THAT(config.error().message, ContainsSubstring(c.message));
}
