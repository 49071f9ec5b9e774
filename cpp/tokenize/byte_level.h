// Bytes as visible characters: the alphabet of byte-level BPE (GPT-2).
#pragma once

#include <array>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

namespace wembed {

// The character that stands for each byte: itself where it is a visible character of Latin-1, otherwise the
// next free one from U+0100 on.
inline constexpr auto byte_characters = [] {
  std::array<char32_t, 256> characters{};
  char32_t next = 0x100;
  for (unsigned byte = 0; byte < 256; ++byte) {
    const bool visible = (byte > 0x20 && byte < 0x7f) || (byte > 0xa0 && byte != 0xad);
    characters[byte] = visible ? char32_t{byte} : next++;
  }
  return characters;
}();

// What stands for a space: U+0120.
inline constexpr std::string_view byte_level_space = "\xc4\xa0";

// The byte that a character stands for, or nothing.
std::optional<uint8_t> byte_of_character(char32_t character);

// The bytes that a piece stands for, or nothing where a character stands for none.
std::optional<std::string> bytes_of_characters(std::string_view piece);

}  // namespace wembed
