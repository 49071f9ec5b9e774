// Chooses the product for the stored form.
#include "model/linear.h"

#include <cassert>

namespace wembed {

namespace {

void multiply(const PackedF32& weights, MatrixView<const float> x, LinearWorkspace&,
              const LinearStore& store) {
  matmul_f32<>(x, weights, store);
}

void multiply(const PackedInt8& weights, MatrixView<const float> x, LinearWorkspace& workspace,
              const LinearStore& store) {
  const size_t size = x.rows() * weights.padded_depth;
  if (workspace.quantized.size() < size) workspace.quantized.resize(size);
  if (workspace.scales.size() < x.rows()) workspace.scales.resize(x.rows());
  const QuantizedRows<> rows{workspace.quantized, workspace.scales, weights.padded_depth};
  quantize_rows<>(x, rows);
  matmul_int8<>(rows, weights, store);
}

}  // namespace

void apply_linear(const Linear& layer, MatrixView<const float> x, const LinearOptions& options,
                  LinearWorkspace& workspace, MatrixView<float> out) {
  assert(x.columns() == layer.inputs() && out.columns() == layer.outputs());
  const LinearStore store{layer.bias, options.activation, options.residual, out};
  std::visit([&](const auto& weights) { multiply(weights, x, workspace, store); }, layer.weights);
}

}  // namespace wembed
