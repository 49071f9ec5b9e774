// Sines and cosines of positions, a vector of frequencies at a time.
#include "embedding/sinusoidal_position.h"

#include <cassert>
#include <cmath>
#include <cstddef>
#include <vector>

#include "xsimd/xsimd.hpp"

namespace wembed {

namespace {

constexpr double two_pi = 6.283185307179586476925286766559;

// Angles are formed and brought into one turn in double precision: position * frequency in float loses three
// digits at position 10,000. What is left, in -pi ... pi, is exact enough as a float.
float reduced_angle(double position, double frequency) {
  const double angle = position * frequency;
  return static_cast<float>(angle - two_pi * std::nearbyint(angle / two_pi));
}

std::vector<double> frequencies(const SinusoidalOptions& options, size_t dim) {
  const size_t pairs = dim / 2;
  const bool interleaved = options.layout == SinusoidalLayout::interleaved;
  std::vector<double> result(pairs + (interleaved ? dim % 2 : 0));
  for (size_t i = 0; i < result.size(); ++i) {
    // The paper's exponent is 2i / d with the true d, odd or not.
    const double exponent =
        options.spacing == FrequencySpacing::inclusive
            ? (pairs > 1 ? static_cast<double>(i) / static_cast<double>(pairs - 1) : 0.0)
            : 2.0 * static_cast<double>(i) / static_cast<double>(interleaved ? dim : 2 * pairs);
    result[i] = std::pow(options.base, -exponent);
  }
  return result;
}

}  // namespace

void sinusoidal_positions(const SinusoidalOptions& options, MatrixView<float> out) {
  using Batch = xsimd::batch<float>;
  assert(options.base > 0.0);
  const size_t dim = out.columns(), pairs = dim / 2;
  const std::vector<double> waves = frequencies(options, dim);
  const size_t padded = (waves.size() + Batch::size - 1) / Batch::size * Batch::size;
  std::vector<float> angles(padded), sines(padded), cosines(padded);
  const Batch scale(static_cast<float>(options.scale));

  for (size_t t = 0; t < out.rows(); ++t) {
    const double position = static_cast<double>(options.first_position + t);
    for (size_t i = 0; i < waves.size(); ++i) angles[i] = reduced_angle(position, waves[i]);
    for (size_t i = 0; i < padded; i += Batch::size) {
      const auto [sine, cosine] = xsimd::sincos(Batch::load_unaligned(angles.data() + i));
      (sine * scale).store_unaligned(sines.data() + i);
      (cosine * scale).store_unaligned(cosines.data() + i);
    }
    const auto row = out.row(t);
    if (options.layout == SinusoidalLayout::interleaved) {
      for (size_t i = 0; i < pairs; ++i) {
        row[2 * i] = sines[i];
        row[2 * i + 1] = cosines[i];
      }
      if (dim % 2 == 1) row[dim - 1] = sines[pairs];
    } else {
      for (size_t i = 0; i < pairs; ++i) {
        row[i] = sines[i];
        row[pairs + i] = cosines[i];
      }
      if (dim % 2 == 1) row[dim - 1] = 0.0f;
    }
  }
}

}  // namespace wembed
