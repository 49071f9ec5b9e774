// A set of code points, as a bracket expression of a regular expression describes it.
#pragma once

#include <array>
#include <cstdint>
#include <optional>
#include <string_view>
#include <utility>
#include <vector>

#include "text/unicode_class.h"

namespace wembed {

// Built once, then asked often: ASCII is a bit, the rest a few comparisons.
class CharSet {
 public:
  void add(char32_t value) { add_range(value, value); }
  void add_range(char32_t first, char32_t last) { ranges_.emplace_back(first, last); }
  void add_categories(CategorySet set) { categories_ |= set; }
  void add_space() { space_ = true; }
  void add_word() { word_ = true; }
  void add(CharSet set) { members_.push_back(std::move(set)); }  // union
  void intersect(CharSet set) { limits_.push_back(std::move(set)); }
  void negate() { negated_ = !negated_; }

  // Also what differs from a member only in case.
  void ignore_case() { ignores_case_ = true; }

  // To be called when all is added.
  void finish();

  bool contains(char32_t value) const {
    return value < 128 ? (ascii_[value >> 6] >> (value & 63) & 1) != 0 : contains_slowly(value);
  }

 private:
  bool contains_slowly(char32_t value) const;
  bool contains_exactly(char32_t value) const;

  std::array<uint64_t, 2> ascii_{};
  CategorySet categories_ = 0;
  bool space_ = false, word_ = false, negated_ = false, ignores_case_ = false;
  std::vector<std::pair<char32_t, char32_t>> ranges_;
  std::vector<CharSet> members_, limits_;
};

// The categories that a property name such as "L", "Lu", "Letter" or "Punct" means; nothing if it is none.
std::optional<CategorySet> categories_of_property(std::string_view name);

// Simple case folding: two characters differ only in case if they fold to the same.
char32_t fold_case(char32_t value);

}  // namespace wembed
