// Pooling over the tokens of a sequence.
#include "model/pooling.h"

#include <algorithm>
#include <cassert>

#include "kernels/vector.h"

namespace wembed {

void pool(Pooling pooling, MatrixView<const float> hidden, std::span<float> out) {
  assert(out.size() == hidden.columns());
  const size_t tokens = hidden.rows();
  std::fill(out.begin(), out.end(), 0.0f);
  if (tokens == 0) return;
  switch (pooling) {
    case Pooling::mean:
      for (size_t t = 0; t < tokens; ++t) add(hidden.row(t), out);
      scale(std::span<const float>(out), 1.0f / static_cast<float>(tokens), out);
      return;
    case Pooling::cls: std::copy_n(hidden.row(0).begin(), out.size(), out.begin()); return;
    case Pooling::last: std::copy_n(hidden.row(tokens - 1).begin(), out.size(), out.begin()); return;
    case Pooling::max:
      std::copy_n(hidden.row(0).begin(), out.size(), out.begin());
      for (size_t t = 1; t < tokens; ++t) {
        const auto row = hidden.row(t);
        for (size_t i = 0; i < out.size(); ++i) out[i] = std::max(out[i], row[i]);
      }
      return;
  }
}

}  // namespace wembed
