// A tokenizer as JavaScript holds it.
#pragma once

#include <emscripten/val.h>

#include <array>
#include <cstdint>
#include <memory>
#include <string>

#include "tokenize/tokenizer.h"
#include "wasm/convert.h"

namespace wembed::wasm {

EMSCRIPTEN_DECLARE_VAL_TYPE(OptionalString);

// JavaScript makes one and calls load(), or gets that of a model; the rest comes after load() has answered
// ok.
class NativeTokenizer {
 public:
  NativeTokenizer() = default;
  explicit NativeTokenizer(const Tokenizer& borrowed) : tokenizer_(&borrowed) {}

  // tokenizer.json, which is only read during the call.
  DoneResult load(Address json, size_t size);

  // The address of a table of uint32: how many tokens; where the lists of ids, type ids, starts, ends,
  // special, word ids and attention mask begin; whether the text was cut. It holds until the next call.
  Address encode(Address text, size_t size, bool add_special_tokens, bool offsets, size_t max_length);

  std::string decode(Address ids, size_t count, bool skip_special_tokens) const;
  size_t vocab_size() const { return tokenizer_->vocab_size(); }
  int32_t token_to_id(const std::string& token) const;  // -1: none
  OptionalString id_to_token(int32_t id) const;

 private:
  std::unique_ptr<const Tokenizer> owned_;
  const Tokenizer* tokenizer_ = nullptr;
  Tokenizer::Workspace workspace_;
  Encoding encoding_;
  std::array<Address, 9> table_ = {};
};

}  // namespace wembed::wasm
