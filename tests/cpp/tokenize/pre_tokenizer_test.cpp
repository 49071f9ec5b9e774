// Where each step cuts.
#include "tokenize/pre_tokenizer.h"

#include <catch2/catch_test_macros.hpp>
#include <catch2/generators/catch_generators.hpp>
#include <catch2/matchers/catch_matchers_string.hpp>

#include "support/bytes.h"

using namespace wembed;
using Catch::Matchers::ContainsSubstring;

namespace {

Result<PreTokenizer> read(const std::string& pre_tokenizer) {
  const std::string json = R"({"pre_tokenizer":)" + pre_tokenizer + "}";
  const auto document = JsonDocument::parse(bytes_of(json), "tokenizer.json", ErrorCode::invalid_tokenizer);
  REQUIRE(document.ok());
  return PreTokenizer::read(document.value().object().value());
}

std::vector<std::string> words(const PreTokenizer& pre_tokenizer, const std::string& input) {
  AlignedText text;
  text.assign(input, 0, true);
  std::vector<Span> spans;
  if (!input.empty()) spans.push_back({0, static_cast<uint32_t>(input.size())});
  PreTokenizerWorkspace workspace;
  pre_tokenizer.apply(text, spans, workspace);
  std::vector<std::string> out;
  for (const Span span : spans) out.push_back(text.text.substr(span.begin, span.end - span.begin));
  return out;
}

std::string split(const std::string& behavior, const std::string& invert) {
  return R"({"type":"Split","pattern":{"String":"-"},"behavior":")" + behavior + R"(","invert":)" + invert +
         "}";
}

}  // namespace

TEST_CASE("pre-tokenizers cut where the Rust library does", "[tokenize]") {
  using Words = std::vector<std::string>;
  struct Case {
    const char* name;
    std::string step, text;
    Words words;
  };
  const auto c = GENERATE(values<Case>({
      {"none", "null", "a b", {"a b"}},
      {"BERT",
       R"({"type":"BertPreTokenizer"})",
       " don't  stop\u3000\u2014 $5",
       {"don", "'", "t", "stop", "\u2014", "$", "5"}},
      {"\\w+|[^\\w\\s]+", R"({"type":"Whitespace"})", "a_b+=c \u00e9!", {"a_b", "+=", "c", "\u00e9", "!"}},
      {"white space", R"({"type":"WhitespaceSplit"})", "\ta,b  c\u00a0d", {"a,b", "c", "d"}},
      {"punctuation", R"({"type":"Punctuation"})", "a.b!?", {"a", ".", "b", "!", "?"}},
      {"punctuation together",
       R"({"type":"Punctuation","behavior":"Contiguous"})",
       "a.b!?",
       {"a", ".", "b", "!?"}},
      {"digits together",
       R"({"type":"Digits","individual_digits":false})",
       "a12b\u0663",
       {"a", "12", "b", "\u0663"}},
      {"digits apart", R"({"type":"Digits","individual_digits":true})", "a12", {"a", "1", "2"}},
      {"a delimiter", R"({"type":"CharDelimiterSplit","delimiter":"\u00e9"})", "a\u00e9\u00e9b", {"a", "b"}},
      {"scripts",
       R"({"type":"UnicodeScripts"})",
       "ab\u0430\u0431 \u3042\u30a2\u4e2d",
       {"ab", "\u0430\u0431 ", "\u3042\u30a2\u4e2d"}},
      {"so many characters",
       R"({"type":"FixedLength","length":2})",
       "a\u00e9b\u4e2dc",
       {"a\u00e9", "b\u4e2d", "c"}},
      {"matches removed", split("Removed", "false"), "-a--b", {"a", "b"}},
      {"matches alone", split("Isolated", "false"), "-a--b", {"-", "a", "-", "-", "b"}},
      {"matches behind", split("MergedWithPrevious", "false"), "-a--b", {"-", "a-", "-", "b"}},
      {"matches before", split("MergedWithNext", "false"), "-a--b", {"-a", "-", "-b"}},
      {"matches together", split("Contiguous", "false"), "-a--b", {"-", "a", "--", "b"}},
      {"only matches", split("Removed", "true"), "-a--b", {"-", "-", "-"}},
      {"GPT-2",
       R"({"type":"ByteLevel","add_prefix_space":true,"trim_offsets":true})",
       "I'm  12a\n",
       {"\u0120I", "'m", "\u0120", "\u012012", "a", "\u010a"}},
      {"bytes alone",
       R"({"type":"ByteLevel","add_prefix_space":false,"trim_offsets":true,"use_regex":false})",
       "\u00e9 a",
       {"\u00c3\u00a9\u0120a"}},
      {"marks",
       R"({"type":"Metaspace","replacement":"_","prepend_scheme":"always","split":true})",
       "a  b",
       {"_a", "_", "_b"}},
      {"a space is as good as a mark",
       R"({"type":"Metaspace","replacement":"_","prepend_scheme":"always","split":true})",
       " a",
       {"_a"}},
      {"marks, whole",
       R"({"type":"Metaspace","replacement":"_","prepend_scheme":"never","split":false})",
       "a b",
       {"a_b"}},
      {"the first part alone gets a mark",
       R"({"type":"Sequence","pretokenizers":[{"type":"Digits","individual_digits":true},
           {"type":"Metaspace","replacement":"_","prepend_scheme":"first","split":true}]})",
       "a1b",
       {"_a", "1", "b"}},
  }));
  CAPTURE(c.name);
  const auto pre_tokenizer = read(c.step);
  REQUIRE(pre_tokenizer.ok());
  CHECK(words(pre_tokenizer.value(), c.text) == c.words);
  CHECK(words(pre_tokenizer.value(), "").empty());
}

TEST_CASE("a pre-tokenizer that wembed lacks, or a setting, is an error that names it", "[tokenize]") {
  struct Case {
    const char* step;
    const char* message;
  };
  const auto c = GENERATE(values<Case>({
      {R"({"type":"Jieba"})", "pre_tokenizer.type is \"Jieba\""},
      {R"({"type":"Whitespace","width":2})", "pre_tokenizer.width is a setting"},
      {R"({"type":"Punctuation","behavior":"Dropped"})", "behavior is \"Dropped\""},
      {R"({"type":"FixedLength","length":0})", "length is 0"},
      {R"({"type":"Metaspace","replacement":"ab"})", "replacement is not one character"},
      {R"({"type":"Metaspace","replacement":"_","prepend_scheme":"last"})", "prepend_scheme is \"last\""},
      {R"({"type":"Split","pattern":{"Regex":"(a)\\1"},"behavior":"Removed","invert":false})", "(a)\\1"},
  }));
  CAPTURE(c.step);
  const auto pre_tokenizer = read(c.step);
  REQUIRE_FALSE(pre_tokenizer.ok());
  CHECK_THAT(pre_tokenizer.error().message, ContainsSubstring(c.message));
}
