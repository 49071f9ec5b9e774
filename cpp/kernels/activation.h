// Functions applied to each number of a linear layer's output.
#pragma once

#include "xsimd/xsimd.hpp"

namespace wembed {

enum class Activation {
  identity,
  relu,       // max(0, x)
  gelu,       // x Phi(x), exact: Hendrycks and Gimpel 2016
  gelu_tanh,  // its tanh approximation, from the same paper
  silu,       // x sigmoid(x)
  tanh,
};

template <class Arch>
inline xsimd::batch<float, Arch> activate(Activation activation, xsimd::batch<float, Arch> x) {
  using Batch = xsimd::batch<float, Arch>;
  switch (activation) {
    case Activation::identity: return x;
    case Activation::relu: return xsimd::max(x, Batch(0.0f));
    case Activation::gelu:
      return Batch(0.5f) * x * (Batch(1.0f) + xsimd::erf(x * Batch(0.70710678118654752f)));
    case Activation::gelu_tanh: {
      const Batch inner = Batch(0.79788456080286536f) * (x + Batch(0.044715f) * x * x * x);
      return Batch(0.5f) * x * (Batch(1.0f) + xsimd::tanh(inner));
    }
    case Activation::silu: return x / (Batch(1.0f) + xsimd::exp(-x));
    case Activation::tanh: return xsimd::tanh(x);
  }
  return x;
}

}  // namespace wembed
