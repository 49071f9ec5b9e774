// UTF-8, read so that no byte sequence can lead outside the text.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>

namespace wembed {

inline constexpr char32_t replacement_character = 0xfffd;

// A code point and the bytes it took.
struct CodePoint {
  char32_t value;
  uint32_t size;
};

// The code point that begins at `at` < text.size(). A byte that begins none, a sequence cut short, an
// overlong form or a surrogate is U+FFFD of one byte.
inline CodePoint code_point_at(std::string_view text, size_t at) {
  const auto byte = [&](size_t i) { return static_cast<uint8_t>(text[i]); };
  const auto continues = [&](size_t i) { return i < text.size() && (byte(i) & 0xc0) == 0x80; };
  const uint8_t lead = byte(at);
  if (lead < 0x80) return {lead, 1};
  if (lead >= 0xc2 && lead < 0xe0 && continues(at + 1)) {
    return {static_cast<char32_t>((lead & 0x1fu) << 6 | (byte(at + 1) & 0x3fu)), 2};
  }
  if (lead >= 0xe0 && lead < 0xf0 && continues(at + 1) && continues(at + 2)) {
    const char32_t value = (lead & 0x0fu) << 12 | (byte(at + 1) & 0x3fu) << 6 | (byte(at + 2) & 0x3fu);
    if (value >= 0x800 && (value < 0xd800 || value > 0xdfff)) return {value, 3};
  }
  if (lead >= 0xf0 && lead < 0xf5 && continues(at + 1) && continues(at + 2) && continues(at + 3)) {
    const char32_t value = (lead & 0x07u) << 18 | (byte(at + 1) & 0x3fu) << 12 | (byte(at + 2) & 0x3fu) << 6 |
                           (byte(at + 3) & 0x3fu);
    if (value >= 0x10000 && value <= 0x10ffff) return {value, 4};
  }
  return {replacement_character, 1};
}

// Appends a code point that is not a surrogate.
void append_utf8(char32_t value, std::string& out);

// How many bytes from the beginning on are valid UTF-8.
size_t valid_utf8_prefix(std::string_view text);

// Whether every byte is ASCII.
bool is_ascii(std::string_view text);

}  // namespace wembed
