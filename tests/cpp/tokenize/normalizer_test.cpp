// What each step makes of a text, and where its characters stem from.
#include "tokenize/normalizer.h"

#include <catch2/catch_test_macros.hpp>
#include <catch2/generators/catch_generators.hpp>
#include <catch2/matchers/catch_matchers_string.hpp>

#include "support/bytes.h"

using namespace wembed;
using Catch::Matchers::ContainsSubstring;

namespace {

Result<Normalizer> read(const std::string& normalizer) {
  const std::string json = R"({"normalizer":)" + normalizer + "}";
  const auto document = JsonDocument::parse(bytes_of(json), "tokenizer.json", ErrorCode::invalid_tokenizer);
  REQUIRE(document.ok());
  return Normalizer::read(document.value().object().value());
}

std::string bert(const std::string& clean, const std::string& chinese, const std::string& accents,
                 const std::string& lowercase) {
  return R"({"type":"BertNormalizer","clean_text":)" + clean + R"(,"handle_chinese_chars":)" + chinese +
         R"(,"strip_accents":)" + accents + R"(,"lowercase":)" + lowercase + "}";
}

}  // namespace

TEST_CASE("normalizers rewrite texts as the Rust library does", "[tokenize]") {
  struct Case {
    const char* name;
    std::string step, text, normalized;
  };
  const auto c = GENERATE(values<Case>({
      {"none", "null", "\u00c9 x", "\u00c9 x"},
      {"lower case is per character: the last sigma of a word stays", R"({"type":"Lowercase"})",
       "\u03a3\u0391\u03a3", "\u03c3\u03b1\u03c3"},
      {"one character becomes two", R"({"type":"Lowercase"})", "\u0130", "i\u0307"},
      {"composed accents are no marks", R"({"type":"StripAccents"})", "e\u0301\u00e9", "e\u00e9"},
      {"white space at the ends", R"({"type":"Strip","strip_left":true,"strip_right":true})", " \u3000a b\n",
       "a b"},
      {"at one end", R"({"type":"Strip","strip_left":false,"strip_right":true})", " a ", " a"},
      {"nothing but white space", R"({"type":"Strip","strip_left":true,"strip_right":true})", " \n ", ""},
      {"controls and spaces", R"({"type":"Nmt"})", "a\u0001b\u200bc\td", "ab c d"},
      {"in front", R"({"type":"Prepend","prepend":"_"})", "a", "_a"},
      {"in front of nothing", R"({"type":"Prepend","prepend":"_"})", "", ""},
      {"a string", R"({"type":"Replace","pattern":{"String":"."},"content":"--"})", "a.b.", "a--b--"},
      {"an expression", R"({"type":"Replace","pattern":{"Regex":" {2,}"},"content":" "})", "a   b c",
       "a b c"},
      {"a replacement is no template", R"({"type":"Replace","pattern":{"Regex":"(a|b)+"},"content":"$1"})",
       "ab", "$1"},
      {"bytes", R"({"type":"ByteLevel"})", "\u00e9 ", "\u00c3\u00a9\u0120"},
      {"one after the other",
       R"({"type":"Sequence","normalizers":[{"type":"NFD"},{"type":"StripAccents"},{"type":"Lowercase"}]})",
       "\u00c9COLE", "ecole"},
      {"BERT, uncased", bert("true", "true", "null", "true"), std::string("H\u00e9\u4e2dX\t\0", 9),
       "he \u4e2d x "},
      {"BERT, cased", bert("true", "true", "null", "false"), "H\u00e9\u00a0!", "H\u00e9 !"},
      {"BERT, marks that are not accents stay", bert("false", "false", "true", "false"), "\u0915\u093f\u0301",
       "\u0915\u093f"},
      {"BERT, no cleaning", bert("false", "false", "false", "false"), "a\u00adb\t", "a\u00adb\t"},
  }));
  CAPTURE(c.name);
  const auto normalizer = read(c.step);
  REQUIRE(normalizer.ok());
  NormalizerWorkspace workspace;
  for (const bool tracked : {true, false}) {
    AlignedText text;
    text.assign(c.text, 0, tracked);
    normalizer.value().apply(text, workspace);
    CHECK(text.text == c.normalized);
  }
}

TEST_CASE("what is written anew stems from what it replaces", "[tokenize]") {
  struct Case {
    const char* name;
    std::string step, text;
    std::vector<std::pair<uint32_t, uint32_t>> origins;  // of each byte of the result
  };
  const auto c = GENERATE(values<Case>({
      {"a decomposed letter", R"({"type":"NFD"})", "x\u00e9", {{0, 1}, {1, 3}, {1, 3}, {1, 3}}},
      {"lower case of another length",
       R"({"type":"Lowercase"})",
       "\u0130x",
       {{0, 2}, {0, 2}, {0, 2}, {2, 3}}},
      {"what is left out leaves a gap",
       R"({"type":"Strip","strip_left":true,"strip_right":true})",
       " a ",
       {{1, 2}}},
      {"a Chinese character's spaces",
       bert("false", "true", "false", "false"),
       "\u4e2d",
       {{0, 3}, {0, 3}, {0, 3}, {0, 3}, {0, 3}}},
      {"what is put in front stems from the first character",
       R"({"type":"Prepend","prepend":"_"})",
       "ab",
       {{0, 1}, {0, 1}, {1, 2}}},
  }));
  CAPTURE(c.name);
  const auto normalizer = read(c.step);
  REQUIRE(normalizer.ok());
  NormalizerWorkspace workspace;
  AlignedText text;
  text.assign(c.text, 0, true);
  normalizer.value().apply(text, workspace);
  std::vector<std::pair<uint32_t, uint32_t>> origins;
  OriginReader reader(text);
  for (size_t at = 0; at < text.text.size(); ++at) {
    const Origin origin = reader.origin_of(at);
    origins.emplace_back(origin.begin, origin.end);
  }
  CHECK(origins == c.origins);
}

TEST_CASE("a normalizer that wembed lacks, or a setting, is an error that names it", "[tokenize]") {
  struct Case {
    const char* step;
    const char* message;
  };
  const auto c = GENERATE(values<Case>({
      {R"({"type":"Shout"})", "normalizer.type is \"Shout\""},
      {R"({"type":"NFC","form":1})", "normalizer.form is a setting"},
      {R"({"type":"Strip","strip_left":true})", "strip_right is missing"},
      {R"({"type":"Precompiled","precompiled_charsmap":"!"})", "precompiled_charsmap"},
      {R"({"type":"Precompiled","precompiled_charsmap":"/////w=="})", "precompiled_charsmap"},
      {R"({"type":"Replace","pattern":{"Glob":"*"},"content":""})", "pattern"},
      {R"({"type":"Replace","pattern":{"Regex":"(?<n>a)+"},"content":""})", "(?<n>a)+"},
  }));
  CAPTURE(c.step);
  const auto normalizer = read(c.step);
  REQUIRE_FALSE(normalizer.ok());
  CHECK_THAT(normalizer.error().message, ContainsSubstring(c.message));
}
