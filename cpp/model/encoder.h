// The encoder: combined embeddings through the layers, down to one vector a text.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "base/buffer.h"
#include "base/matrix_view.h"
#include "base/result.h"
#include "embedding/embedding_layer.h"
#include "model/encoder_config.h"
#include "model/encoder_weights.h"

namespace wembed {

// Scratch memory of one caller; grows to the largest batch seen and stays.
struct EncoderWorkspace {
  std::vector<float> hidden, next, normed, qkv, attended, intermediate;  // [tokens, ...]
  std::vector<float> pooled, pooled_intermediate;                        // [sequences, ...]
  std::vector<float> attention;
  LinearWorkspace linear;
};

class Encoder {
 public:
  // Takes over the bytes of a safetensors file and packs its matrices in place.
  static Result<Encoder> load(EncoderConfig config, Buffer safetensors);

  const EncoderConfig& config() const { return config_; }
  const EmbeddingTables& tables() const { return weights_.tables; }
  size_t dimension() const;

  // Sequences are packed end to end: `begins` has one entry more than there are sequences, and sequence s is
  // ids[begins[s], begins[s + 1]), at most max_tokens long. A sequence without tokens has mean zero. An id
  // outside the vocabulary is an error.   out: [sequences, dimension]
  Result<Done> encode(std::span<const int32_t> ids, std::span<const uint32_t> begins,
                      EncoderWorkspace& workspace, MatrixView<float> out) const;

  // The hidden states of one sequence after the last layer.   out: [tokens, hidden_size]
  Result<Done> hidden_states(std::span<const int32_t> ids, EncoderWorkspace& workspace,
                             MatrixView<float> out) const;

 private:
  Encoder(EncoderConfig config, Buffer file, EncoderWeights weights);

  EncoderConfig config_;
  Buffer file_;  // under weights_
  EncoderWeights weights_;
};

}  // namespace wembed
