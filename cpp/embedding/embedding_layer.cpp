// Gathers rows and adds them up.
#include "embedding/embedding_layer.h"

#include <cassert>
#include <string>

#include "kernels/layer_norm.h"
#include "kernels/vector.h"

namespace wembed {

namespace {

Result<Done> check_rows(std::span<const int32_t> rows, const EmbeddingTable& table, const char* what) {
  for (size_t t = 0; t < rows.size(); ++t) {
    if (rows[t] < 0 || static_cast<size_t>(rows[t]) >= table.rows()) {
      return Error{ErrorCode::invalid_input,
                   std::string(what) + " " + std::to_string(rows[t]) + " of token " + std::to_string(t) +
                       " is outside the table of " + std::to_string(table.rows()) + " rows"};
    }
  }
  return Done{};
}

Result<Done> check_length(std::span<const int32_t> rows, size_t tokens, const char* what) {
  if (rows.empty() || rows.size() == tokens) return Done{};
  return Error{ErrorCode::invalid_input, std::to_string(rows.size()) + " " + what + "s for " +
                                             std::to_string(tokens) + " ids: give one for each, or none"};
}

// out = table[row] * factor + addend. An empty addend is zero.
void add_row(const EmbeddingTable& table, size_t row, float factor, std::span<const float> addend,
             std::span<float> out) {
  if (table.int8.rows() > 0) {
    scale_add(std::span<const int8_t>(table.int8.row(row)), factor * table.scale[row], addend, out);
  } else {
    scale_add(std::span<const float>(table.f32.row(row)), factor, addend, out);
  }
}

size_t row_of(std::span<const int32_t> rows, size_t token, size_t otherwise) {
  return rows.empty() ? otherwise : static_cast<size_t>(rows[token]);
}

}  // namespace

Result<Done> check_embedding_input(const EmbeddingTables& tables, const EmbeddingInput& input) {
  const size_t tokens = input.ids.size();
  WEMBED_TRY(ids, check_rows(input.ids, tables.token, "id"));
  WEMBED_TRY(position_count, check_length(input.positions, tokens, "position"));
  WEMBED_TRY(type_count, check_length(input.types, tokens, "type"));
  if (!tables.position.empty()) {
    WEMBED_TRY(positions, check_rows(input.positions, tables.position, "position"));
    if (input.positions.empty() && tokens > tables.position.rows()) {
      return Error{ErrorCode::invalid_input, std::to_string(tokens) + " tokens, but the position table has " +
                                                 std::to_string(tables.position.rows()) + " rows"};
    }
  }
  if (!tables.type.empty()) {
    WEMBED_TRY(types, check_rows(input.types, tables.type, "type"));
  }
  return Done{};
}

void gather_rows(const EmbeddingTable& table, std::span<const int32_t> rows, float scale,
                 MatrixView<float> out) {
  assert(rows.empty() || rows.size() == out.rows());
  for (size_t t = 0; t < out.rows(); ++t) add_row(table, row_of(rows, t, t), scale, {}, out.row(t));
}

void add_rows(MatrixView<const float> addend, MatrixView<float> sum) {
  assert(addend.rows() == sum.rows());
  for (size_t t = 0; t < sum.rows(); ++t) add(addend.row(t), sum.row(t));
}

void combined_embedding(const EmbeddingTables& tables, const EmbeddingInput& input, MatrixView<float> out) {
  assert(input.ids.size() == out.rows() && tables.token.dim() == out.columns());
  for (size_t t = 0; t < out.rows(); ++t) {
    const auto row = out.row(t);
    std::span<const float> sum;
    if (!tables.position.empty()) {
      const size_t position = row_of(input.positions, t, t);
      if (tables.position.f32.rows() > 0) {
        sum = tables.position.f32.row(position);  // read where it lies
      } else {
        add_row(tables.position, position, 1.0f, {}, row);
        sum = row;
      }
    }
    if (!tables.type.empty()) {
      add_row(tables.type, row_of(input.types, t, 0), 1.0f, sum, row);
      sum = row;
    }
    add_row(tables.token, static_cast<size_t>(input.ids[t]), tables.token_scale, sum, row);
    if (!tables.norm_weight.empty()) {
      layer_norm(std::span<const float>(row), tables.norm_weight, tables.norm_bias, tables.norm_epsilon, row);
    }
  }
}

}  // namespace wembed
