// Text to vector, for JavaScript.
#include <emscripten/bind.h>

#include <memory>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "base/buffer.h"
#include "embedder/embedder.h"
#include "wasm/convert.h"
#include "wasm/tokenizer_bindings.h"

namespace wembed::wasm {
namespace {

EMSCRIPTEN_DECLARE_VAL_TYPE(ModelFacts);
EMSCRIPTEN_DECLARE_VAL_TYPE(StagesResult);

// Where JavaScript has put the files. Weights come from malloc and are taken over, also when loading fails.
struct ModelFileAddresses {
  Address config, tokenizer, weights;
  size_t config_size, tokenizer_size, weights_size;
};

// A batch: the texts as UTF-8 end to end, and where the results go.
struct Batch {
  Address bytes, begins;  // begins: uint32 [count + 1]
  size_t count;
  Address vectors;       // float32 [count, dimension]
  Address token_counts;  // uint32 [count]
  Address truncated;     // uint8 [count]
};

const char* position_kind(PositionKind kind) {
  switch (kind) {
    case PositionKind::none: return "none";
    case PositionKind::sinusoidal: return "sinusoidal";
    case PositionKind::learned: return "learned";
  }
  return "";
}

emscripten::val pieces_to_js(const Tokenizer& tokenizer, std::span<const int32_t> ids) {
  emscripten::val pieces = emscripten::val::array();
  for (const int32_t id : ids) pieces.call<void>("push", std::string(tokenizer.id_to_token(id)));
  return pieces;
}

// JavaScript makes one and calls load(); the rest comes after load() has answered ok.
class NativeModel {
 public:
  DoneResult load(const ModelFileAddresses& files) {
    auto loaded = Embedder::load({
        .tokenizer_json = span_at<const uint8_t>(files.tokenizer, files.tokenizer_size),
        .config_json = span_at<const uint8_t>(files.config, files.config_size),
        .weights =
            Buffer::adopt(span_at<uint8_t>(files.weights, files.weights_size).data(), files.weights_size),
    });
    if (!loaded.ok()) return failure(loaded.error());
    embedder_ = std::make_unique<Embedder>(std::move(loaded.value()));
    return success();
  }

  ModelFacts facts() const {
    emscripten::val facts = emscripten::val::object();
    facts.set("dimension", embedder_->dimension());
    facts.set("embeddingSize", embedder_->embedding_size());
    facts.set("hiddenSize", embedder_->hidden_size());
    facts.set("maxTokens", embedder_->max_tokens());
    facts.set("positionKind", std::string(position_kind(embedder_->config().positions)));
    return ModelFacts(facts);
  }

  // It lives no longer than this model.
  NativeTokenizer* tokenizer() const { return new NativeTokenizer(embedder_->tokenizer()); }

  DoneResult embed(const Batch& batch, bool normalize) {
    const auto begins = span_at<const uint32_t>(batch.begins, batch.count + 1);
    texts_.clear();
    for (size_t i = 0; i < batch.count; ++i)
      texts_.push_back(text_at(batch.bytes + begins[i], begins[i + 1] - begins[i]));
    return to_js(embedder_->embed(texts_, {.normalize = normalize},
                                  matrix_at<float>(batch.vectors, batch.count, embedder_->dimension()),
                                  span_at<uint32_t>(batch.token_counts, batch.count),
                                  span_at<uint8_t>(batch.truncated, batch.count)));
  }

  StagesResult inspect(Address text, size_t size, bool normalize) {
    const auto result = embedder_->inspect(text_at(text, size), {.normalize = normalize});
    if (!result.ok()) return StagesResult(failure(result.error()));
    const Inspection& found = result.value();
    emscripten::val stages = emscripten::val::object();
    stages.set("ids", copy_to_js(std::span(found.encoding.ids)));
    stages.set("starts", copy_to_js(std::span(found.encoding.starts)));
    stages.set("ends", copy_to_js(std::span(found.encoding.ends)));
    stages.set("special", copy_to_js(std::span(found.encoding.special)));
    stages.set("pieces", pieces_to_js(embedder_->tokenizer(), found.encoding.ids));
    stages.set("truncated", found.encoding.truncated);
    stages.set("token", copy_to_js(std::span(found.token)));
    stages.set("position", copy_to_js(std::span(found.position)));
    stages.set("type", copy_to_js(std::span(found.type)));
    stages.set("sum", copy_to_js(std::span(found.sum)));
    stages.set("combined", copy_to_js(std::span(found.combined)));
    stages.set("hidden", copy_to_js(std::span(found.hidden)));
    stages.set("vector", copy_to_js(std::span(found.vector)));
    stages.set("ok", true);
    return StagesResult(stages);
  }

 private:
  std::unique_ptr<Embedder> embedder_;
  std::vector<std::string_view> texts_;
};

EMSCRIPTEN_BINDINGS(wembed_embedder) {
  emscripten::register_type<StagesResult>(
      "{ ok: true; ids: Int32Array<ArrayBuffer>; starts: Uint32Array<ArrayBuffer>; "
      "ends: Uint32Array<ArrayBuffer>; special: Uint8Array<ArrayBuffer>; pieces: string[]; truncated: "
      "boolean; "
      "token: Float32Array<ArrayBuffer>; position: Float32Array<ArrayBuffer>; type: "
      "Float32Array<ArrayBuffer>; "
      "sum: Float32Array<ArrayBuffer>; combined: Float32Array<ArrayBuffer>; hidden: "
      "Float32Array<ArrayBuffer>; "
      "vector: Float32Array<ArrayBuffer> } | Exclude<ReturnType<NativeModel['load']>, { ok: true }>");
  emscripten::register_type<ModelFacts>(
      "{ dimension: number; embeddingSize: number; hiddenSize: number; maxTokens: number; "
      "positionKind: 'none' | 'sinusoidal' | 'learned' }");
  emscripten::value_object<ModelFileAddresses>("ModelFileAddresses")
      .field("config", &ModelFileAddresses::config)
      .field("configSize", &ModelFileAddresses::config_size)
      .field("tokenizer", &ModelFileAddresses::tokenizer)
      .field("tokenizerSize", &ModelFileAddresses::tokenizer_size)
      .field("weights", &ModelFileAddresses::weights)
      .field("weightsSize", &ModelFileAddresses::weights_size);
  emscripten::value_object<Batch>("Batch")
      .field("bytes", &Batch::bytes)
      .field("begins", &Batch::begins)
      .field("count", &Batch::count)
      .field("vectors", &Batch::vectors)
      .field("tokenCounts", &Batch::token_counts)
      .field("truncated", &Batch::truncated);
  emscripten::class_<NativeModel>("NativeModel")
      .constructor<>()
      .function("load", &NativeModel::load)
      .function("facts", &NativeModel::facts)
      .function("tokenizer", &NativeModel::tokenizer, emscripten::return_value_policy::take_ownership())
      .function("embed", &NativeModel::embed)
      .function("inspect", &NativeModel::inspect);
}

}  // namespace
}  // namespace wembed::wasm
