// Text to vector: a tokenizer and an encoder that belong together.
#pragma once

#include <cstdint>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "base/buffer.h"
#include "base/matrix_view.h"
#include "base/result.h"
#include "model/encoder.h"
#include "tokenize/tokenizer.h"

namespace wembed {

// The files of a model folder. Tokenizer and config are only read during load; the weights are taken over
// (they are used, and repacked, in place).
struct ModelFiles {
  std::span<const uint8_t> tokenizer_json;  // tokenizer.json, Hugging Face's schema
  std::span<const uint8_t> config_json;     // config.json
  Buffer weights;                           // model.safetensors
};

struct EmbedOptions {
  bool normalize = true;  // to unit length, where the model itself does not
};

// Every stage on the way to the first layer, and the vector at the end. Offsets are UTF-16 code units.
struct Inspection {
  Encoding encoding;            // tokens
  std::vector<float> token;     // [tokens, embedding_size]: rows of the token table
  std::vector<float> position;  // [tokens, embedding_size]: rows that were added; empty where none are
  std::vector<float> type;      // [tokens, embedding_size] or empty
  std::vector<float> sum;       // [tokens, embedding_size]: token + position (+ type)
  std::vector<float> combined;  // [tokens, embedding_size]: after the model's own scale and norm
  std::vector<float> hidden;    // [tokens, hidden_size]: after the last layer
  std::vector<float> vector;    // [dimension]
};

class Embedder {
 public:
  static Result<Embedder> load(ModelFiles files);

  size_t dimension() const { return encoder_.dimension(); }
  size_t embedding_size() const { return encoder_.config().embedding_size; }
  size_t hidden_size() const { return encoder_.config().hidden_size; }
  size_t max_tokens() const { return encoder_.config().max_tokens; }
  const Tokenizer& tokenizer() const { return tokenizer_; }
  const EncoderConfig& config() const { return encoder_.config(); }

  // One vector a text: row i of `out` for texts[i], whatever else is in the batch.
  // out: [texts, dimension]; used_tokens: [texts], the tokens that entered the encoder; truncated: [texts],
  // 1 where the text had more than max_tokens() of them.
  Result<Done> embed(std::span<const std::string_view> texts, const EmbedOptions& options,
                     MatrixView<float> out, std::span<uint32_t> used_tokens, std::span<uint8_t> truncated);

  // The stages of one text.
  Result<Inspection> inspect(std::string_view text, const EmbedOptions& options);

 private:
  Embedder(Tokenizer tokenizer, Encoder encoder);

  Tokenizer tokenizer_;
  Encoder encoder_;
  Tokenizer::Workspace tokenizer_workspace_;
  EncoderWorkspace encoder_workspace_;
  Encoding encoding_;
  std::vector<int32_t> ids_;      // of a batch, end to end: [tokens]
  std::vector<uint32_t> begins_;  // [texts + 1]: where each text's tokens begin
};

}  // namespace wembed
