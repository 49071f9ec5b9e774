// A small encoder with seeded weights, and its forward pass in double precision by plain loops.
#pragma once

#include <cmath>
#include <cstdint>
#include <map>
#include <string>
#include <vector>

#include "base/buffer.h"
#include "support/random.h"
#include "support/reference.h"
#include "support/safetensors_writer.h"

namespace wembed {

struct EncoderFixture {
  size_t vocab = 20, embedding, hidden = 16, intermediate = 24, layers = 2, heads = 2, max_tokens = 9;
  std::vector<size_t> attention{8, 16};
  std::string pooling = "mean", norm_placement = "pre";
  std::map<std::string, std::vector<float>> tensors;
  std::map<std::string, std::vector<size_t>> shapes;

  explicit EncoderFixture(uint32_t seed = 1, size_t embedding_size = 12)
      : embedding(embedding_size), seed_(seed) {
    make("embeddings.word_embeddings.weight", {vocab, embedding}, 1.0f);
    for (size_t i = 0; i < layers; ++i) {
      const size_t inputs = i == 0 ? embedding : hidden;
      const std::string prefix = "encoder.layer." + std::to_string(i) + ".";
      make_pair(prefix + "attention_norm", {inputs});
      make_pair(prefix + "attention.qkv", {3 * attention[i], inputs});
      make_pair(prefix + "attention.output", {hidden, attention[i]});
      if (inputs != hidden) make_pair(prefix + "residual", {hidden, inputs});
      make_pair(prefix + "mlp_norm", {hidden});
      make_pair(prefix + "mlp.up", {intermediate, hidden});
      make_pair(prefix + "mlp.down", {hidden, intermediate});
    }
    make_pair("dense", {hidden, hidden});
  }

