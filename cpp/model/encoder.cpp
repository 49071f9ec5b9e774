// One forward pass over packed sequences, whatever the architecture's description says.
#include "model/encoder.h"

#include <algorithm>
#include <cassert>
#include <cmath>
#include <string>
#include <utility>

#include "kernels/attention.h"
#include "kernels/layer_norm.h"
#include "kernels/vector.h"

namespace wembed {

namespace {

// Tokens that pass through the layers together. Weights are read once a group, so it must be large; its
// activations should stay in the second-level cache, so it must be small.
constexpr size_t group_tokens = 256;
// Rows of the feed-forward network that are held at a time: its hidden layer is the widest matrix of all.
constexpr size_t mlp_rows = 64;

MatrixView<float> resized(std::vector<float>& storage, size_t rows, size_t columns) {
  if (storage.size() < rows * columns) storage.resize(rows * columns);
  return {std::span(storage).first(rows * columns), rows, columns};
}

// The passage of one group of sequences. `x` is the hidden state, [tokens, current size], in
// workspace.hidden.
class Pass {
 public:
  Pass(const EncoderConfig& config, const EncoderWeights& weights, EncoderWorkspace& workspace,
       std::span<const uint32_t> begins)
      : config_(config), weights_(weights), workspace_(workspace), begins_(begins) {}

  void embed(std::span<const int32_t> ids) {
    x_ = resized(workspace_.hidden, ids.size(), config_.embedding_size);
    for (size_t s = 0; s + 1 < begins_.size(); ++s) {
      const size_t begin = first_token(s), tokens = first_token(s + 1) - begin;
      combined_embedding(weights_.tables, {ids.subspan(begin, tokens), {}, {}}, x_.row_range(begin, tokens));
    }
  }

  // All layers; returns the hidden states.
  MatrixView<const float> run() {
    for (const LayerWeights& layer : weights_.layers) run_layer(layer);
    return x_;
  }

  // All layers and the pooling.   out: [sequences, hidden_size]
  void run_pooled(MatrixView<float> out) {
    // Nothing comes between the last projection and the mean, and both are linear: the mean goes first, and
    // the projection costs one row a sequence instead of one a token (a sixth of all work in USE-lite).
    if (config_.pooling == Pooling::mean && config_.norm_placement == NormPlacement::pre) {
      run_mean(out);
      return;
    }
    const auto hidden = run();
    for (size_t s = 0; s + 1 < begins_.size(); ++s) {
      pool(config_.pooling, hidden.row_range(first_token(s), first_token(s + 1) - first_token(s)),
           out.row(s));
    }
  }

 private:
  size_t first_token(size_t sequence) const { return begins_[sequence] - begins_[0]; }

  void run_layer(const LayerWeights& layer) {
    attend(layer);
    feed_forward(layer, [&](MatrixView<const float> inner, size_t row) {
      const auto rows = x_.row_range(row, inner.rows());
      apply_linear(layer.down, inner, {.residual = rows}, workspace_.linear, rows);
      normalize_after(layer.mlp_norm, rows);
    });
  }

  void run_mean(MatrixView<float> out) {
    const auto layers = std::span(weights_.layers);
    for (const LayerWeights& layer : layers.first(layers.size() - 1)) run_layer(layer);
    const LayerWeights& last = layers.back();
    attend(last);
    const auto sums = resized(workspace_.pooled_intermediate, out.rows(), config_.intermediate_size);
    std::fill_n(sums.data(), sums.rows() * sums.columns(), 0.0f);
    size_t sequence = 0;
    feed_forward(last, [&](MatrixView<const float> inner, size_t row) {
      for (size_t r = 0; r < inner.rows(); ++r) {
        while (first_token(sequence + 1) <= row + r) ++sequence;
        add(inner.row(r), sums.row(sequence));
      }
    });
    for (size_t s = 0; s < out.rows(); ++s) {
      const size_t begin = first_token(s), tokens = first_token(s + 1) - begin;
      pool(Pooling::mean, x_.row_range(begin, tokens), out.row(s));
      const auto sum = sums.row(s);
      scale(std::span<const float>(sum), 1.0f / static_cast<float>(std::max<size_t>(tokens, 1)), sum);
    }
    apply_linear(last.down, sums, {.residual = out}, workspace_.linear, out);
    for (size_t s = 0; s < out.rows(); ++s) {  // a sequence without tokens has no projection to add its bias
      if (first_token(s) == first_token(s + 1)) std::ranges::fill(out.row(s), 0.0f);
    }
  }

  void attend(const LayerWeights& layer) {
    const size_t tokens = x_.rows(), size = layer.output.inputs(), head_dim = size / config_.heads;
    const auto qkv = resized(workspace_.qkv, tokens, 3 * size);
    apply_linear(layer.qkv, normalize_before(layer.attention_norm, x_), {}, workspace_.linear, qkv);

    const auto attended = resized(workspace_.attended, tokens, size);
    const float scale = 1.0f / std::sqrt(static_cast<float>(head_dim));
    for (size_t s = 0; s + 1 < begins_.size(); ++s) {
      const size_t begin = first_token(s), length = first_token(s + 1) - begin;
      const MatrixView<const float> rows = qkv.row_range(begin, length);
      const size_t scratch = attention_scratch<>(length, head_dim);
      if (workspace_.attention.size() < scratch) workspace_.attention.resize(scratch);
      for (size_t column = 0; column < size; column += head_dim) {
        attention<>(rows.column_range(column, head_dim), rows.column_range(size + column, head_dim),
                    rows.column_range(2 * size + column, head_dim), scale, workspace_.attention,
                    attended.row_range(begin, length).column_range(column, head_dim));
      }
    }

    if (layer.residual) {
      const auto next = resized(workspace_.next, tokens, layer.output.outputs());
      apply_linear(*layer.residual, x_, {}, workspace_.linear, next);
      apply_linear(layer.output, attended, {.residual = next}, workspace_.linear, next);
      std::swap(workspace_.hidden, workspace_.next);
      x_ = next;
    } else {
      apply_linear(layer.output, attended, {.residual = x_}, workspace_.linear, x_);
    }
    normalize_after(layer.attention_norm, x_);
  }

