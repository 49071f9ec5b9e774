// Checked access: every failure names the file and the key.
#include "io/json.h"

#include <catch2/catch_test_macros.hpp>
#include <catch2/generators/catch_generators.hpp>
#include <catch2/matchers/catch_matchers_string.hpp>

#include "support/bytes.h"

using namespace wembed;
using Catch::Matchers::ContainsSubstring;

namespace {

Result<JsonDocument> parse(std::string_view text) {
  return JsonDocument::parse(bytes_of(text), "x.json", ErrorCode::invalid_model);
}

}  // namespace

TEST_CASE("text that is not JSON is an error that says where", "[io]") {
  struct Case {
    const char* name;
    std::string text;
  };
  const auto c = GENERATE(values<Case>({
      {"empty", ""},
      {"cut off", R"({"a": [1, 2)"},
      {"html", "<!doctype html>"},
      {"a hole in a list", "[1,,2]"},
      {"invalid UTF-8", "{\"a\": \"\xff\"}"},
      {"half a surrogate", R"({"a": "\ud800"})"},
      {"more after the end", "{} {}"},
      {"a number too large", "1e999"},
  }));
  CAPTURE(c.name);
  const auto document = parse(c.text);
  REQUIRE_FALSE(document.ok());
  CHECK(document.error().code == ErrorCode::invalid_model);
  CHECK_THAT(document.error().message, ContainsSubstring("x.json is not valid JSON"));
}

TEST_CASE("nesting of any depth neither overflows nor is taken for an object", "[io]") {
  const std::string open(1'000'000, '['), close(1'000'000, ']');
  CHECK_FALSE(parse(open).ok());
  const auto document = parse(open + close);
  REQUIRE(document.ok());
  CHECK_FALSE(document.value().object().ok());
}

TEST_CASE("a value of another type, or none, is an error that names file and key", "[io]") {
  const auto document =
      parse(R"({"o": {"text": 5, "number": "5", "size": -1, "flag": 0, "list": {}, "none": null}})");
  REQUIRE(document.ok());
  const auto root = document.value().object();
  REQUIRE(root.ok());
  const auto o = root.value().object("o");
  REQUIRE(o.ok());
  const JsonObject& object = o.value();
  CHECK(object.string("text").error().message == "x.json: o.text is not a string");
  CHECK(object.number("number").error().message == "x.json: o.number is not a number");
  CHECK_THAT(object.size("size").error().message, ContainsSubstring("x.json: o.size is not a whole number"));
  CHECK(object.boolean("flag").error().message == "x.json: o.flag is not true or false");
  CHECK(object.array("list").error().message == "x.json: o.list is not a list");
  CHECK(object.string("none").error().message == "x.json: o.none is missing");
  CHECK(object.object("text").error().message == "x.json: o.text is not an object");
  CHECK_FALSE(object.has("none"));
  CHECK_THAT(object.only({"text", "number", "size", "flag", "list"}).error().message,
             ContainsSubstring("x.json: o.none is a setting that wembed does not know"));
}

TEST_CASE("sizes stop at 2^53, where JavaScript's whole numbers do", "[io]") {
  const auto document = parse(R"({"good": 9007199254740992, "bad": 9007199254740993, "half": 0.5})");
  const auto root = document.value().object();
  CHECK(root.value().size("good").value() == 9007199254740992u);
  CHECK_FALSE(root.value().size("bad").ok());
  CHECK_FALSE(root.value().size("half").ok());
}

TEST_CASE("numbers are what they say, to the last bit", "[io]") {
  struct Case {
    const char* text;
    double value;
  };
  const auto c = GENERATE(values<Case>({
      {"0", 0.0},
      {"-0", 0.0},
      {"-12", -12.0},
      {"0.1", 0.1},
      {"-3.28450870514", -3.28450870514},
      {"1E3", 1000.0},
      {"0.00000000000000000000000000000000", 0.0},  // 3.6e-12 by RapidJSON's own exact way
      {"9007199254740993", 9007199254740992.0},
      {"-9223372036854775807", -9223372036854775807.0},
      {"18446744073709551616", 18446744073709551616.0},
      {"123456789012345678901234567890", 1.2345678901234568e29},
      {"2.2250738585072011e-308", 2.2250738585072011e-308},
  }));
  CAPTURE(c.text);
  const auto document = parse(std::string("{\"x\":") + c.text + "}");
  REQUIRE(document.ok());
  CHECK(document.value().object().value().number("x").value() == c.value);
}
