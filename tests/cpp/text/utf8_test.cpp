// Decoding UTF-8 from bytes that may be anything.
#include "text/utf8.h"

#include <catch2/catch_test_macros.hpp>
#include <catch2/generators/catch_generators.hpp>
#include <string>

using namespace wembed;

TEST_CASE("every code point survives writing and reading", "[text]") {
  for (char32_t value = 0; value < 0x110000; ++value) {
    if (value >= 0xd800 && value < 0xe000) continue;
    std::string text;
    append_utf8(value, text);
    const CodePoint point = code_point_at(text, 0);
    if (point.value != value || point.size != text.size())
      FAIL("U+" << std::hex << static_cast<uint32_t>(value));
  }
}

TEST_CASE("what is not UTF-8 is one replacement character a byte", "[text]") {
  struct Case {
    const char* name;
    std::string bytes;
  };
  const auto c = GENERATE(values<Case>({
      {"continuation alone", "\x80"},
      {"cut off after one", "\xe2\x96"},
      {"cut off after three", "\xf0\x9f\x98"},
      {"overlong NUL", "\xc0\x80"},
      {"overlong slash", "\xe0\x80\xaf"},
      {"a surrogate", "\xed\xa0\x80"},
      {"beyond U+10FFFF", "\xf4\x90\x80\x80"},
      {"lead of five", "\xf8\x88\x80\x80\x80"},
      {"lead, then ASCII", "\xc3(("},
  }));
  CAPTURE(c.name);
  const CodePoint point = code_point_at(c.bytes, 0);
  CHECK(point.value == replacement_character);
  CHECK(point.size == 1);
}
