// The pieces <0x00> to <0xFF>: bytes of characters that a vocabulary lacks.
#pragma once

#include <array>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

#include "tokenize/vocabulary.h"

namespace wembed {

inline std::string byte_piece(size_t byte) {
  constexpr std::string_view digits = "0123456789ABCDEF";
  return std::string("<0x") + digits[byte / 16] + digits[byte % 16] + ">";
}

// The byte that such a piece stands for. Digits may be of either case.
inline std::optional<uint8_t> byte_of_piece(std::string_view piece) {
  if (piece.size() != 6 || !piece.starts_with("<0x") || !piece.ends_with('>')) return std::nullopt;
  unsigned value = 0;
  for (const char c : piece.substr(3, 2)) {
    unsigned digit = 16;
    if (c >= '0' && c <= '9') digit = static_cast<unsigned>(c - '0');
    if (c >= 'a' && c <= 'f') digit = static_cast<unsigned>(c - 'a' + 10);
    if (c >= 'A' && c <= 'F') digit = static_cast<unsigned>(c - 'A' + 10);
    if (digit == 16) return std::nullopt;
    value = value * 16 + digit;
  }
  return static_cast<uint8_t>(value);
}

// The id of each byte's piece, or -1.
inline std::array<int32_t, 256> byte_piece_ids(const Vocabulary& vocabulary) {
  std::array<int32_t, 256> ids{};
  for (size_t byte = 0; byte < 256; ++byte) ids[byte] = vocabulary.find(byte_piece(byte)).value_or(-1);
  return ids;
}

}  // namespace wembed
