// How values cross to JavaScript. Bulk data crosses as addresses in the heap; failures as data.
#pragma once

#include <emscripten/val.h>

#include <cstddef>
#include <cstdint>
#include <span>
#include <string>
#include <string_view>

#include "base/error.h"
#include "base/matrix_view.h"
#include "base/result.h"

namespace wembed::wasm {

// An address in the WebAssembly memory. JavaScript has checked that what follows lies inside it.
using Address = uintptr_t;

template <class T>
std::span<T> span_at(Address address, size_t size) {
  return {reinterpret_cast<T*>(address), size};
}

template <class T>
MatrixView<T> matrix_at(Address address, size_t rows, size_t columns) {
  return {span_at<T>(address, rows * columns), rows, columns};
}

inline std::string_view text_at(Address address, size_t size) {
  return {reinterpret_cast<const char*>(address), size};
}

template <class List>
Address address_of(const List& list) {
  return reinterpret_cast<Address>(list.data());
}

// What a call that can fail answers with; its TypeScript type lists the names that error_name() gives, and
// tsc checks them against the ErrorCode of web/src/errors.ts.
EMSCRIPTEN_DECLARE_VAL_TYPE(DoneResult);
inline constexpr char done_result_type[] =
    "{ ok: true } | { ok: false; code: 'invalid-input' | 'invalid-tokenizer' | 'invalid-model' | "
    "'unsupported-architecture' | 'out-of-memory'; message: string }";

inline DoneResult success() {
  emscripten::val result = emscripten::val::object();
  result.set("ok", true);
  return DoneResult(result);
}

inline DoneResult failure(const Error& error) {
  emscripten::val result = emscripten::val::object();
  result.set("ok", false);
  result.set("code", std::string(error_name(error.code)));
  result.set("message", error.message);
  return DoneResult(result);
}

inline DoneResult to_js(const Result<Done>& result) {
  return result.ok() ? success() : failure(result.error());
}

// A copy: a view into the heap dies when memory grows.
template <class T>
emscripten::val copy_to_js(std::span<const T> values) {
  return emscripten::val(emscripten::typed_memory_view(values.size(), values.data()))
      .call<emscripten::val>("slice");
}

}  // namespace wembed::wasm
