// Seeded numbers for tests.
#pragma once

#include <cstdint>
#include <random>
#include <vector>

namespace wembed {

// Normally distributed around 0; the same for the same seed everywhere (no std:: distribution).
inline std::vector<float> random_floats(size_t count, uint32_t seed) {
  std::mt19937 random(seed);
  std::vector<float> numbers(count);
  for (float& number : numbers) {
    float sum = 0;
    for (int i = 0; i < 4; ++i) sum += static_cast<float>(random() % 65536) / 65536.0f - 0.5f;
    number = sum * 1.7f;
  }
  return numbers;
}

inline std::vector<int8_t> random_int8(size_t count, uint32_t seed) {
  std::mt19937 random(seed);
  std::vector<int8_t> numbers(count);
  for (int8_t& number : numbers) number = static_cast<int8_t>(static_cast<int>(random() % 255) - 127);
  return numbers;
}

}  // namespace wembed
