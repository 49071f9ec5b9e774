// Each decoder, and what becomes of bytes that are no text.
#include "tokenize/decoder.h"

#include <catch2/catch_test_macros.hpp>
#include <catch2/generators/catch_generators.hpp>
#include <catch2/matchers/catch_matchers_string.hpp>

#include "support/bytes.h"

using namespace wembed;
using Catch::Matchers::ContainsSubstring;

namespace {

Result<Decoder> read(const std::string& decoder) {
  const std::string json = R"({"decoder":)" + decoder + "}";
  const auto document = JsonDocument::parse(bytes_of(json), "tokenizer.json", ErrorCode::invalid_tokenizer);
  REQUIRE(document.ok());
  return Decoder::read(document.value().object().value());
}

}  // namespace

TEST_CASE("decoders turn tokens into text as the Rust library does", "[tokenize]") {
  struct Case {
    const char* name;
    const char* decoder;
    std::vector<std::string> tokens;
    std::string text;
  };
  const auto c = GENERATE(values<Case>({
      {"none", "null", {"a", "b", "##c"}, "a b ##c"},
      {"none, nothing", "null", {}, ""},
      {"pieces of words",
       R"({"type":"WordPiece","prefix":"##","cleanup":false})",
       {"##a", "##b", "c", "."},
       "##ab c ."},
      {"cleaned up",
       R"({"type":"WordPiece","prefix":"##","cleanup":true})",
       {"a", ".", "do", "n't", "?"},
       "a. don't?"},
      {"quotes stay apart, each token being cleaned alone",
       R"({"type":"WordPiece","prefix":"##","cleanup":true})",
       {"don", "'", "t"},
       "don ' t"},
      {"bytes", R"({"type":"ByteLevel"})", {"\u0120caf", "\u00c3", "\u00a9"}, " caf\u00e9"},
      {"bytes cut short", R"({"type":"ByteLevel"})", {"a\u00c3", "b"}, "a\ufffdb"},
      {"a cut character of three bytes is one mark",
       R"({"type":"ByteLevel"})",
       {"\u00e4\u00b8", "b"},
       "\ufffdb"},
      {"no byte: the token as it is", R"({"type":"ByteLevel"})", {"\u4e2d"}, "\u4e2d"},
      {"fallback", R"({"type":"ByteFallback"})", {"a", "<0xC3>", "<0xa9>", "b"}, "a\u00e9b"},
      {"fallback, one mark for each byte",
       R"({"type":"ByteFallback"})",
       {"<0xE4>", "<0xB8>", "b"},
       "\ufffd\ufffdb"},
      {"fuse, then strip at the ends alone",
       R"({"type":"Sequence","decoders":[{"type":"Fuse"},{"type":"Strip","content":" ","start":1,"stop":1}]})",
       {"  a ", " b "},
       " a  b"},
      {"strip each token",
       R"({"type":"Strip","content":"x","start":2,"stop":0})",
       {"xxxa", "xb", "x"},
       "xab"},
      {"replace", R"({"type":"Replace","pattern":{"Regex":"[ab]+"},"content":"-"})", {"xaby", "b"}, "x-y-"},
      {"a suffix is a space but at the end",
       R"({"type":"BPEDecoder","suffix":"$"})",
       {"a", "b$", "c$"},
       "ab c"},
      {"repeated tokens are one",
       R"({"type":"CTC","pad_token":"<p>","word_delimiter_token":"|","cleanup":true})",
       {"a", "a", "<p>", "a", "|", "|", "b"},
       "aa b"},
  }));
  CAPTURE(c.name);
  const auto decoder = read(c.decoder);
  REQUIRE(decoder.ok());
  CHECK(decoder.value().decode(c.tokens) == c.text);
}

TEST_CASE("a decoder that wembed lacks, or a setting, is an error that names it", "[tokenize]") {
  struct Case {
    const char* decoder;
    const char* message;
  };
  const auto c = GENERATE(values<Case>({
      {R"({"type":"Reverse"})", "decoder.type is \"Reverse\""},
      {R"({"type":"Fuse","width":2})", "decoder.width is a setting"},
      {R"({"type":"Strip","content":"ab","start":1,"stop":1})", "content is not one character"},
      {R"({"type":"Sequence","decoders":[{"type":"Fuse"},{"type":"Fuze"}]})", "decoders[1].type is \"Fuze\""},
      {R"({"type":"Replace","pattern":{"Regex":"("},"content":""})", "regular expression \"(\""},
  }));
  CAPTURE(c.decoder);
  const auto decoder = read(c.decoder);
  REQUIRE_FALSE(decoder.ok());
  CHECK_THAT(decoder.error().message, ContainsSubstring(c.message));
}
