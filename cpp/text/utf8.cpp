// Writing UTF-8.
#include "text/utf8.h"

#include <cstring>

namespace wembed {

namespace {

constexpr uint64_t high_bits = 0x8080808080808080;  // set in bytes that are not ASCII

}  // namespace

void append_utf8(char32_t value, std::string& out) {
  const auto put = [&](char32_t byte) { out.push_back(static_cast<char>(static_cast<uint8_t>(byte))); };
  if (value < 0x80) {
    put(value);
  } else if (value < 0x800) {
    put(0xc0 | value >> 6);
    put(0x80 | (value & 0x3f));
  } else if (value < 0x10000) {
    put(0xe0 | value >> 12);
    put(0x80 | (value >> 6 & 0x3f));
    put(0x80 | (value & 0x3f));
  } else {
    put(0xf0 | value >> 18);
    put(0x80 | (value >> 12 & 0x3f));
    put(0x80 | (value >> 6 & 0x3f));
    put(0x80 | (value & 0x3f));
  }
}

size_t valid_utf8_prefix(std::string_view text) {
  size_t at = 0;
  while (at < text.size()) {
    uint64_t word = high_bits;
    if (at + 8 <= text.size()) std::memcpy(&word, text.data() + at, 8);
    if ((word & high_bits) == 0) {
      at += 8;
      continue;
    }
    const CodePoint point = code_point_at(text, at);
    if (point.value == replacement_character && point.size == 1) break;
    at += point.size;
  }
  return at;
}

bool is_ascii(std::string_view text) {
  uint64_t seen = 0;
  size_t at = 0;
  for (; at + 8 <= text.size(); at += 8) {
    uint64_t word = 0;
    std::memcpy(&word, text.data() + at, 8);
    seen |= word;
  }
  for (; at < text.size(); ++at) seen |= static_cast<uint8_t>(text[at]);
  return (seen & high_bits) == 0;
}

}  // namespace wembed
