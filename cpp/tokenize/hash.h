// Hashing of short byte strings, eight bytes at a time.
#pragma once

#include <cstdint>
#include <cstring>
#include <string_view>

namespace wembed {

inline uint64_t hash_bytes(std::string_view bytes) {
  constexpr uint64_t factor = 0x9e3779b97f4a7c15;  // 2^64 / the golden ratio (Knuth, volume 3, section 6.4)
  uint64_t hash = bytes.size() * factor;
  const char* at = bytes.data();
  size_t left = bytes.size();
  const auto mix = [&](uint64_t word) {
    hash = (hash ^ word) * factor;
    hash ^= hash >> 32;
  };
  for (; left >= 8; left -= 8, at += 8) {
    uint64_t word = 0;
    std::memcpy(&word, at, 8);
    mix(word);
  }
  if (left >= 4) {
    uint32_t low = 0, high = 0;
    std::memcpy(&low, at, 4);
    std::memcpy(&high, at + left - 4, 4);
    mix(uint64_t{low} << 32 | high);
  } else if (left > 0) {
    const auto byte = [&](size_t i) { return uint64_t{static_cast<uint8_t>(at[i])}; };
    mix(byte(0) << 16 | byte(left / 2) << 8 | byte(left - 1));
  }
  return hash;
}

}  // namespace wembed
