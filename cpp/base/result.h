// A value or the error that stands in its place.
#pragma once

#include <cassert>
#include <utility>
#include <variant>

#include "base/error.h"

namespace wembed {

template <class T>
class [[nodiscard]] Result {
 public:
  Result(T value) : state_(std::move(value)) {}
  Result(Error error) : state_(std::move(error)) {}

  bool ok() const { return std::holds_alternative<T>(state_); }

  T& value() {
    assert(ok());
    return *std::get_if<T>(&state_);
  }
  const T& value() const {
    assert(ok());
    return *std::get_if<T>(&state_);
  }
  const Error& error() const {
    assert(!ok());
    return *std::get_if<Error>(&state_);
  }

 private:
  std::variant<T, Error> state_;
};

// The result of work that yields nothing but may fail: `return Done{};`.
using Done = std::monostate;

}  // namespace wembed

// The only macro: binds `name` to the value of `expr`, or returns its error. Two statements, so it stands on
// a line of its own inside braces.
#define WEMBED_TRY(name, expr)                           \
  auto name##_result = (expr);                           \
  if (!name##_result.ok()) return name##_result.error(); \
  [[maybe_unused]] auto& name = name##_result.value()
