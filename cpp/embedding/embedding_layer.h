// The heart: token embedding + position embedding (+ token type embedding, norm) = combined embedding.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "base/matrix_view.h"
#include "base/result.h"

namespace wembed {

// A table of learned rows as it is stored: float32, or int8 with one scale a row (value = q * scale).
struct EmbeddingTable {
  MatrixView<const float> f32 = {};    // [rows, dim], empty when the table is int8
  MatrixView<const int8_t> int8 = {};  // [rows, dim], empty when the table is float32
  std::span<const float> scale = {};   // [rows], only with int8

  bool empty() const { return rows() == 0; }
  size_t rows() const { return f32.rows() + int8.rows(); }
  size_t dim() const { return f32.rows() > 0 ? f32.columns() : int8.columns(); }
};

// What an embedding layer adds up. Everything is borrowed from the model's weights.
struct EmbeddingTables {
  EmbeddingTable token = {};                // [vocab, dim]
  EmbeddingTable position = {};             // [max_tokens, dim], empty where the model adds no position
  EmbeddingTable type = {};                 // [types, dim], empty where it has none
  float token_scale = 1.0f;                 // the original Transformer has sqrt(dim)
  std::span<const float> norm_weight = {};  // [dim], empty where no norm follows
  std::span<const float> norm_bias = {};    // [dim]
  float norm_epsilon = 1e-12f;
};

// What the layer is given for each token. `positions` and `types` may be empty: 0, 1, 2, ... and all 0.
struct EmbeddingInput {
  std::span<const int32_t> ids = {};        // [tokens]
  std::span<const int32_t> positions = {};  // [tokens] or empty
  std::span<const int32_t> types = {};      // [tokens] or empty
};

// Every id, position and type has a row; otherwise an error names the first that has none. Call it before
// the functions below, which do not check.
Result<Done> check_embedding_input(const EmbeddingTables& tables, const EmbeddingInput& input);

// out[t] = table[rows[t]] * scale.   rows: [tokens], empty: 0, 1, 2, ...   out: [tokens, dim]
void gather_rows(const EmbeddingTable& table, std::span<const int32_t> rows, float scale,
                 MatrixView<float> out);

// sum[t] = token[t] + position[t] (+ type[t]): the plain sum of rows already gathered.   all: [tokens, dim]
void add_rows(MatrixView<const float> addend, MatrixView<float> sum);

// In one pass: out[t] = norm(token_scale * token[id] + position[p] + type[y]).   out: [tokens, dim]
void combined_embedding(const EmbeddingTables& tables, const EmbeddingInput& input, MatrixView<float> out);

}  // namespace wembed
