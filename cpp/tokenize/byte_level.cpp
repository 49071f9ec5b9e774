// The way back from characters to bytes.
#include "tokenize/byte_level.h"

#include "text/utf8.h"

namespace wembed {

namespace {

constexpr size_t alphabet_end = 0x144;  // one behind the last character

constexpr auto character_bytes = [] {
  std::array<int16_t, alphabet_end> bytes{};
  for (auto& byte : bytes) byte = -1;
  for (size_t byte = 0; byte < 256; ++byte) bytes[byte_characters[byte]] = static_cast<int16_t>(byte);
  return bytes;
}();

}  // namespace

std::optional<uint8_t> byte_of_character(char32_t character) {
  if (character >= alphabet_end || character_bytes[character] < 0) return std::nullopt;
  return static_cast<uint8_t>(character_bytes[character]);
}

std::optional<std::string> bytes_of_characters(std::string_view piece) {
  std::string bytes;
  bytes.reserve(piece.size());
  for (size_t at = 0; at < piece.size();) {
    const CodePoint point = code_point_at(piece, at);
    const auto byte = byte_of_character(point.value);
    if (!byte) return std::nullopt;
    bytes.push_back(static_cast<char>(*byte));
    at += point.size;
  }
  return bytes;
}

}  // namespace wembed
