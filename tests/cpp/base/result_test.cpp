// Result and the macro that passes errors on.
#include "base/result.h"

#include <catch2/catch_test_macros.hpp>
#include <string>

using namespace wembed;

namespace {

Result<int> half(int value) {
  if (value % 2 != 0) return Error{ErrorCode::invalid_input, std::to_string(value) + " is odd"};
  return value / 2;
}

Result<int> quarter(int value) {
  WEMBED_TRY(once, half(value));
  WEMBED_TRY(twice, half(once));
  return twice;
}

}  // namespace

TEST_CASE("a result passes its value or its error through WEMBED_TRY", "[base]") {
  CHECK(quarter(8).value() == 2);
  REQUIRE_FALSE(quarter(6).ok());
  CHECK(quarter(6).error().message == "3 is odd");
}

TEST_CASE("every error code has the name that TypeScript knows", "[base]") {
  CHECK(error_name(ErrorCode::invalid_input) == "invalid-input");
  CHECK(error_name(ErrorCode::invalid_tokenizer) == "invalid-tokenizer");
  CHECK(error_name(ErrorCode::invalid_model) == "invalid-model");
  CHECK(error_name(ErrorCode::unsupported_architecture) == "unsupported-architecture");
  CHECK(error_name(ErrorCode::out_of_memory) == "out-of-memory");
}
