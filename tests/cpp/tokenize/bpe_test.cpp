// Merges, what comes before them, and words too long to look through.
#include "tokenize/bpe.h"

#include <algorithm>
#include <catch2/catch_test_macros.hpp>
#include <catch2/generators/catch_generators.hpp>
#include <catch2/generators/catch_generators_range.hpp>
#include <catch2/matchers/catch_matchers_string.hpp>
#include <map>
#include <random>

using namespace wembed;
using Catch::Matchers::ContainsSubstring;

namespace {

Result<Bpe> read(const std::string& json, bool reads_bytes = false) {
  const auto document = JsonDocument::parse({reinterpret_cast<const uint8_t*>(json.data()), json.size()},
                                            "tokenizer.json", ErrorCode::invalid_tokenizer);
  REQUIRE(document.ok());
  return Bpe::read(document.value().object().value(), reads_bytes);
}

std::vector<WordToken> tokenize(const Bpe& bpe, std::string_view word) {
  BpeWorkspace workspace;
  WordCache cache;
  std::vector<WordToken> tokens, again;
  bpe.tokenize(word, 0, word.size(), SIZE_MAX, workspace, cache, tokens);
  bpe.tokenize(word, 0, word.size(), SIZE_MAX, workspace, cache, again);  // from the cache
  REQUIRE(again.size() == tokens.size());
  for (size_t i = 0; i < tokens.size(); ++i) {
    CHECK(
        (again[i].id == tokens[i].id && again[i].begin == tokens[i].begin && again[i].end == tokens[i].end));
  }
  return tokens;
}

std::vector<int32_t> ids(const Bpe& bpe, std::string_view word) {
  std::vector<int32_t> out;
  for (const WordToken& token : tokenize(bpe, word)) out.push_back(token.id);
  return out;
}

std::string model(const std::string& settings) {
  return R"({"type":"BPE",)" + settings +
         R"("vocab":{"?":0,"a":1,"b":2,"c":3,"ab":4,"bc":5,"abc":6,"aa":7,"cab":8,"<0xC3>":9,"<0xA9>":10},
"merges":["b c","a b","ab c",["a","a"]]})";
}

}  // namespace

TEST_CASE("BPE merges the pair of the lowest rank first, of equal ones the first in the word", "[tokenize]") {
  struct Case {
    const char* name;
    std::string settings, word;
    std::vector<int32_t> ids;
  };
  const auto c = GENERATE(values<Case>({
      {"empty", "", "", {}},
      {"one character", "", "a", {1}},
      {"rank before place", "", "abc", {1, 5}},
      {"leftmost of equal ranks", "", "aaa", {7, 1}},
      {"a token that no merge makes", "", "cab", {3, 4}},
      {"unless merges are ignored", R"("ignore_merges":true,)", "cab", {8}},
      {"ignored merges still apply to words that are no token",
       R"("ignore_merges":true,)",
       "caba",
       {3, 4, 1}},
      {"without an unknown token, unknown characters vanish", "", "axb", {4}},
      {"each unknown character by itself", R"("unk_token":"?",)", "axxb", {1, 0, 0, 2}},
      {"or fused", R"("unk_token":"?","fuse_unk":true,)", "axxb", {1, 0, 2}},
      {"bytes in place of unknown", R"("unk_token":"?","byte_fallback":true,)", "a\u00e9", {1, 9, 10}},
      {"all bytes or none", R"("unk_token":"?","byte_fallback":true,)", "a\u00e8", {1, 0}},
  }));
  CAPTURE(c.name);
  const auto bpe = read(model(c.settings));
  REQUIRE(bpe.ok());
  CHECK(ids(bpe.value(), c.word) == c.ids);
}

TEST_CASE("BPE marks what continues a word, and what ends it", "[tokenize]") {
  const auto bpe = read(R"({"continuing_subword_prefix":"_","end_of_word_suffix":"$","unk_token":"?",
"vocab":{"?":0,"a":1,"_a":2,"_a$":3,"a$":4,"aa":5,"aaa$":6},"merges":[["a","_a"],["aa","_a$"]]})");
  REQUIRE(bpe.ok());
  CHECK(ids(bpe.value(), "a") == std::vector<int32_t>{4});
  CHECK(ids(bpe.value(), "aaa") == std::vector<int32_t>{6});
  CHECK(ids(bpe.value(), "aaaa") == std::vector<int32_t>{5, 2, 3});
}

