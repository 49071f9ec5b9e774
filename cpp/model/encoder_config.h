// What is to be known of an encoder before its weights: a table of facts, read from config.json.
#pragma once

#include <cstdint>
#include <span>
#include <string>
#include <vector>

#include "base/result.h"
#include "embedding/sinusoidal_position.h"
#include "kernels/activation.h"
#include "model/pooling.h"

namespace wembed {

enum class PositionKind { none, sinusoidal, learned };
enum class NormPlacement {
  pre,   // x + f(norm(x)): GPT-2, tensor2tensor
  post,  // norm(x + f(x)): the original Transformer, BERT
};

// Sizes count numbers (columns), lengths count tokens.
struct EncoderConfig {
  std::string model_type;
  size_t vocab_size = 0;
  size_t embedding_size = 0;  // of the combined embedding
  size_t hidden_size = 0;     // between layers
  size_t intermediate_size = 0;
  size_t layers = 0;
  size_t heads = 0;
  std::vector<size_t> attention_sizes;  // [layers]: heads * head size
  size_t max_tokens = 0;
  float norm_epsilon = 0;
  float embedding_scale = 1;
  PositionKind positions = PositionKind::none;
  SinusoidalOptions sinusoidal;
  NormPlacement norm_placement = NormPlacement::pre;
  Activation activation = Activation::relu;
  Pooling pooling = Pooling::mean;
  bool has_dense = false;  // a last linear layer on the pooled vector
  Activation dense_activation = Activation::identity;
  bool normalize = false;
};

// Reads config.json. An unknown model_type, a missing or unknown setting is an error that names it.
Result<EncoderConfig> read_encoder_config(std::span<const uint8_t> config_json);

}  // namespace wembed
