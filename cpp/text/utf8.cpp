// Writing UTF-8.
#include "text/utf8.h"

#include <algorithm>

namespace wembed {

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

bool is_ascii(std::string_view text) {
  return std::ranges::all_of(text, [](char c) { return static_cast<uint8_t>(c) < 0x80; });
}

}  // namespace wembed
