// Viterbi, its ties and its unknowns.
#include "tokenize/unigram.h"

#include <array>
#include <catch2/catch_test_macros.hpp>
#include <catch2/generators/catch_generators.hpp>
#include <catch2/generators/catch_generators_range.hpp>
#include <catch2/matchers/catch_matchers_string.hpp>
#include <random>

#include "support/bytes.h"

using namespace wembed;
using Catch::Matchers::ContainsSubstring;

namespace {

Result<Unigram> read(const std::string& json) {
  const auto document = JsonDocument::parse(bytes_of(json), "tokenizer.json", ErrorCode::invalid_tokenizer);
  REQUIRE(document.ok());
  return Unigram::read(document.value().object().value());
}

std::vector<int32_t> ids(const Unigram& unigram, std::string_view text) {
  UnigramWorkspace workspace;
  WordCache cache;
  std::vector<WordToken> pieces;
  unigram.tokenize(text, 0, text.size(), SIZE_MAX, workspace, cache, pieces);
  std::vector<int32_t> out;
  uint32_t end = 0;
  for (const WordToken& piece : pieces) {
    CHECK(piece.begin == end);
    end = piece.end;
    out.push_back(piece.id);
  }
  CHECK(end == text.size());
  return out;
}

std::string model(const std::string& rest) {
  return R"({"type":"Unigram","unk_id":0,"vocab":[["<unk>",0],["a",-1],["b",-1],["ab",-1.5],["aa",-2],["c",0],["ca",0],["aaa",-3]])" +
         rest + "}";
}

}  // namespace

TEST_CASE("the most probable pieces are found", "[tokenize]") {
  struct Case {
    const char* name;
    std::string text;
    std::vector<int32_t> ids;
  };
  const auto c = GENERATE(values<Case>({
      {"empty", "", {}},
      {"one", "a", {1}},
      {"a pair beats two", "ab", {3}},
      {"an unknown run is one piece", "a??\u00e9b", {1, 0, 2}},
      {"unknown alone", "\U0001f600\U0001f600", {0}},
      {"a NUL is unknown", std::string("a\0b", 3), {1, 0, 2}},
  }));
  CAPTURE(c.name);
  const auto unigram = read(model(""));
  REQUIRE(unigram.ok());
  CHECK(ids(unigram.value(), c.text) == c.ids);
}

TEST_CASE("the first of equal paths wins, or the last by the rules of tfjs", "[tokenize]") {
  const auto ours = read(model("")), tfjs = read(model(R"(,"viterbi":"tfjs")"));
  REQUIRE(ours.ok());
  REQUIRE(tfjs.ok());
  CHECK(ids(ours.value(), "aaa") == std::vector<int32_t>{7});
  CHECK(ids(tfjs.value(), "aaa") == std::vector<int32_t>{1, 1, 1});
  // "c" and "ca" cost nothing, and by those rules a score of 0 is no score.
  CHECK(ids(ours.value(), "ca") == std::vector<int32_t>{6});
  CHECK(ids(tfjs.value(), "ca") == std::vector<int32_t>{5, 1});
}

TEST_CASE("byte fallback spells unknown characters", "[tokenize]") {
  std::string vocab = R"({"type":"Unigram","unk_id":0,"byte_fallback":true,"vocab":[["<unk>",0],["a",-1])";
  constexpr std::string_view digits = "0123456789ABCDEF";
  for (size_t byte = 0; byte < 256; ++byte) {
    vocab += std::string(",[\"<0x") + digits[byte / 16] + digits[byte % 16] + ">\",-9]";
  }
  const auto unigram = read(vocab + "]}");
  REQUIRE(unigram.ok());
  UnigramWorkspace workspace;
  WordCache cache;
  std::vector<WordToken> pieces;
  unigram.value().tokenize("a\u00e9", 0, 3, SIZE_MAX, workspace, cache, pieces);
  REQUIRE(pieces.size() == 3);
  CHECK(pieces[1].id == 2 + 0xc3);
  CHECK(pieces[2].id == 2 + 0xa9);
  CHECK((pieces[2].begin == 1 && pieces[2].end == 3));
}

TEST_CASE("what the cache remembers is what Viterbi finds", "[tokenize][property]") {
  // Words of a few letters make ties, which depend on rounding, and so on what came before.
  const auto unigram = read(
      R"({"type":"Unigram","unk_id":0,"vocab":[["<unk>",0],["\u2581",-1.1],["a",-1.3],["b",-1.7],["ab",-2.9],["aa",-2.6],["\u2581a",-2.3],["bb",-3.4],["\u2581ab",-4.1]]})");
  const auto whole = read(
      R"({"type":"Unigram","unk_id":0,"vocab":[["<unk>",0],["\u2581",-1.1],["a",-1.3],["b",-1.7],["ab",-2.9],["aa",-2.6],["\u2581a",-2.3],["bb",-3.4],["\u2581ab",-4.1],["a\u2581q",-4],["b\u2581q",-4],["c\u2581q",-4]]})");
  REQUIRE(unigram.ok());
  REQUIRE(whole.ok());  // pieces with an inner mark behind each letter: no cutting
  const uint32_t seed = GENERATE(range(0u, 100u));
  CAPTURE(seed);
  std::mt19937 random(seed);
  std::string text;
  for (int i = 0; i < 300; ++i) text += std::array{"\u2581", "\u2581", "a", "a", "a", "b", "c"}[random() % 7];
  const auto expected = ids(whole.value(), text);
  UnigramWorkspace workspace;
  WordCache cache;
  for (int round = 0; round < 2; ++round) {
    std::vector<WordToken> tokens;
    unigram.value().tokenize(text, 0, text.size(), SIZE_MAX, workspace, cache, tokens);
    std::vector<int32_t> out;
    for (const WordToken& token : tokens) out.push_back(token.id);
    CHECK(out == expected);
  }
}

TEST_CASE("a word of a million characters takes linear time", "[tokenize]") {
  const auto unigram = read(model(""));
  REQUIRE(unigram.ok());
  CHECK(ids(unigram.value(), std::string(1'000'000, 'a')).size() <= 500'000);
}

TEST_CASE("a broken model is an error that names the place", "[tokenize]") {
  struct Case {
    const char* name;
    const char* json;
    const char* message;
  };
  const auto c = GENERATE(values<Case>({
      {"a number for a piece", R"({"unk_id":0,"vocab":[[5,0]]})", "vocab[0] is not a pair"},
      {"a hole", R"({"unk_id":0,"vocab":[["a",0],null]})", "vocab[1] is not a pair"},
      {"a score of text", R"({"unk_id":0,"vocab":[["a","0"]]})", "vocab[0] is not a pair"},
      {"no unknown", R"({"vocab":[["a",0]]})", "unk_id is missing"},
      {"unknown outside", R"({"unk_id":1,"vocab":[["a",0]]})", "unk_id is 1, but the vocab has 1 pieces"},
      {"an unknown rule", R"({"unk_id":0,"vocab":[["a",0]],"viterbi":"other"})", "viterbi is \"other\""},
      {"an unknown key", R"({"unk_id":0,"vocab":[["a",0]],"dropout":0.1})", "dropout is a setting"},
  }));
  CAPTURE(c.name);
  const auto unigram = read(c.json);
  REQUIRE_FALSE(unigram.ok());
  CHECK_THAT(unigram.error().message, ContainsSubstring(c.message));
}