TEST_CASE("BPE of bytes gives places in the text, not in its alphabet", "[tokenize]") {
  const auto bpe = read(
      R"({"vocab":{"\u0120":0,"\u00c3":1,"\u00a9":2,"\u00c3\u00a9":3},"merges":["\u00c3 \u00a9"]})", true);
  REQUIRE(bpe.ok());
  const auto tokens = tokenize(bpe.value(), " \u00e9\u00c3");
  REQUIRE(tokens.size() == 3);  // U+00C3 is C3 83, and nothing stands for 83
  CHECK((tokens[0].id == 0 && tokens[0].end == 1));
  CHECK((tokens[1].id == 3 && tokens[1].begin == 1 && tokens[1].end == 3));
  CHECK(tokens[2].id == 1);
}

TEST_CASE("short words and long ones are merged alike", "[tokenize][property]") {
  const uint32_t seed = GENERATE(range(0u, 60u));
  CAPTURE(seed);
  std::mt19937 random(seed);
  // Random merges over two letters, each of tokens that are there by then.
  std::vector<std::string> tokens{"a", "b"};
  std::vector<std::pair<std::string, std::string>> merges;
  for (int i = 0; i < 12; ++i) {
    const std::string left = tokens[random() % tokens.size()], right = tokens[random() % tokens.size()];
    if (std::ranges::find(tokens, left + right) != tokens.end()) continue;
    merges.emplace_back(left, right);
    tokens.push_back(left + right);
  }
  std::string json = R"({"vocab":{)";
  for (size_t i = 0; i < tokens.size(); ++i) {
    json += (i > 0 ? ",\"" : "\"") + tokens[i] + "\":" + std::to_string(i);
  }
  json += R"(},"merges":[)";
  for (size_t i = 0; i < merges.size(); ++i) {
    json += (i > 0 ? ",\"" : "\"") + merges[i].first + " " + merges[i].second + "\"";
  }
  const auto bpe = read(json + "]}");
  REQUIRE(bpe.ok());

  std::string word(1 + random() % 200, 'a');
  for (char& letter : word) letter = random() % 2 == 0 ? 'a' : 'b';
  // By definition: merge the first place of the lowest rank until there is none.
  std::vector<std::string> expected;
  for (const char letter : word) expected.emplace_back(1, letter);
  for (bool merged = true; merged;) {
    merged = false;
    for (const auto& [left, right] : merges) {
      for (size_t i = 0; i + 1 < expected.size() && !merged; ++i) {
        if (expected[i] != left || expected[i + 1] != right) continue;
        expected[i] += right;
        expected.erase(expected.begin() + static_cast<ptrdiff_t>(i) + 1);
        merged = true;
      }
      if (merged) break;
    }
  }
  std::vector<std::string> found;
  for (const int32_t id : ids(bpe.value(), word)) found.push_back(tokens[static_cast<size_t>(id)]);
  CHECK(found == expected);
}

TEST_CASE("a word of a million characters is merged in moderate time", "[tokenize]") {
  const auto bpe = read(model(""));
  REQUIRE(bpe.ok());
  CHECK(ids(bpe.value(), std::string(1'000'000, 'a')) == std::vector<int32_t>(500'000, 7));
}

TEST_CASE("a broken BPE model is an error that says what is wrong", "[tokenize]") {
  struct Case {
    const char* name;
    const char* json;
    const char* message;
  };
  const auto c = GENERATE(values<Case>({
      {"no vocab", R"({"merges":[]})", "vocab is missing"},
      {"no merges", R"({"vocab":{}})", "merges is missing"},
      {"a merge of three", R"({"vocab":{"a":0},"merges":["a a a"]})", "merges[0] is not two tokens"},
      {"a merge of one", R"({"vocab":{"a":0},"merges":[["a"]]})", "merges[0] is not a pair"},
      {"an unknown part", R"({"vocab":{"a":0},"merges":["a b"]})", "not in the vocab: b"},
      {"an unknown result", R"({"vocab":{"a":0},"merges":["a a"]})", "not in the vocab: aa"},
      {"an unknown unknown", R"({"vocab":{"a":0},"merges":[],"unk_token":"?"})", "unk_token \"?\""},
      {"chance", R"({"vocab":{"a":0},"merges":[],"dropout":0.1})", "dropout is not 0"},
      {"another setting", R"({"vocab":{"a":0},"merges":[],"max":1})", "max is a setting"},
  }));
  CAPTURE(c.name);
  const auto bpe = read(c.json);
  REQUIRE_FALSE(bpe.ok());
  CHECK_THAT(bpe.error().message, ContainsSubstring(c.message));
}
