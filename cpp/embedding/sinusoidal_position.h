// Fixed sinusoidal position embeddings.
#pragma once

#include "base/matrix_view.h"

namespace wembed {

// Where sines and cosines stand in a row.
enum class SinusoidalLayout {
  interleaved,   // sin, cos, sin, cos, ...: the formula of Vaswani et al. 2017, section 3.5
  concatenated,  // all sines, then all cosines: tensor2tensor, fairseq, Marian
};

// How frequencies run from 1 down to 1 / base; there are `pairs` = dimension / 2 of them.
enum class FrequencySpacing {
  exclusive,  // base^(-i / pairs): the paper's 2i / d; the last one stops short of 1 / base
  inclusive,  // base^(-i / (pairs - 1)): tensor2tensor's get_timing_signal_1d; the last one is 1 / base
};

struct SinusoidalOptions {
  double base = 10000.0;  // > 0; the longest wavelength is about 2 pi base
  SinusoidalLayout layout = SinusoidalLayout::interleaved;
  FrequencySpacing spacing = FrequencySpacing::exclusive;
  double scale = 1.0;         // multiplies every value
  size_t first_position = 0;  // the position of row 0
};

// out[t][2i] = scale sin(p w_i), out[t][2i + 1] = scale cos(p w_i) with p = first_position + t (interleaved).
// out: [tokens, dim]. An odd dim: interleaved ends on the sine of one more frequency, as the formula does;
// concatenated leaves its last column zero, as tensor2tensor does.
// Each value is within 1e-6 * scale of double precision for positions below 2^20.
void sinusoidal_positions(const SinusoidalOptions& options, MatrixView<float> out);

}  // namespace wembed