  std::string config() const {
    std::string sizes;
    for (const size_t size : attention) sizes += (sizes.empty() ? "" : ",") + std::to_string(size);
    return R"({"architectures":["UniversalSentenceEncoderLite"],"model_type":"universal-sentence-encoder-lite",)"
           R"("vocab_size":)" +
           std::to_string(vocab) + R"(,"embedding_size":)" + std::to_string(embedding) +
           R"(,"hidden_size":)" + std::to_string(hidden) + R"(,"intermediate_size":)" +
           std::to_string(intermediate) + R"(,"num_hidden_layers":)" + std::to_string(layers) +
           R"(,"num_attention_heads":)" + std::to_string(heads) + R"(,"attention_sizes":[)" + sizes +
           R"(],"hidden_act":"relu","norm_placement":")" + norm_placement +
           R"(","layer_norm_eps":1e-6,"max_position_embeddings":)" + std::to_string(max_tokens) +
           R"(,"position_embedding_type":"sinusoidal","position_embedding_layout":"interleaved",)"
           R"("position_embedding_base":10000,"position_embedding_spacing":"exclusive","embedding_scale":2,)"
           R"("pooling":")" +
           pooling + R"(","dense_act":"tanh","normalize":true})";
  }

  std::vector<uint8_t> file() const {
    SafetensorsWriter writer;
    for (const auto& [name, values] : tensors) writer.add_floats(name, shapes.at(name), values);
    return writer.file();
  }

  Buffer buffer() const {
    const auto bytes = file();
    auto buffer = Buffer::allocate(bytes.size());
    std::copy(bytes.begin(), bytes.end(), buffer.value().bytes().begin());
    return std::move(buffer.value());
  }

  // [tokens, hidden] after the last layer
  std::vector<float> hidden_states(const std::vector<int32_t>& ids) const {
    const size_t tokens = ids.size();
    std::vector<float> x(tokens * embedding);
    for (size_t t = 0; t < tokens; ++t) {
      for (size_t i = 0; i < embedding; ++i) {
        const float token =
            tensors.at("embeddings.word_embeddings.weight")[static_cast<size_t>(ids[t]) * embedding + i];
        x[t * embedding + i] = static_cast<float>(
            2.0 * token + reference::sinusoid(static_cast<double>(t), i, embedding, 10000.0));
      }
    }
    for (size_t i = 0; i < layers; ++i) x = layer(x, i, tokens);
    return x;
  }

  // [hidden], of unit length
  std::vector<double> vector(const std::vector<int32_t>& ids) const {
    const auto states = hidden_states(ids);
    std::vector<float> pooled(hidden, 0.0f);
    for (size_t t = 0; t < ids.size(); ++t) {
      for (size_t i = 0; i < hidden; ++i) {
        const float value = states[t * hidden + i];
        if (pooling == "mean") pooled[i] += value / static_cast<float>(ids.size());
        if (pooling == "cls" && t == 0) pooled[i] = value;
        if (pooling == "last") pooled[i] = value;
        if (pooling == "max") pooled[i] = t == 0 ? value : std::max(pooled[i], value);
      }
    }
    auto out = reference::matmul(pooled, tensors.at("dense.weight"), 1, hidden, hidden);
    double length = 0;
    for (size_t i = 0; i < hidden; ++i) {
      out[i] = std::tanh(out[i] + tensors.at("dense.bias")[i]);
      length += out[i] * out[i];
    }
    for (double& value : out) value /= std::sqrt(length);
    return out;
  }

 private:
  void make(const std::string& name, std::vector<size_t> shape, float scale) {
    size_t size = 1;
    for (const size_t length : shape) size *= length;
    auto values = random_floats(size, seed_ + static_cast<uint32_t>(tensors.size()));
    for (float& value : values) value *= scale;
    shapes[name] = std::move(shape);
    tensors[name] = std::move(values);
  }
  void make_pair(const std::string& name, std::vector<size_t> shape) {
    const float scale = shape.size() == 1 ? 1.0f : 1.0f / std::sqrt(static_cast<float>(shape[1]));
    make(name + ".bias", {shape[0]}, 0.1f);
    make(name + ".weight", std::move(shape), scale);
  }

  std::vector<float> linear(std::span<const float> x, const std::string& name, size_t tokens) const {
    const auto& shape = shapes.at(name + ".weight");
    const auto product = reference::matmul(x, tensors.at(name + ".weight"), tokens, shape[0], shape[1]);
    std::vector<float> out(product.size());
    for (size_t i = 0; i < out.size(); ++i) {
      out[i] = static_cast<float>(product[i] + tensors.at(name + ".bias")[i % shape[0]]);
    }
    return out;
  }
  std::vector<float> norm(const std::vector<float>& x, const std::string& name, size_t tokens) const {
    const size_t dim = x.size() / tokens;
    std::vector<float> out;
    for (size_t t = 0; t < tokens; ++t) {
      for (const double v :
           reference::layer_norm(std::span(x).subspan(t * dim, dim), tensors.at(name + ".weight"),
                                 tensors.at(name + ".bias"), 1e-6)) {
        out.push_back(static_cast<float>(v));
      }
    }
    return out;
  }
  static std::vector<float> plus(std::vector<float> a, const std::vector<float>& b) {
    for (size_t i = 0; i < a.size(); ++i) a[i] += b[i];
    return a;
  }

  std::vector<float> layer(const std::vector<float>& x, size_t index, size_t tokens) const {
    const std::string prefix = "encoder.layer." + std::to_string(index) + ".";
    const bool pre = norm_placement == "pre";
    const size_t size = attention[index], head_dim = size / heads;
    const auto qkv =
        linear(pre ? norm(x, prefix + "attention_norm", tokens) : x, prefix + "attention.qkv", tokens);
    std::vector<float> attended(tokens * size);
    for (size_t h = 0; h < heads; ++h) {
      std::vector<float> q, k, v;
      for (size_t t = 0; t < tokens; ++t) {
        const float* row = &qkv[t * 3 * size + h * head_dim];
        q.insert(q.end(), row, row + head_dim);
        k.insert(k.end(), row + size, row + size + head_dim);
        v.insert(v.end(), row + 2 * size, row + 2 * size + head_dim);
      }
      const auto out =
          reference::attention(q, k, v, tokens, head_dim, 1.0 / std::sqrt(static_cast<double>(head_dim)));
      for (size_t t = 0; t < tokens; ++t) {
        for (size_t i = 0; i < head_dim; ++i) {
          attended[t * size + h * head_dim + i] = static_cast<float>(out[t * head_dim + i]);
        }
      }
    }
    const bool same = x.size() / tokens == hidden;
    auto y = plus(linear(attended, prefix + "attention.output", tokens),
                  same ? x : linear(x, prefix + "residual", tokens));
    if (!pre) y = norm(y, prefix + "attention_norm", tokens);
    auto inner = linear(pre ? norm(y, prefix + "mlp_norm", tokens) : y, prefix + "mlp.up", tokens);
    for (float& value : inner) value = std::max(value, 0.0f);
    auto z = plus(linear(inner, prefix + "mlp.down", tokens), y);
    return pre ? z : norm(z, prefix + "mlp_norm", tokens);
  }

  uint32_t seed_;
};

}  // namespace wembed
