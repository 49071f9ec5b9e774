// The weights of an encoder, found in a file by name, checked against the config and packed.
#pragma once

#include <optional>
#include <span>
#include <vector>

#include "base/result.h"
#include "embedding/embedding_layer.h"
#include "io/safetensors.h"
#include "model/encoder_config.h"
#include "model/linear.h"

namespace wembed {

struct Norm {
  std::span<const float> weight, bias;  // [dim]
};

struct LayerWeights {
  Norm attention_norm, mlp_norm;
  Linear qkv;                      // to query, key and value, side by side
  Linear output;                   // attention's own projection
  std::optional<Linear> residual;  // where a layer changes the hidden size, the residual goes through this
  Linear up, down;                 // the feed-forward network
};

struct EncoderWeights {
  EmbeddingTables tables;
  std::vector<float> sinusoid;  // [max_tokens, embedding_size] under tables.position, where it is computed
  std::vector<LayerWeights> layers;
  std::optional<Linear> dense;  // on the pooled vector
};

// Packs in place: the file's bytes are changed, and borrowed by what is returned. A tensor that is missing,
// of another shape or of an unknown type is an error that names it; so is one that the architecture lacks.
Result<EncoderWeights> load_encoder_weights(const EncoderConfig& config, Safetensors& file);

}  // namespace wembed
