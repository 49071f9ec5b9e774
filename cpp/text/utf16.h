// Places in a text, in UTF-16 code units.
#pragma once

#include <cstddef>
#include <cstdint>
#include <cstring>
#include <string_view>

namespace wembed {

// Walks a text in valid UTF-8; fastest where places do not go back.
class Utf16Cursor {
 public:
  explicit Utf16Cursor(std::string_view text) : text_(text) {}

  // How many code units come before byte `at` <= text.size(), which begins a character.
  uint32_t units_before(size_t at) {
    while (byte_ < at) {
      uint64_t word = 0;
      if (byte_ + 8 <= at) std::memcpy(&word, text_.data() + byte_, 8);
      if (byte_ + 8 <= at && (word & 0x8080808080808080) == 0) {
        byte_ += 8;
        unit_ += 8;
      } else {
        unit_ += units_of(text_[byte_++]);
      }
    }
    while (byte_ > at) unit_ -= units_of(text_[--byte_]);
    return unit_;
  }

 private:
  // The first byte of a character counts for all of it.
  static uint32_t units_of(char c) {
    const auto byte = static_cast<uint8_t>(c);
    return (byte & 0xc0) == 0x80 ? 0 : byte >= 0xf0 ? 2 : 1;
  }

  std::string_view text_;
  size_t byte_ = 0;
  uint32_t unit_ = 0;
};

}  // namespace wembed
