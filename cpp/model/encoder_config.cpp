// Reads config.json of the architectures that wembed has.
#include "model/encoder_config.h"

#include <array>
#include <optional>
#include <utility>

#include "io/json.h"

namespace wembed {

namespace {

// A setting whose values are words.
template <class T, size_t Count>
Result<T> choice(const JsonObject& json, std::string_view key,
                 const std::array<std::pair<std::string_view, T>, Count>& choices) {
  WEMBED_TRY(word, json.string(key));
  std::string known;
  for (const auto& [name, value] : choices) {
    if (name == word) return value;
    known += (known.empty() ? "" : ", ") + std::string(name);
  }
  return json.error(key, "is \"" + std::string(word) + "\"; wembed knows: " + known);
}

constexpr std::array<std::pair<std::string_view, Activation>, 5> activations{{
    {"relu", Activation::relu},
    {"gelu", Activation::gelu},
    {"gelu_new", Activation::gelu_tanh},
    {"silu", Activation::silu},
    {"tanh", Activation::tanh},
}};
constexpr std::array<std::pair<std::string_view, NormPlacement>, 2> norm_placements{{
    {"pre", NormPlacement::pre},
    {"post", NormPlacement::post},
}};
constexpr std::array<std::pair<std::string_view, SinusoidalLayout>, 2> layouts{{
    {"interleaved", SinusoidalLayout::interleaved},
    {"concatenated", SinusoidalLayout::concatenated},
}};
constexpr std::array<std::pair<std::string_view, FrequencySpacing>, 2> spacings{{
    {"exclusive", FrequencySpacing::exclusive},
    {"inclusive", FrequencySpacing::inclusive},
}};
constexpr std::array<std::pair<std::string_view, Pooling>, 4> poolings{{
    {"mean", Pooling::mean},
    {"cls", Pooling::cls},
    {"max", Pooling::max},
    {"last", Pooling::last},
}};

// Sizes larger than any real model's are a broken file; with this bound no product of two overflows 32 bits.
constexpr size_t max_size = 1 << 15;
constexpr size_t max_vocabulary = 1 << 22;
constexpr size_t max_position_numbers = 1 << 25;  // of a computed position table: 128 MB

Result<size_t> bounded(const JsonObject& json, std::string_view key, size_t highest) {
  WEMBED_TRY(size, json.size(key));
  if (size == 0 || size > highest) {
    return json.error(
        key, "is " + std::to_string(size) + ", which is not between 1 and " + std::to_string(highest));
  }
  return size;
}

// Universal Sentence Encoder lite: a pre-norm Transformer whose first layer widens the hidden size, mean
// pooling and a dense layer. Cer et al. 2018 (arXiv 1803.11175); numbers read off the published graph.
Result<EncoderConfig> read_use_lite(const JsonObject& json) {
  WEMBED_TRY(known, json.only({"architectures",
                               "model_type",
                               "vocab_size",
                               "embedding_size",
                               "hidden_size",
                               "intermediate_size",
                               "num_hidden_layers",
                               "num_attention_heads",
                               "attention_sizes",
                               "hidden_act",
                               "norm_placement",
                               "layer_norm_eps",
                               "max_position_embeddings",
                               "position_embedding_type",
                               "position_embedding_layout",
                               "position_embedding_base",
                               "position_embedding_spacing",
                               "embedding_scale",
                               "pooling",
                               "dense_act",
                               "normalize"}));
  WEMBED_TRY(vocab_size, bounded(json, "vocab_size", max_vocabulary));
  WEMBED_TRY(embedding_size, bounded(json, "embedding_size", max_size));
  WEMBED_TRY(hidden_size, bounded(json, "hidden_size", max_size));
  WEMBED_TRY(intermediate_size, bounded(json, "intermediate_size", max_size));
  WEMBED_TRY(layers, bounded(json, "num_hidden_layers", 1000));
  WEMBED_TRY(heads, bounded(json, "num_attention_heads", max_size));
  WEMBED_TRY(max_tokens, bounded(json, "max_position_embeddings", max_position_numbers / embedding_size));
  WEMBED_TRY(attention_sizes, json.array("attention_sizes"));
  WEMBED_TRY(activation, choice(json, "hidden_act", activations));
  WEMBED_TRY(norm_placement, choice(json, "norm_placement", norm_placements));
  WEMBED_TRY(norm_epsilon, json.number("layer_norm_eps"));
  WEMBED_TRY(position_type, json.string("position_embedding_type"));
  WEMBED_TRY(layout, choice(json, "position_embedding_layout", layouts));
  WEMBED_TRY(base, json.number("position_embedding_base"));
  WEMBED_TRY(spacing, choice(json, "position_embedding_spacing", spacings));
  WEMBED_TRY(embedding_scale, json.number("embedding_scale"));
  WEMBED_TRY(pooling, choice(json, "pooling", poolings));
  WEMBED_TRY(dense_activation, choice(json, "dense_act", activations));
  WEMBED_TRY(normalize, json.boolean("normalize"));

  EncoderConfig config;
  config.model_type = "universal-sentence-encoder-lite";
  config.vocab_size = vocab_size;
  config.embedding_size = embedding_size;
  config.hidden_size = hidden_size;
  config.intermediate_size = intermediate_size;
  config.layers = layers;
  config.heads = heads;
  config.max_tokens = max_tokens;
  if (attention_sizes.size() != layers) return json.error("attention_sizes", "must have one number a layer");
  for (const auto& value : attention_sizes) {
    if (!value.IsUint() || value.GetUint() == 0 || value.GetUint() > max_size ||
        value.GetUint() % heads != 0) {
      return json.error("attention_sizes", "must be multiples of num_attention_heads");
    }
    config.attention_sizes.push_back(value.GetUint());
  }
  config.activation = activation;
  config.norm_placement = norm_placement;
  if (!(norm_epsilon > 0.0 && norm_epsilon < 1.0))
    return json.error("layer_norm_eps", "is not between 0 and 1");
  config.norm_epsilon = static_cast<float>(norm_epsilon);
  if (position_type != "sinusoidal") return json.error("position_embedding_type", "must be \"sinusoidal\"");
  if (!(base > 1.0 && base < 1e12)) return json.error("position_embedding_base", "is not between 1 and 1e12");
  config.positions = PositionKind::sinusoidal;
  config.sinusoidal = {.base = base, .layout = layout, .spacing = spacing};
  config.embedding_scale = static_cast<float>(embedding_scale);
  config.pooling = pooling;
  config.has_dense = true;
  config.dense_activation = dense_activation;
  config.normalize = normalize;
  return config;
}

}  // namespace

Result<EncoderConfig> read_encoder_config(std::span<const uint8_t> config_json) {
  WEMBED_TRY(document, JsonDocument::parse(config_json, "config.json", ErrorCode::invalid_model));
  WEMBED_TRY(json, document.object());
  WEMBED_TRY(model_type, json.string("model_type"));
  if (model_type == "universal-sentence-encoder-lite") return read_use_lite(json);
  return Error{ErrorCode::unsupported_architecture, "config.json: model_type is \"" +
                                                        std::string(model_type) +
                                                        "\"; wembed has: universal-sentence-encoder-lite"};
}

}  // namespace wembed
