// From the hidden states of a sequence to one vector.
#pragma once

#include <span>

#include "base/matrix_view.h"

namespace wembed {

enum class Pooling {
  mean,  // of all tokens
  cls,   // the first token
  max,   // the largest of each column
  last,  // the last token
};

// hidden: [tokens, dim], real tokens only; out: [dim]. No tokens: zeros.
void pool(Pooling pooling, MatrixView<const float> hidden, std::span<float> out);

}  // namespace wembed
