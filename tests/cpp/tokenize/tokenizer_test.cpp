// All stages together: ids, offsets in the caller's string, decoding.
#include "tokenize/tokenizer.h"

#include <catch2/catch_test_macros.hpp>
#include <catch2/generators/catch_generators.hpp>
#include <catch2/generators/catch_generators_range.hpp>
#include <catch2/matchers/catch_matchers_string.hpp>
#include <random>

#include "support/bytes.h"
#include "text/utf8.h"

using namespace wembed;
using Catch::Matchers::ContainsSubstring;

namespace {

const std::string small =
    R"({"version":"1.0","truncation":null,"padding":null,"added_tokens":[],
"normalizer":{"type":"Sequence","normalizers":[{"type":"NFKC"},{"type":"Prepend","prepend":"▁"},
  {"type":"Replace","pattern":{"String":" "},"content":"▁"}]},
"pre_tokenizer":null,"post_processor":null,
"decoder":{"type":"Metaspace","replacement":"▁","prepend_scheme":"always","split":false},
"model":{"type":"Unigram","unk_id":0,"vocab":[["�",0],["▁",-2],["▁a",-1],["b",-3],["fi",-3],["▁fi",-2],["é",-3],["f",-6],["i",-6]]}})";

Result<Tokenizer> load(const std::string& json) { return Tokenizer::load(bytes_of(json)); }

}  // namespace

TEST_CASE("offsets are UTF-16 units of the text as it was given", "[tokenize]") {
  struct Case {
    const char* name;
    std::string text;
    std::vector<int32_t> ids;
    std::vector<uint32_t> starts, ends;
  };
  const auto c = GENERATE(values<Case>({
      {"empty", "", {}, {}, {}},
      {"two words", "a a", {2, 2}, {0, 1}, {1, 3}},
      {"a leading space is a piece of its own", " a", {1, 2}, {0, 0}, {1, 2}},
      {"a surrogate pair is two units", "a\U0001f600b", {2, 0, 3}, {0, 1, 3}, {1, 3, 4}},
      {"a ligature becomes two letters", "a \ufb01b", {2, 5, 3}, {0, 1, 3}, {1, 3, 4}},
      {"an accent composed", "ae\u0301", {2, 6}, {0, 1}, {1, 2}},
      {"a NUL", std::string("a\0b", 3), {2, 0, 3}, {0, 1, 2}, {1, 2, 3}},
  }));
  CAPTURE(c.name);
  const auto tokenizer = load(small);
  REQUIRE(tokenizer.ok());
  Tokenizer::Workspace workspace;
  Encoding encoding;
  tokenizer.value().encode(c.text, {}, workspace, encoding);
  CHECK(encoding.ids == c.ids);
  CHECK(encoding.starts == c.starts);
  CHECK(encoding.ends == c.ends);
}

TEST_CASE("offsets are ordered and in bounds, and ids are the same without them", "[tokenize][property]") {
  const uint32_t seed = GENERATE(range(0u, 200u));
  CAPTURE(seed);
  const auto tokenizer = load(small);
  REQUIRE(tokenizer.ok());
  std::mt19937 random(seed);
  std::string text;
  size_t units = 0;
  for (uint32_t i = 0; i < random() % 50; ++i) {
    const char32_t value = random() % 3 == 0   ? random() % 0xd800
                           : random() % 3 == 0 ? 0x10000 + random() % 0x10000
                                               : " abfi"[random() % 5];
    append_utf8(value, text);
    units += value >= 0x10000 ? 2 : 1;
  }
  Tokenizer::Workspace workspace;
  Encoding encoding, fast;
  tokenizer.value().encode(text, {}, workspace, encoding);
  tokenizer.value().encode(text, {.offsets = false}, workspace, fast);
  CHECK(encoding.ids == fast.ids);
  uint32_t last = 0;
  for (size_t t = 0; t < encoding.ids.size(); ++t) {
    CHECK(encoding.starts[t] >= last);
    CHECK(encoding.ends[t] >= encoding.starts[t]);
    CHECK(encoding.ends[t] <= units);
    last = encoding.starts[t];
  }
}

TEST_CASE("any bytes are tokenized, none out of bounds", "[tokenize][property]") {
  const uint32_t seed = GENERATE(range(0u, 200u));
  CAPTURE(seed);
  const auto tokenizer = load(small);
  REQUIRE(tokenizer.ok());
  std::mt19937 random(seed);
  std::string bytes(random() % 60, ' ');
  for (char& byte : bytes) byte = static_cast<char>(random());
  Tokenizer::Workspace workspace;
  Encoding encoding;
  tokenizer.value().encode(bytes, {}, workspace, encoding);
  CHECK(encoding.ids.empty() == bytes.empty());
}

TEST_CASE("tokens beyond max_length are cut off, and the encoding says so", "[tokenize]") {
  const auto tokenizer = load(small);
  REQUIRE(tokenizer.ok());
  Tokenizer::Workspace workspace;
  Encoding encoding;
  tokenizer.value().encode("a a a", {.max_length = 2}, workspace, encoding);
  CHECK(encoding.ids.size() == 2);
  CHECK(encoding.truncated);
  tokenizer.value().encode("a a a", {.max_length = 3}, workspace, encoding);
  CHECK(encoding.ids.size() == 3);
  CHECK_FALSE(encoding.truncated);
}

TEST_CASE("decoding restores normalized text", "[tokenize]") {
  const auto tokenizer = load(small);
  REQUIRE(tokenizer.ok());
  Tokenizer::Workspace workspace;
  Encoding encoding;
  for (const std::string text : {"a a", "", "b a  fib", " a"}) {
    tokenizer.value().encode(text, {}, workspace, encoding);
    CHECK(tokenizer.value().decode(encoding.ids, true) == text);
  }
  const std::vector<int32_t> strange{-1, 2, 1000};
  CHECK(tokenizer.value().decode(strange, true) == "a");
}

TEST_CASE("a component that wembed lacks is an error that names it", "[tokenize]") {
  struct Case {
    const char* from;
    const char* to;
    const char* message;
  };
  const auto c = GENERATE(values<Case>({
      {R"("pre_tokenizer":null)", R"("pre_tokenizer":{"type":"Splitter"})",
       "pre_tokenizer.type is \"Splitter\""},
      {R"("NFKC")", R"("Nmt2")", "normalizer.normalizers[0].type is \"Nmt2\""},
      {R"("Unigram")", R"("Bigram")", "model.type"},
      {R"("version")", R"("versions")", "versions is a setting"},
      {R"("String":" ")", R"("Regex":"(")", "regular expression"},
      {R"({"type":"NFKC"})", "7", "normalizers[0] is not an object"},
      {R"("prepend":"▁")", R"("prepend":5)", "prepend is not a string"},
  }));
  CAPTURE(c.from);
  std::string json = small;
  json.replace(json.find(c.from), std::string(c.from).size(), c.to);
  const auto tokenizer = load(json);
  REQUIRE_FALSE(tokenizer.ok());
  CHECK_THAT(tokenizer.error().message, ContainsSubstring(c.message));
}
