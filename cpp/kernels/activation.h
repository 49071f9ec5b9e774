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

// The functions that take many instructions. Out of line, so that the products they end stay small.
template <class Arch>
[[gnu::noinline]] xsimd::batch<float, Arch> activate_by_formula(Activation activation,
                                                                xsimd::batch<float, Arch> x) {
  using Batch = xsimd::batch<float, Arch>;
  switch (activation) {
    case Activation::identity:
    case Activation::relu: break;
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

template <class Arch>
inline xsimd::batch<float, Arch> activate(Activation activation, xsimd::batch<float, Arch> x) {
  if (activation == Activation::identity) return x;
  if (activation == Activation::relu) return xsimd::max(x, xsimd::batch<float, Arch>(0.0f));
  return activate_by_formula(activation, x);
}

}  // namespace wembed
