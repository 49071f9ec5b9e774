// Which tokens are found in a text, what they take along, and which ids they get.
#include "tokenize/added_tokens.h"

#include <catch2/catch_test_macros.hpp>
#include <catch2/generators/catch_generators.hpp>
#include <catch2/matchers/catch_matchers_string.hpp>

#include "support/bytes.h"

using namespace wembed;
using Catch::Matchers::ContainsSubstring;

namespace {

struct Piece {
  std::string text;
  int32_t id;
  bool operator==(const Piece&) const = default;
};

std::vector<Piece> split(const AddedTokens& tokens, const std::string& text) {
  std::vector<AddedPiece> pieces;
  tokens.split(text, false, pieces);
  std::vector<Piece> out;
  for (const AddedPiece& piece : pieces)
    out.push_back({text.substr(piece.begin, piece.end - piece.begin), piece.id});
  return out;
}

AddedToken token(const char* content) { return {.content = content, .normalized = false}; }

}  // namespace

TEST_CASE("added tokens are found leftmost and longest, with what their flags take", "[tokenize]") {
  struct Case {
    const char* name;
    std::string text;
    std::vector<Piece> pieces;
  };
  const auto c = GENERATE(values<Case>({
      {"none", "abc", {{"abc", -1}}},
      {"empty", "", {}},
      {"alone", "<s>", {{"<s>", 0}}},
      {"between", "a<s>b", {{"a", -1}, {"<s>", 0}, {"b", -1}}},
      {"the longest", "<s><s>", {{"<s><s>", 1}}},
      {"white space before", "a \u3000<l> b", {{"a", -1}, {" \u3000<l>", 2}, {" b", -1}}},
      {"white space behind", "a <r> \n b", {{"a ", -1}, {"<r> \n ", 3}, {"b", -1}}},
      {"but not what another took", "<r> <l>", {{"<r> ", 3}, {"<l>", 2}}},
      {"a word by itself", "word, words word", {{"word", 4}, {", words ", -1}, {"word", 4}}},
      {"not inside letters of any script", "\u00e9word word\u4e2d", {{"\u00e9word word\u4e2d", -1}}},
  }));
  CAPTURE(c.name);
  AddedToken left = token("<l>"), right = token("<r>"), word = token("word");
  left.lstrip = right.rstrip = word.single_word = true;
  AddedTokens tokens;
  tokens.add(std::vector{token("<s>"), token("<s><s>"), left, right, word}, Vocabulary(), Normalizer());
  CHECK(split(tokens, c.text) == c.pieces);
}

TEST_CASE("an added token keeps the id that the model gives it, others go behind the vocabulary",
          "[tokenize]") {
  Vocabulary vocabulary;
  vocabulary.reserve(2, 2);
  vocabulary.add("a", 0);
  vocabulary.add("b", 1);
  AddedTokens tokens;
  tokens.add(std::vector{token("<x>"), token("b"), token("<y>"), token("<x>"), token("")}, vocabulary,
             Normalizer());
  CHECK(tokens.find("<x>") == 2);
  CHECK(tokens.find("b") == 1);
  CHECK(tokens.find("<y>") == 3);
  CHECK_FALSE(tokens.find("a").has_value());
  CHECK_FALSE(tokens.find("").has_value());
  REQUIRE(tokens.token(3) != nullptr);
  CHECK(tokens.token(3)->content == "<y>");
  CHECK(tokens.token(0) == nullptr);
}

TEST_CASE("an entry of added_tokens that lacks a flag, or has another, is an error", "[tokenize]") {
  struct Case {
    const char* entry;
    const char* message;
  };
  const auto c = GENERATE(values<Case>({
      {R"({"id":0,"content":"x"})", "added_tokens[0].single_word is missing"},
      {R"({"id":-1,"content":"x"})", "added_tokens[0].id"},
      {R"({"id":0,"content":"x","bold":true})", "added_tokens[0].bold is a setting"},
      {"7", "added_tokens[0] is not an object"},
  }));
  CAPTURE(c.entry);
  const std::string json = R"({"added_tokens":[)" + std::string(c.entry) + "]}";
  const auto document = JsonDocument::parse(bytes_of(json), "tokenizer.json", ErrorCode::invalid_tokenizer);
  REQUIRE(document.ok());
  const auto tokens = AddedTokens::read(document.value().object().value());
  REQUIRE_FALSE(tokens.ok());
  CHECK_THAT(tokens.error().message, ContainsSubstring(c.message));
}
