// Finds, checks and packs the tensors of an encoder.
#include "model/encoder_weights.h"

#include <cstdint>
#include <set>
#include <string>
#include <utility>

namespace wembed {

namespace {

// Takes tensors out of a file by name and remembers which, so that what is left over can be named.
class Taker {
 public:
  explicit Taker(Safetensors& file) : file_(file) {}

  Result<std::span<float>> floats(const std::string& name, std::span<const size_t> shape) {
    WEMBED_TRY(tensor, take(name, shape));
    if (tensor->type != TensorType::f32) return wrong_type(name, *tensor, "F32");
    auto* data = reinterpret_cast<float*>(tensor->bytes.data());
    if (reinterpret_cast<uintptr_t>(data) % alignof(float) != 0) {
      return Error{ErrorCode::invalid_model,
                   "model.safetensors: tensor " + name + " does not begin at a multiple of 4"};
    }
    return std::span<float>(data, tensor->bytes.size() / sizeof(float));
  }

  Result<Norm> norm(const std::string& name, size_t dim) {
    WEMBED_TRY(weight, floats(name + ".weight", {{dim}}));
    WEMBED_TRY(bias, floats(name + ".bias", {{dim}}));
    return Norm{weight, bias};
  }

  // F32 [outputs, inputs], or I8 with F32 scales [outputs] under the name and "_scale".
  Result<Linear> linear(const std::string& name, size_t outputs, size_t inputs) {
    const std::string weight = name + ".weight";
    WEMBED_TRY(bias, floats(name + ".bias", {{outputs}}));
    WEMBED_TRY(tensor, take(weight, {{outputs, inputs}}));
    if (tensor->type == TensorType::i8) {
      WEMBED_TRY(scale, floats(weight + "_scale", {{outputs}}));
      return Linear{pack_int8<>(int8_of(*tensor), scale, outputs, inputs), bias};
    }
    WEMBED_TRY(values, floats(weight, {{outputs, inputs}}));
    return Linear{pack_f32<>(values, outputs, inputs), bias};
  }

  Result<EmbeddingTable> table(const std::string& name, size_t rows, size_t dim) {
    WEMBED_TRY(tensor, take(name, {{rows, dim}}));
    EmbeddingTable table;
    if (tensor->type == TensorType::i8) {
      WEMBED_TRY(scale, floats(name + "_scale", {{rows}}));
      table.int8 = {std::span<const int8_t>(int8_of(*tensor)), rows, dim};
      table.scale = scale;
    } else {
      WEMBED_TRY(values, floats(name, {{rows, dim}}));
      table.f32 = {std::span<const float>(values), rows, dim};
    }
    return table;
  }

  // A tensor that nobody asked for means that the file is of another architecture than the config.
  Result<Done> nothing_left() const {
    for (const auto& [name, tensor] : file_.tensors()) {
      if (!taken_.contains(name)) {
        return Error{ErrorCode::invalid_model, "model.safetensors: tensor " + name + " " +
                                                   shape_text(tensor.shape) +
                                                   " is not part of what config.json describes"};
      }
    }
    return Done{};
  }

 private:
  Result<const Tensor*> take(const std::string& name, std::span<const size_t> shape) {
    const Tensor* tensor = file_.find(name);
    if (tensor == nullptr) {
      return Error{ErrorCode::invalid_model,
                   "model.safetensors: tensor " + name + " " + shape_text(shape) + " is missing"};
    }
    if (!std::ranges::equal(tensor->shape, shape)) {
      return Error{ErrorCode::invalid_model, "model.safetensors: tensor " + name + " has the shape " +
                                                 shape_text(tensor->shape) + ", but config.json says " +
                                                 shape_text(shape)};
    }
    taken_.insert(name);
    return tensor;
  }

  static std::span<int8_t> int8_of(const Tensor& tensor) {
    return {reinterpret_cast<int8_t*>(tensor.bytes.data()), tensor.bytes.size()};
  }

  static Error wrong_type(const std::string& name, const Tensor& tensor, std::string_view expected) {
    return {ErrorCode::unsupported_architecture, "model.safetensors: tensor " + name + " is " +
                                                     std::string(tensor_type_name(tensor.type)) + ", but " +
                                                     std::string(expected) + " is needed here"};
  }

  Safetensors& file_;
  std::set<std::string, std::less<>> taken_;
};

Result<LayerWeights> load_layer(const EncoderConfig& config, size_t index, Taker& taker) {
  const std::string prefix = "encoder.layer." + std::to_string(index) + ".";
  const size_t inputs = index == 0 ? config.embedding_size : config.hidden_size;
  const size_t attention = config.attention_sizes[index];
  const size_t hidden = config.hidden_size;
  WEMBED_TRY(attention_norm, taker.norm(prefix + "attention_norm", inputs));
  WEMBED_TRY(qkv, taker.linear(prefix + "attention.qkv", 3 * attention, inputs));
  WEMBED_TRY(output, taker.linear(prefix + "attention.output", hidden, attention));
  WEMBED_TRY(mlp_norm, taker.norm(prefix + "mlp_norm", hidden));
  WEMBED_TRY(up, taker.linear(prefix + "mlp.up", config.intermediate_size, hidden));
  WEMBED_TRY(down, taker.linear(prefix + "mlp.down", hidden, config.intermediate_size));
  LayerWeights layer{attention_norm, mlp_norm,       std::move(qkv), std::move(output), {},
                     std::move(up),  std::move(down)};
  if (inputs != hidden) {
    WEMBED_TRY(residual, taker.linear(prefix + "residual", hidden, inputs));
    layer.residual = std::move(residual);
  }
  return layer;
}

}  // namespace

Result<EncoderWeights> load_encoder_weights(const EncoderConfig& config, Safetensors& file) {
  Taker taker(file);
  EncoderWeights weights;
  WEMBED_TRY(token,
             taker.table("embeddings.word_embeddings.weight", config.vocab_size, config.embedding_size));
  weights.tables.token = token;
  weights.tables.token_scale = config.embedding_scale;
  for (size_t i = 0; i < config.layers; ++i) {
    WEMBED_TRY(layer, load_layer(config, i, taker));
    weights.layers.push_back(std::move(layer));
  }
  if (config.has_dense) {
    WEMBED_TRY(dense, taker.linear("dense", config.hidden_size, config.hidden_size));
    weights.dense = std::move(dense);
  }
  WEMBED_TRY(all, taker.nothing_left());
  if (config.positions == PositionKind::sinusoidal) {
    weights.sinusoid.resize(config.max_tokens * config.embedding_size);
    const MatrixView<float> table(std::span(weights.sinusoid), config.max_tokens, config.embedding_size);
    sinusoidal_positions(config.sinusoidal, table);
    weights.tables.position.f32 = table;
  }
  return weights;
}

}  // namespace wembed
