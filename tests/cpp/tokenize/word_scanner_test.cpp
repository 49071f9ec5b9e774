// The scanners against the engine, on the patterns that they stand for.
#include "tokenize/word_scanner.h"

#include <catch2/catch_test_macros.hpp>
#include <catch2/generators/catch_generators.hpp>
#include <catch2/generators/catch_generators_range.hpp>
#include <random>
#include <string>
#include <vector>

#include "text/regex.h"
#include "text/utf8.h"

using namespace wembed;

namespace {

constexpr const char* patterns[] = {
    R"('s|'t|'re|'ve|'m|'ll|'d| ?\p{L}+| ?\p{N}+| ?[^\s\p{L}\p{N}]+|\s+(?!\S)|\s+)",
    R"((?i:'s|'t|'re|'ve|'m|'ll|'d)|[^\r\n\p{L}\p{N}]?\p{L}+|\p{N}{1,3}| ?[^\s\p{L}\p{N}]+[\r\n]*|\s*[\r\n]+|\s+(?!\S)|\s+)",
    R"((?i:'s|'t|'re|'ve|'m|'ll|'d)|[^\r\n\p{L}\p{N}]?\p{L}+|\p{N}| ?[^\s\p{L}\p{N}]+[\r\n]*|\s*[\r\n]+|\s+(?!\S)|\s+)",
    R"((?:'[sS]|'[tT]|'[rR][eE]|'[vV][eE]|'[mM]|'[lL][lL]|'[dD])|[^\r\n\p{L}\p{N}]?\p{L}+|\p{N}{1,3}| ?[^\s\p{L}\p{N}]+[\r\n]*|\s*[\r\n]+|\s+(?!\S)|\s+)",
    R"([^\r\n\p{L}\p{N}]?[\p{Lu}\p{Lt}\p{Lm}\p{Lo}\p{M}]*[\p{Ll}\p{Lm}\p{Lo}\p{M}]+(?i:'s|'t|'re|'ve|'m|'ll|'d)?|[^\r\n\p{L}\p{N}]?[\p{Lu}\p{Lt}\p{Lm}\p{Lo}\p{M}]+[\p{Ll}\p{Lm}\p{Lo}\p{M}]*(?i:'s|'t|'re|'ve|'m|'ll|'d)?|\p{N}{1,3}| ?[^\s\p{L}\p{N}]+[\r\n/]*|\s*[\r\n]+|\s+(?!\S)|\s+)",
};

std::vector<std::string> by_scanner(const char* pattern, const std::string& text) {
  const auto rules = known_word_rules(pattern);
  REQUIRE(rules.has_value());
  std::vector<std::string> words;
  for (size_t at = 0; at < text.size();) {
    const size_t end = word_end(*rules, text, at);
    REQUIRE(end > at);
    words.push_back(text.substr(at, end - at));
    at = end;
  }
  return words;
}

std::vector<std::string> by_engine(const char* pattern, const std::string& text) {
  const auto regex = Regex::compile(pattern);
  REQUIRE(regex.ok());
  RegexWorkspace workspace;
  RegexMatches matches(regex.value(), text, workspace);
  std::vector<std::string> words;
  while (const auto match = matches.next())
    words.push_back(text.substr(match->begin, match->end - match->begin));
  return words;
}

}  // namespace

TEST_CASE("a scanner cuts texts as its pattern does", "[tokenize][property]") {
  const char* pattern = GENERATE(from_range(std::begin(patterns), std::end(patterns)));
  const uint32_t seed = GENERATE(range(0u, 400u));
  CAPTURE(pattern, seed);
  constexpr char32_t pool[] = {' ',   ' ',    ' ',  '\n',   '\r',   '\t',   'a',   'b',    's',
                               'l',   'L',    'R',  'e',    'T',    '\'',   '\'',  '!',    '.',
                               '/',   '1',    '2',  0xe9,   0xc9,   0x17f,  0x301, 0x4e2d, 0x1c5,
                               0x2b0, 0x3000, 0x85, 0x0663, 0x2167, 0x1f600};
  std::mt19937 random(seed);
  std::string text;
  for (uint32_t i = 0; i < random() % 40; ++i) append_utf8(pool[random() % std::size(pool)], text);
  CHECK(by_scanner(pattern, text) == by_engine(pattern, text));
}

TEST_CASE("an unknown pattern has no scanner", "[tokenize]") {
  CHECK_FALSE(known_word_rules(R"(\s+)").has_value());
  CHECK_FALSE(known_word_rules("").has_value());
}
