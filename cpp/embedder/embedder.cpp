// Joins tokenizer and encoder.
#include "embedder/embedder.h"

#include <algorithm>
#include <cassert>
#include <utility>

#include "kernels/vector.h"

namespace wembed {

Embedder::Embedder(Tokenizer tokenizer, Encoder encoder)
    : tokenizer_(std::move(tokenizer)), encoder_(std::move(encoder)) {}

Result<Embedder> Embedder::load(ModelFiles files) {
  WEMBED_TRY(config, read_encoder_config(files.config_json));
  WEMBED_TRY(tokenizer, Tokenizer::load(files.tokenizer_json));
  if (tokenizer.vocab_size() > config.vocab_size) {
    return Error{ErrorCode::invalid_model, "tokenizer.json has " + std::to_string(tokenizer.vocab_size()) +
                                               " tokens, but config.json says vocab_size " +
                                               std::to_string(config.vocab_size) +
                                               ": the files are not of the same model"};
  }
  WEMBED_TRY(encoder, Encoder::load(std::move(config), std::move(files.weights)));
  return Embedder(std::move(tokenizer), std::move(encoder));
}

Result<Done> Embedder::embed(std::span<const std::string_view> texts, const EmbedOptions& options,
                             MatrixView<float> out, std::span<uint32_t> used_tokens,
                             std::span<uint8_t> truncated) {
  assert(out.rows() == texts.size() && out.columns() == dimension());
  assert(used_tokens.size() == texts.size() && truncated.size() == texts.size());
  ids_.clear();
  begins_.assign(1, 0);
  const EncodeOptions encode_options{.offsets = false, .max_length = max_tokens()};
  for (size_t i = 0; i < texts.size(); ++i) {
    tokenizer_.encode(texts[i], encode_options, tokenizer_workspace_, encoding_);
    ids_.insert(ids_.end(), encoding_.ids.begin(), encoding_.ids.end());
    begins_.push_back(static_cast<uint32_t>(ids_.size()));
    used_tokens[i] = static_cast<uint32_t>(encoding_.ids.size());
    truncated[i] = encoding_.truncated ? 1 : 0;
  }
  WEMBED_TRY(encoded, encoder_.encode(ids_, begins_, encoder_workspace_, out));
  if (options.normalize && !config().normalize) {
    for (size_t i = 0; i < texts.size(); ++i) normalize(out.row(i));
  }
  return Done{};
}

Result<Inspection> Embedder::inspect(std::string_view text, const EmbedOptions& options) {
  Inspection view;
  tokenizer_.encode(text, {.max_length = max_tokens()}, tokenizer_workspace_, view.encoding);
  const std::span<const int32_t> ids = view.encoding.ids;
  const size_t tokens = ids.size(), size = embedding_size();
  const EmbeddingTables& tables = encoder_.tables();
  const EmbeddingInput input{ids, {}, {}};
  WEMBED_TRY(checked, check_embedding_input(tables, input));

  const auto gather = [&](const EmbeddingTable& table, std::span<const int32_t> rows,
                          std::vector<float>& out) {
    out.resize(tokens * size);
    gather_rows(table, rows, 1.0f, {std::span(out), tokens, size});
  };
  gather(tables.token, ids, view.token);
  view.sum = view.token;
  const MatrixView<float> sum(std::span(view.sum), tokens, size);
  if (!tables.position.empty()) {
    gather(tables.position, {}, view.position);
    add_rows({std::span<const float>(view.position), tokens, size}, sum);
  }
  if (!tables.type.empty()) {
    gather(tables.type, std::vector<int32_t>(tokens, 0), view.type);
    add_rows({std::span<const float>(view.type), tokens, size}, sum);
  }
  view.combined.resize(tokens * size);
  combined_embedding(tables, input, {std::span(view.combined), tokens, size});

  view.hidden.resize(tokens * hidden_size());
  WEMBED_TRY(states, encoder_.hidden_states(ids, encoder_workspace_,
                                            {std::span(view.hidden), tokens, hidden_size()}));
  // Not pooled from these states: the vector has to be the bits that embed() gives.
  view.vector.resize(dimension());
  const uint32_t begins[] = {0, static_cast<uint32_t>(tokens)};
  const MatrixView<float> vector(std::span(view.vector), 1, dimension());
  WEMBED_TRY(encoded, encoder_.encode(ids, begins, encoder_workspace_, vector));
  if (options.normalize && !config().normalize) normalize(vector.row(0));
  return view;
}

}  // namespace wembed
