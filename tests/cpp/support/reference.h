// The plain version of every kernel, in double precision: what the fast ones are compared with.
#pragma once

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include "kernels/activation.h"

namespace wembed::reference {

inline double dot(std::span<const float> a, std::span<const float> b) {
  double sum = 0;
  for (size_t i = 0; i < a.size(); ++i) sum += static_cast<double>(a[i]) * b[i];
  return sum;
}

inline double activate(Activation activation, double x) {
  switch (activation) {
    case Activation::identity: return x;
    case Activation::relu: return std::max(x, 0.0);
    case Activation::gelu: return 0.5 * x * (1 + std::erf(x / std::sqrt(2.0)));
    case Activation::gelu_tanh:
      return 0.5 * x * (1 + std::tanh(std::sqrt(2 / 3.14159265358979) * (x + 0.044715 * x * x * x)));
    case Activation::silu: return x / (1 + std::exp(-x));
    case Activation::tanh: return std::tanh(x);
  }
  return x;
}

// a: [rows, depth], weights: [columns, depth] -> [rows, columns]
inline std::vector<double> matmul(std::span<const float> a, std::span<const float> weights, size_t rows,
                                  size_t columns, size_t depth) {
  std::vector<double> out(rows * columns);
  for (size_t r = 0; r < rows; ++r) {
    for (size_t c = 0; c < columns; ++c) {
      out[r * columns + c] = dot(a.subspan(r * depth, depth), weights.subspan(c * depth, depth));
    }
  }
  return out;
}

inline std::vector<double> layer_norm(std::span<const float> x, std::span<const float> weight,
                                      std::span<const float> bias, double epsilon) {
  double mean = 0, variance = 0;
  for (const float v : x) mean += v / static_cast<double>(x.size());
  for (const float v : x) variance += (v - mean) * (v - mean) / static_cast<double>(x.size());
  std::vector<double> out(x.size());
  for (size_t i = 0; i < x.size(); ++i) {
    out[i] = (x[i] - mean) / std::sqrt(variance + epsilon) * weight[i] + (bias.empty() ? 0.0 : bias[i]);
  }
  return out;
}

// queries, keys, values: [tokens, dim] -> [tokens, dim]
inline std::vector<double> attention(std::span<const float> queries, std::span<const float> keys,
                                     std::span<const float> values, size_t tokens, size_t dim, double scale) {
  std::vector<double> out(tokens * dim), weights(tokens);
  for (size_t q = 0; q < tokens; ++q) {
    double high = -INFINITY, sum = 0;
    for (size_t k = 0; k < tokens; ++k) {
      weights[k] = scale * dot(queries.subspan(q * dim, dim), keys.subspan(k * dim, dim));
      high = std::max(high, weights[k]);
    }
    for (double& w : weights) sum += w = std::exp(w - high);
    for (size_t k = 0; k < tokens; ++k) {
      for (size_t i = 0; i < dim; ++i) out[q * dim + i] += weights[k] / sum * values[k * dim + i];
    }
  }
  return out;
}

// PE(pos, 2i) = sin(pos / base^(2i/d)), PE(pos, 2i+1) = cos(...): Vaswani et al. 2017, section 3.5.
inline double sinusoid(double position, size_t column, size_t dim, double base) {
  const double angle =
      position / std::pow(base, 2.0 * static_cast<double>(column / 2) / static_cast<double>(dim));
  return column % 2 == 0 ? std::sin(angle) : std::cos(angle);
}

}  // namespace wembed::reference
