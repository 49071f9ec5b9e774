// The format's checks: nothing outside the file is ever reached.
#include "io/safetensors.h"

#include <catch2/catch_test_macros.hpp>
#include <catch2/generators/catch_generators.hpp>
#include <catch2/generators/catch_generators_range.hpp>
#include <catch2/matchers/catch_matchers_string.hpp>

#include "support/safetensors_writer.h"

using namespace wembed;
using Catch::Matchers::ContainsSubstring;

TEST_CASE("tensors are found by name where the header says", "[io]") {
  const std::vector<uint8_t> data{1, 2, 3, 4, 5, 6, 7, 8, 9};
  auto file = safetensors_file(R"({"__metadata__":{"format":"pt"},
      "b":{"dtype":"I8","shape":[1],"data_offsets":[8,9]},
      "a":{"dtype":"F32","shape":[2,1],"data_offsets":[0,8]},
      "none":{"dtype":"F32","shape":[0,7],"data_offsets":[9,9]}})",
                               data);
  const auto parsed = Safetensors::parse(file);
  REQUIRE(parsed.ok());
  const Tensor* a = parsed.value().find("a");
  REQUIRE(a != nullptr);
  CHECK(a->type == TensorType::f32);
  CHECK(a->shape == std::vector<size_t>{2, 1});
  CHECK(a->bytes.size() == 8);
  CHECK(a->bytes[0] == 1);
  CHECK(parsed.value().find("b")->bytes[0] == 9);
  CHECK(parsed.value().find("c") == nullptr);
}

TEST_CASE("a broken file is an error that says what is wrong with it", "[io]") {
  struct Case {
    const char* name;
    const char* header;
    const char* message;
  };
  const auto c = GENERATE(values<Case>({
      {"not JSON", "<!doctype html>", "not valid JSON"},
      {"not an object", "[]", "must be a JSON object"},
      {"tensor is a number", R"({"a":5})", "a is not an object"},
      {"past the end", R"({"a":{"dtype":"I8","shape":[9],"data_offsets":[0,9]}})", "lies outside"},
      {"backwards", R"({"a":{"dtype":"I8","shape":[0],"data_offsets":[4,0]}})", "lies outside"},
      {"too few bytes", R"({"a":{"dtype":"F32","shape":[2],"data_offsets":[0,4]}})", "needs 8"},
      {"overflowing shape",
       R"({"a":{"dtype":"F32","shape":[4294967296,4294967296,4294967296],"data_offsets":[0,8]}})",
       "too large"},
      {"2^53 bytes", R"({"a":{"dtype":"I8","shape":[9007199254740992],"data_offsets":[0,9007199254740992]}})",
       "lies outside"},
      {"negative length", R"({"a":{"dtype":"I8","shape":[-1],"data_offsets":[0,8]}})", "not whole numbers"},
      {"one offset", R"({"a":{"dtype":"I8","shape":[8],"data_offsets":[0]}})", "lies outside"},
      {"overlap",
       R"({"a":{"dtype":"I8","shape":[5],"data_offsets":[0,5]},"b":{"dtype":"I8","shape":[4],"data_offsets":[4,8]}})",
       "overlap or leave a hole"},
      {"hole", R"({"a":{"dtype":"I8","shape":[4],"data_offsets":[4,8]}})", "overlap or leave a hole"},
      {"rest", R"({"a":{"dtype":"I8","shape":[4],"data_offsets":[0,4]}})", "4 bytes follow the last tensor"},
      {"unknown type", R"({"a":{"dtype":"F4","shape":[8],"data_offsets":[0,8]}})", "type F4"},
      {"twice",
       R"({"a":{"dtype":"I8","shape":[4],"data_offsets":[0,4]},"a":{"dtype":"I8","shape":[4],"data_offsets":[4,8]}})",
       "there twice"},
  }));
  CAPTURE(c.name);
  auto file = safetensors_file(c.header, std::vector<uint8_t>(8, 0));
  const auto parsed = Safetensors::parse(file);
  REQUIRE_FALSE(parsed.ok());
  CHECK_THAT(parsed.error().message, ContainsSubstring(c.message));
}

TEST_CASE("a file cut off anywhere is an error", "[io]") {
  const auto whole = safetensors_file(R"({"a":{"dtype":"I8","shape":[8],"data_offsets":[0,8]}})",
                                      std::vector<uint8_t>(8, 0));
  const size_t length = GENERATE_COPY(range(size_t{0}, whole.size()));
  CAPTURE(length);
  std::vector<uint8_t> cut(whole.begin(), whole.begin() + static_cast<ptrdiff_t>(length));
  CHECK_FALSE(Safetensors::parse(cut).ok());
}

TEST_CASE("a header length near 2^64 does not wrap around", "[io]") {
  std::vector<uint8_t> file(64, 0xff);
  CHECK_FALSE(Safetensors::parse(file).ok());
}
