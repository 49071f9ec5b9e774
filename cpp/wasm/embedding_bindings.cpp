// The embedding layer and the sinusoidal positions, for JavaScript.
#include <emscripten/bind.h>

#include <utility>

#include "base/buffer.h"
#include "embedding/embedding_layer.h"
#include "embedding/sinusoidal_position.h"
#include "wasm/convert.h"

namespace wembed::wasm {
namespace {

// One heap block from malloc holds every table, one after the other: token, position, type, norm weight, norm
// bias. A table without rows is not there.
struct LayerParts {
  Address block;
  size_t dimension;
  size_t tokens, positions, types;  // rows
  bool norm;
  double norm_epsilon, token_scale;
};

struct Int32List {
  Address address;
  size_t count;

  std::span<const int32_t> span() const { return span_at<const int32_t>(address, count); }
};

class NativeEmbeddingLayer {
 public:
  explicit NativeEmbeddingLayer(const LayerParts& parts) {
    const size_t rows = parts.tokens + parts.positions + parts.types + (parts.norm ? 2 : 0);
    const size_t size = rows * parts.dimension * sizeof(float);
    block_ = Buffer::adopt(span_at<uint8_t>(parts.block, size).data(), size);
    Address next = parts.block;
    const auto take = [&](size_t count) {
      const auto table = matrix_at<const float>(next, count, parts.dimension);
      next += count * parts.dimension * sizeof(float);
      return table;
    };
    tables_.token.f32 = take(parts.tokens);
    tables_.position.f32 = take(parts.positions);
    tables_.type.f32 = take(parts.types);
    if (parts.norm) {
      tables_.norm_weight = take(1).row(0);
      tables_.norm_bias = take(1).row(0);
    }
    tables_.norm_epsilon = static_cast<float>(parts.norm_epsilon);
    tables_.token_scale = static_cast<float>(parts.token_scale);
  }

  // rows: int32 [count] of one of the tables; out: float32 [count, dimension]
  DoneResult token_rows(Address rows, size_t count, Address out) const {
    return gather(tables_.token, tables_.token_scale, rows, count, out);
  }
  DoneResult position_rows(Address rows, size_t count, Address out) const {
    return gather(tables_.position, 1.0f, rows, count, out);
  }
  DoneResult type_rows(Address rows, size_t count, Address out) const {
    return gather(tables_.type, 1.0f, rows, count, out);
  }

  // ids: [tokens]; positions, types: [tokens] or empty; out: float32 [tokens, dimension]
  DoneResult combined(const Int32List& ids, const Int32List& positions, const Int32List& types,
                      Address out) const {
    const EmbeddingInput input = {ids.span(), positions.span(), types.span()};
    const auto checked = check_embedding_input(tables_, input);
    if (checked.ok())
      combined_embedding(tables_, input, matrix_at<float>(out, ids.count, tables_.token.dim()));
    return to_js(checked);
  }

 private:
  DoneResult gather(const EmbeddingTable& table, float scale, Address rows, size_t count, Address out) const {
    const auto ids = span_at<const int32_t>(rows, count);
    const auto checked = check_embedding_input({.token = table}, {.ids = ids});
    if (checked.ok()) gather_rows(table, ids, scale, matrix_at<float>(out, count, tables_.token.dim()));
    return to_js(checked);
  }

  Buffer block_;
  EmbeddingTables tables_;
};

struct SinusoidalParts {
  double base, scale;
  size_t first_position;
  bool concatenated, inclusive;
};

// out: float32 [rows, dimension]
void native_sinusoidal_positions(const SinusoidalParts& parts, Address out, size_t rows, size_t dimension) {
  const SinusoidalOptions options = {
      .base = parts.base,
      .layout = parts.concatenated ? SinusoidalLayout::concatenated : SinusoidalLayout::interleaved,
      .spacing = parts.inclusive ? FrequencySpacing::inclusive : FrequencySpacing::exclusive,
      .scale = parts.scale,
      .first_position = parts.first_position,
  };
  sinusoidal_positions(options, matrix_at<float>(out, rows, dimension));
}

EMSCRIPTEN_BINDINGS(wembed_embedding) {
  emscripten::register_type<DoneResult>(done_result_type);
  emscripten::value_object<LayerParts>("LayerParts")
      .field("block", &LayerParts::block)
      .field("dimension", &LayerParts::dimension)
      .field("tokens", &LayerParts::tokens)
      .field("positions", &LayerParts::positions)
      .field("types", &LayerParts::types)
      .field("norm", &LayerParts::norm)
      .field("normEpsilon", &LayerParts::norm_epsilon)
      .field("tokenScale", &LayerParts::token_scale);
  emscripten::value_object<Int32List>("Int32List")
      .field("address", &Int32List::address)
      .field("count", &Int32List::count);
  emscripten::class_<NativeEmbeddingLayer>("NativeEmbeddingLayer")
      .constructor<const LayerParts&>()
      .function("tokenRows", &NativeEmbeddingLayer::token_rows)
      .function("positionRows", &NativeEmbeddingLayer::position_rows)
      .function("typeRows", &NativeEmbeddingLayer::type_rows)
      .function("combined", &NativeEmbeddingLayer::combined);
  emscripten::value_object<SinusoidalParts>("SinusoidalParts")
      .field("base", &SinusoidalParts::base)
      .field("scale", &SinusoidalParts::scale)
      .field("firstPosition", &SinusoidalParts::first_position)
      .field("concatenated", &SinusoidalParts::concatenated)
      .field("inclusive", &SinusoidalParts::inclusive);
  emscripten::function("sinusoidalPositions", &native_sinusoidal_positions);
}

}  // namespace
}  // namespace wembed::wasm
