// The engine: what it matches, what it refuses, and that it ends.
#include "text/regex.h"

#include <catch2/catch_test_macros.hpp>
#include <catch2/generators/catch_generators.hpp>
#include <string>
#include <vector>

using namespace wembed;

namespace {

std::vector<std::string> matches(const std::string& pattern, const std::string& text) {
  const auto regex = Regex::compile(pattern);
  if (!regex.ok()) return {regex.error().message};
  RegexWorkspace workspace;
  RegexMatches found(regex.value(), text, workspace);
  std::vector<std::string> out;
  while (const auto match = found.next()) out.push_back(text.substr(match->begin, match->end - match->begin));
  return out;
}

}  // namespace

TEST_CASE("patterns match what Oniguruma matches", "[text]") {
  struct Case {
    const char* pattern;
    std::string text;
    std::vector<std::string> matches;
  };
  const auto c = GENERATE(values<Case>({
      {"a", "banana", {"a", "a", "a"}},
      {"an|a", "banana", {"an", "an", "a"}},
      {"a|an", "banana", {"a", "a", "a"}},
      {"(?:an)+", "banana", {"anan"}},
      {"a*", "baa", {"", "aa"}},
      {"a+?", "aaa", {"a", "a", "a"}},
      {"a{2}", "aaaaa", {"aa", "aa"}},
      {"a{2,}", "aaaaa", {"aaaaa"}},
      {"a{,2}b", "aaab", {"aab"}},
      {"a{1,2}+", "aaaaa", {"aaaaa"}},
      {"x{y", "x{y", {"x{y"}},
      {"a++a", "aaa", {}},
      {"(?>a+)b", "aaab", {"aaab"}},
      {R"(\s+(?!\S))", "a  b ", {" ", " "}},
      {"(?<=a)b", "ab bb", {"b"}},
      {"(?<!a)b", "ab bb", {"b", "b"}},
      {R"(\p{L}+)", "h\u00e9llo w\u00f6rld1", {"h\u00e9llo", "w\u00f6rld"}},
      {R"(\p{^L}+|\PL)", "a1b", {"1"}},
      {R"([^\s\p{L}]+)", "a, 1b", {",", "1"}},
      {R"([a-c&&[^b]]+)", "abcab", {"a", "ca"}},
      {R"([\u4e00-\u9fa5]+)", "x\u4e2d\u6587y", {"\u4e2d\u6587"}},
      {R"([[:punct:]]+)", "a!?b$", {"!?", "$"}},
      {R"([]a]+)", "]a", {"]a"}},
      {R"([a\-z-])", "-", {"-"}},
      {"(?i:'s|'RE)", "it'S we're", {"'S", "'re"}},
      {"(?i)abc", "ABC abc", {"ABC", "abc"}},
      {"(?i:a)b", "Ab AB", {"Ab"}},
      {"^.", "ab\ncd", {"a", "c"}},
      {".$", "ab\ncd", {"b", "d"}},
      {R"(\A.|.\z)", "ab\ncd", {"a", "d"}},
      {R"(\b\w+\b)", "one two", {"one", "two"}},
      {"(a*)*", "aa", {"aa"}},
      {"(|a)+", "aa", {"", "", ""}},
      {"(?:)", "ab", {"", "", ""}},
      {R"(\x41\x{1F600}\n)", "A\U0001f600\n", {"A\U0001f600\n"}},
      {"\u00e9+", "\u00e9\u00e9", {"\u00e9\u00e9"}},
  }));
  CAPTURE(c.pattern, c.text);
  CHECK(matches(c.pattern, c.text) == c.matches);
}

TEST_CASE("what the engine lacks is an error that names the pattern", "[text]") {
  for (const char* pattern : {"(", ")", "a**?+(", "[a", "[b-a]", "\\", "(?<name>a)", "\\1", "\\p{Greek}",
                              "(?<=a+)b", "*", "a{5,2}", "(?x)a", "\\xzz", "[[:nope:]]", "\\q", "\\p{L"}) {
    CAPTURE(pattern);
    const auto regex = Regex::compile(pattern);
    REQUIRE_FALSE(regex.ok());
    CHECK(regex.error().message.find(pattern) != std::string::npos);
  }
  const std::string deep(100'000, '(');
  CHECK_FALSE(Regex::compile(deep).ok());
  CHECK_FALSE(Regex::compile("(((a{999}){999}){999}){999}").ok());
}

TEST_CASE("patterns that backtrack without end elsewhere end here", "[text]") {
  const std::string text(2'000, 'a');
  CHECK(matches("(a*)*b", std::string(60, 'a')).empty());
  CHECK(matches("(?:a|a)*b", std::string(60, 'a')).empty());
  CHECK(matches("(?:a?){30}a{30}", std::string(30, 'a')).size() == 1);
  CHECK(matches("(?:aa?)+$", text).size() == 1);
}
