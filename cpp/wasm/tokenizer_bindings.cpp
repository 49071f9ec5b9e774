// Text to ids and back, for JavaScript.
#include "wasm/tokenizer_bindings.h"

#include <emscripten/bind.h>

#include <utility>

namespace wembed::wasm {

DoneResult NativeTokenizer::load(Address json, size_t size) {
  auto loaded = Tokenizer::load(span_at<const uint8_t>(json, size));
  if (!loaded.ok()) return failure(loaded.error());
  owned_ = std::make_unique<const Tokenizer>(std::move(loaded.value()));
  tokenizer_ = owned_.get();
  return success();
}

Address NativeTokenizer::encode(Address text, size_t size, bool add_special_tokens, bool offsets,
                                size_t max_length) {
  tokenizer_->encode(text_at(text, size),
                     {.add_special_tokens = add_special_tokens, .offsets = offsets, .max_length = max_length},
                     workspace_, encoding_);
  table_ = {encoding_.ids.size(),
            address_of(encoding_.ids),
            address_of(encoding_.type_ids),
            address_of(encoding_.starts),
            address_of(encoding_.ends),
            address_of(encoding_.special),
            address_of(encoding_.word_ids),
            address_of(encoding_.attention_mask),
            encoding_.truncated};
  return address_of(table_);
}

std::string NativeTokenizer::decode(Address ids, size_t count, bool skip_special_tokens) const {
  return tokenizer_->decode(span_at<const int32_t>(ids, count), skip_special_tokens);
}

int32_t NativeTokenizer::token_to_id(const std::string& token) const {
  return tokenizer_->token_to_id(token).value_or(-1);
}

OptionalString NativeTokenizer::id_to_token(int32_t id) const {
  const std::string token(tokenizer_->id_to_token(id));
  return OptionalString(token.empty() ? emscripten::val::undefined() : emscripten::val(token));
}

namespace {

EMSCRIPTEN_BINDINGS(wembed_tokenizer) {
  emscripten::register_type<OptionalString>("string | undefined");
  emscripten::class_<NativeTokenizer>("NativeTokenizer")
      .constructor<>()
      .function("load", &NativeTokenizer::load)
      .function("encode", &NativeTokenizer::encode)
      .function("decode", &NativeTokenizer::decode)
      .function("vocabSize", &NativeTokenizer::vocab_size)
      .function("tokenToId", &NativeTokenizer::token_to_id)
      .function("idToToken", &NativeTokenizer::id_to_token);
}

}  // namespace
}  // namespace wembed::wasm
