// The longest token first, and what is left when there is none.
#include "tokenize/wordpiece.h"

#include <catch2/catch_test_macros.hpp>
#include <catch2/generators/catch_generators.hpp>
#include <catch2/matchers/catch_matchers_string.hpp>

#include "support/bytes.h"

using namespace wembed;
using Catch::Matchers::ContainsSubstring;

namespace {

template <class Model>
Result<Model> read(const std::string& json) {
  const auto document = JsonDocument::parse(bytes_of(json), "tokenizer.json", ErrorCode::invalid_tokenizer);
  REQUIRE(document.ok());
  return Model::read(document.value().object().value());
}

const std::string small =
    R"({"unk_token":"?","continuing_subword_prefix":"##","max_input_chars_per_word":6,"vocab":
{"?":0,"un":1,"##aff":2,"##able":3,"##a":4,"una":5,"\u00e9":6,"##\u00e9":7,"##ffa":8,"##ble":9,"##":10}})";

}  // namespace

TEST_CASE("WordPiece takes the longest token at each place, or the unknown one for the word", "[tokenize]") {
  struct Case {
    const char* name;
    std::string word;
    std::vector<int32_t> ids;
    std::vector<uint32_t> ends;
  };
  const auto c = GENERATE(values<Case>({
      {"empty", "", {}, {}},
      {"one token", "un", {1}, {2}},
      {"the longest head wins", "unaffa", {5, 8}, {3, 6}},
      {"no going back to a shorter head", "unaffab", {0}, {7}},
      {"stuck after a good start", "unx", {0}, {3}},
      {"stuck at once", "xun", {0}, {3}},
      {"a continuation needs its prefix", "able", {0}, {4}},
      {"the prefix is a token like others where a word begins with it", "##", {10}, {2}},
      {"characters of two bytes", "\u00e9\u00e9\u00e9", {6, 7, 7}, {2, 4, 6}},
      {"as many characters as there may be",
       "\u00e9\u00e9\u00e9\u00e9\u00e9\u00e9",
       {6, 7, 7, 7, 7, 7},
       {2, 4, 6, 8, 10, 12}},
      {"one more", "\u00e9\u00e9\u00e9\u00e9\u00e9\u00e9\u00e9", {0}, {14}},
  }));
  CAPTURE(c.name);
  const auto model = read<WordPiece>(small);
  REQUIRE(model.ok());
  WordCache cache;
  std::vector<WordToken> scratch;
  for (const char* round : {"computed", "from the cache"}) {
    CAPTURE(round);
    std::vector<WordToken> tokens;
    model.value().tokenize("--" + c.word, 2, 2 + c.word.size(), cache, scratch, tokens);
    std::vector<int32_t> ids;
    std::vector<uint32_t> ends;
    for (const WordToken& token : tokens) {
      ids.push_back(token.id);
      ends.push_back(token.end - 2);
    }
    CHECK(ids == c.ids);
    CHECK(ends == c.ends);
  }
}

TEST_CASE("WordLevel knows whole words, and one token for all others", "[tokenize]") {
  const auto model =
      read<WordLevel>(R"({"type":"WordLevel","unk_token":"?","vocab":{"?":0,"one":1,"\u00e9":2}})");
  REQUIRE(model.ok());
  const std::string text = "one\u00e9two";
  std::vector<WordToken> tokens;
  model.value().tokenize(text, 0, 3, tokens);
  model.value().tokenize(text, 3, 5, tokens);
  model.value().tokenize(text, 5, 8, tokens);
  REQUIRE(tokens.size() == 3);
  CHECK((tokens[0].id == 1 && tokens[1].id == 2 && tokens[2].id == 0));
  CHECK((tokens[2].begin == 5 && tokens[2].end == 8));
}

TEST_CASE("a WordPiece model that cannot work is an error", "[tokenize]") {
  struct Case {
    const char* from;
    const char* to;
    const char* message;
  };
  const auto c = GENERATE(values<Case>({
      {R"("unk_token":"?")", R"("unk_token":"!")", "!"},
      {R"("unk_token":"?",)", R"("unk_token":7,)", "unk_token is not a string"},
      {R"("un":1)", R"("un":-1)", "vocab"},
      {R"("un":1)", R"("un":"1")", "vocab"},
      {R"("unk_token")", R"("fuse_unk":true,"unk_token")", "fuse_unk is a setting"},
  }));
  CAPTURE(c.from, c.to);
  std::string json = small;
  json.replace(json.find(c.from), std::string(c.from).size(), c.to);
  const auto model = read<WordPiece>(json);
  REQUIRE_FALSE(model.ok());
  CHECK_THAT(model.error().message, ContainsSubstring(c.message));
}