  // Calls step(hidden layer of the network [rows, intermediate_size], first row) for each block of rows.
  template <class Step>
  void feed_forward(const LayerWeights& layer, Step&& step) {
    for (size_t row = 0; row < x_.rows(); row += mlp_rows) {
      const auto rows = x_.row_range(row, std::min(mlp_rows, x_.rows() - row));
      const auto inner = resized(workspace_.intermediate, rows.rows(), config_.intermediate_size);
      apply_linear(layer.up, normalize_before(layer.mlp_norm, rows), {.activation = config_.activation},
                   workspace_.linear, inner);
      step(inner, row);
    }
  }

  MatrixView<const float> normalize_before(const Norm& norm, MatrixView<const float> rows) {
    if (config_.norm_placement != NormPlacement::pre) return rows;
    const auto normed = resized(workspace_.normed, rows.rows(), rows.columns());
    for (size_t t = 0; t < rows.rows(); ++t) {
      layer_norm(rows.row(t), norm.weight, norm.bias, config_.norm_epsilon, normed.row(t));
    }
    return normed;
  }

  void normalize_after(const Norm& norm, MatrixView<float> rows) {
    if (config_.norm_placement != NormPlacement::post) return;
    for (size_t t = 0; t < rows.rows(); ++t) {
      layer_norm(std::span<const float>(rows.row(t)), norm.weight, norm.bias, config_.norm_epsilon,
                 rows.row(t));
    }
  }

  const EncoderConfig& config_;
  const EncoderWeights& weights_;
  EncoderWorkspace& workspace_;
  std::span<const uint32_t> begins_;
  MatrixView<float> x_;
};

}  // namespace

Encoder::Encoder(EncoderConfig config, Buffer file, EncoderWeights weights)
    : config_(std::move(config)), file_(std::move(file)), weights_(std::move(weights)) {}

Result<Encoder> Encoder::load(EncoderConfig config, Buffer safetensors) {
  WEMBED_TRY(file, Safetensors::parse(safetensors.bytes()));
  WEMBED_TRY(weights, load_encoder_weights(config, file));
  return Encoder(std::move(config), std::move(safetensors), std::move(weights));
}

size_t Encoder::dimension() const { return weights_.dense ? weights_.dense->outputs() : config_.hidden_size; }

Result<Done> Encoder::encode(std::span<const int32_t> ids, std::span<const uint32_t> begins,
                             EncoderWorkspace& workspace, MatrixView<float> out) const {
  assert(!begins.empty() && begins.back() <= ids.size());
  const size_t sequences = begins.size() - 1;
  assert(out.rows() == sequences && out.columns() == dimension());
  WEMBED_TRY(checked,
             check_embedding_input({.token = weights_.tables.token},
                                   {ids.subspan(begins.front(), begins.back() - begins.front()), {}, {}}));
  for (size_t first = 0; first < sequences;) {
    size_t end = first + 1;
    while (end < sequences && begins[end + 1] - begins[first] <= group_tokens) ++end;
    const auto group = begins.subspan(first, end - first + 1);
    assert(group.back() - group.front() <= std::max(group_tokens, config_.max_tokens));

    Pass pass(config_, weights_, workspace, group);
    pass.embed(ids.subspan(group.front(), group.back() - group.front()));
    const auto rows = out.row_range(first, end - first);
    if (weights_.dense) {
      const auto pooled = resized(workspace.pooled, rows.rows(), config_.hidden_size);
      pass.run_pooled(pooled);
      apply_linear(*weights_.dense, pooled, {.activation = config_.dense_activation}, workspace.linear, rows);
    } else {
      pass.run_pooled(rows);
    }
    if (config_.normalize) {
      for (size_t s = 0; s < rows.rows(); ++s) normalize(rows.row(s));
    }
    first = end;
  }
  return Done{};
}

Result<Done> Encoder::hidden_states(std::span<const int32_t> ids, EncoderWorkspace& workspace,
                                    MatrixView<float> out) const {
  WEMBED_TRY(checked, check_embedding_input(weights_.tables, {ids, {}, {}}));
  assert(out.rows() == ids.size() && out.columns() == config_.hidden_size);
  const uint32_t begins[] = {0, static_cast<uint32_t>(ids.size())};
  Pass pass(config_, weights_, workspace, begins);
  pass.embed(ids);
  const auto hidden = pass.run();
  for (size_t t = 0; t < ids.size(); ++t) std::ranges::copy(hidden.row(t), out.row(t).begin());
  return Done{};
}

}  // namespace wembed
