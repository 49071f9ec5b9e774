// Joining pairs: the two ways give the same, and a long word ends.
#include "tokenize/bpe.h"

#include <catch2/catch_test_macros.hpp>
#include <catch2/generators/catch_generators.hpp>
#include <catch2/generators/catch_generators_range.hpp>
#include <catch2/matchers/catch_matchers_string.hpp>
#include <random>
#include <string>
#include <vector>

#include "support/bytes.h"
#include "tokenize/bpe_merge.h"

using namespace wembed;
using Catch::Matchers::ContainsSubstring;

namespace {

Result<Bpe> read(const std::string& json, bool reads_bytes = false) {
  const auto document = JsonDocument::parse(bytes_of(json), "tokenizer.json", ErrorCode::invalid_tokenizer);
  REQUIRE(document.ok());
  return Bpe::read(document.value().object().value(), reads_bytes);
}

std::vector<int32_t> ids(const Bpe& bpe, std::string_view text) {
  BpeWorkspace workspace;
  WordCache cache;
  std::vector<int32_t> out;
  for (int round = 0; round < 2; ++round) {  // the second one from the cache
    std::vector<WordToken> tokens;
    bpe.tokenize(text, 0, text.size(), SIZE_MAX, workspace, cache, tokens);
    std::vector<int32_t> found;
    for (const WordToken& token : tokens) found.push_back(token.id);
    if (round == 1) CHECK(found == out);
    out = found;
  }
  return out;
}

constexpr const char* vocab =
    R"("vocab":{"<unk>":0,"a":1,"b":2,"c":3,"ab":4,"abc":5,"bc":6,"aa":7,"aaaa":8})";

}  // namespace

TEST_CASE("the pair that was learnt first is joined first", "[tokenize]") {
  struct Case {
    const char* name;
    const char* settings;
    std::string text;
    std::vector<int32_t> ids;
  };
  const auto c = GENERATE(values<Case>({
      {"order", R"("merges":["b c","a b","ab c"])", "abc", {1, 6}},
      {"the other order", R"("merges":["a b","b c","ab c"])", "abc", {5}},
      {"pairs as lists", R"("merges":[["a","b"],["ab","c"]])", "abcab", {5, 4}},
      {"left to right", R"("merges":["a a","aa aa"])", "aaaaaaa", {8, 7, 1}},
      {"unknown", R"("merges":[],"unk_token":"<unk>")", "axyb", {1, 0, 0, 2}},
      {"unknown fused", R"("merges":[],"unk_token":"<unk>","fuse_unk":true)", "axyb", {1, 0, 2}},
      {"unknown dropped", R"("merges":[])", "axyb", {1, 2}},
      {"the whole word", R"("merges":[],"ignore_merges":true)", "abc", {5}},
      {"empty", R"("merges":[])", "", {}},
      {"a version line", R"("merges":["#version: 0.2","a b"])", "ab", {4}},
  }));
  CAPTURE(c.name);
  const auto bpe = read(std::string("{") + vocab + "," + c.settings + "}");
  REQUIRE(bpe.ok());
  CHECK(ids(bpe.value(), c.text) == c.ids);
}

TEST_CASE("long words are joined as short ones are", "[tokenize][property]") {
  const uint32_t seed = GENERATE(range(0u, 100u));
  CAPTURE(seed);
  std::mt19937 random(seed);
  MergeTable merges;
  merges.reserve(64);
  uint32_t rank = 0;
  for (int32_t id = 4; id < 40; ++id) {
    merges.add(static_cast<int32_t>(random() % id), static_cast<int32_t>(random() % id), {rank++, id});
  }
  // Of 33 symbols and more a queue takes care. A neighbour that joins with nothing makes a short word long.
  BpeWorkspace word, padded;
  for (uint32_t i = 0; i < 5 + random() % 27; ++i) {
    word.symbols.push_back({static_cast<int32_t>(random() % 4), 1, {}, 0, 0});
  }
  padded.symbols = word.symbols;
  for (int i = 0; i < 40; ++i) padded.symbols.push_back({1000, 1, {}, 0, 0});
  merge_symbols(merges, word);
  merge_symbols(merges, padded);
  REQUIRE(padded.symbols.size() == word.symbols.size() + 40);
  for (size_t i = 0; i < word.symbols.size(); ++i) {
    CHECK(word.symbols[i].id == padded.symbols[i].id);
    CHECK(word.symbols[i].size == padded.symbols[i].size);
  }
}

TEST_CASE("a word of a million characters ends", "[tokenize]") {
  const auto bpe = read(std::string("{") + vocab + R"(,"merges":["a a","aa aa"]})");
  REQUIRE(bpe.ok());
  CHECK(ids(bpe.value(), std::string(1'000'000, 'a')).size() == 250'000);
}

TEST_CASE("broken merges and settings are errors that say which", "[tokenize]") {
  struct Case {
    const char* settings;
    const char* message;
  };
  const auto c = GENERATE(values<Case>({
      {R"("merges":["a x"])", "merge 0 has a token that is not in the vocab: x"},
      {R"("merges":["a b","b a"])", "merge 1 makes a token that is not in the vocab: ba"},
      {R"("merges":["ab"])", "merges[0] is not two tokens around a space"},
      {R"("merges":[5])", "merges[0] is not a pair of tokens"},
      {R"("merges":[["a"]])", "merges[0] is not a pair of tokens"},
      {R"("merges":[],"unk_token":"?")", "unk_token \"?\" is not in the vocab"},
      {R"("merges":[],"dropout":0.1)", "dropout is not 0"},
      {R"("merges":{})", "merges is not a list"},
      {R"("merges":[],"fuse_unk":1)", "fuse_unk is not true or false"},
      {R"("merges":[],"colour":1)", "colour is a setting"},
  }));
  CAPTURE(c.settings);
  const auto bpe = read(std::string("{") + vocab + "," + c.settings + "}");
  REQUIRE_FALSE(bpe.ok());
  CHECK_THAT(bpe.error().message, ContainsSubstring(c.message));
  CHECK_FALSE(read(R"({"vocab":{"a":-1},"merges":[]})").ok());
  CHECK_FALSE(read(R"({"vocab":{"a":4000000000},"merges":[]})").ok());
}
