// Sequences inside Sequences, which every stage of tokenizer.json may have.
#include "tokenize/component.h"

#include <catch2/catch_test_macros.hpp>
#include <catch2/generators/catch_generators.hpp>
#include <catch2/matchers/catch_matchers_string.hpp>

#include "support/bytes.h"
#include "tokenize/tokenizer.h"

using namespace wembed;
using Catch::Matchers::ContainsSubstring;

TEST_CASE("Sequences nest sixteen deep in every stage, and no deeper", "[tokenize]") {
  struct Case {
    const char* stage;
    const char* list;
    const char* inner;
  };
  const auto c = GENERATE(values<Case>({
      {"normalizer", "normalizers", R"({"type":"NFC"})"},
      {"pre_tokenizer", "pretokenizers", R"({"type":"Whitespace"})"},
      {"decoder", "decoders", R"({"type":"Fuse"})"},
      {"post_processor", "processors",
       R"({"type":"ByteLevel","add_prefix_space":false,"trim_offsets":true})"},
  }));
  CAPTURE(c.stage);
  const auto load = [&](size_t depth) {
    std::string component = c.inner;
    for (size_t i = 0; i < depth; ++i) {
      component = R"({"type":"Sequence",")" + std::string(c.list) + "\":[" + component + "]}";
    }
    const std::string json = "{\"" + std::string(c.stage) + "\":" + component +
                             R"(,"model":{"type":"WordLevel","unk_token":"u","vocab":{"u":0}}})";
    return Tokenizer::load(bytes_of(json));
  };
  CHECK(load(16).ok());
  const auto deeper = load(17);
  REQUIRE_FALSE(deeper.ok());
  CHECK_THAT(deeper.error().message, ContainsSubstring("is a Sequence nested too deeply"));
}
