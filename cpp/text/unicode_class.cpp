// Look-ups in utf8proc.
#include "text/unicode_class.h"

#include <utf8proc.h>

#include <algorithm>
#include <iterator>

#include "text/unicode_16.h"

namespace wembed {

namespace {

const utf8proc_property_t& property(char32_t value) {
  return *utf8proc_get_property(static_cast<utf8proc_int32_t>(value));
}

Category added_category(char32_t value) {
  const auto* found =
      std::lower_bound(std::begin(unicode_16_ranges), std::end(unicode_16_ranges), value,
                       [](const AddedRange& range, char32_t point) { return range.last < point; });
  if (found == std::end(unicode_16_ranges) || value < found->first) return Category::cn;
  return found->category;
}

// Symbols with the property Alphabetic: the circled and squared letters.
bool is_alphabetic_symbol(char32_t value) {
  return (value >= 0x24b6 && value <= 0x24e9) || (value >= 0x1f130 && value <= 0x1f149) ||
         (value >= 0x1f150 && value <= 0x1f169) || (value >= 0x1f170 && value <= 0x1f189);
}

}  // namespace

namespace detail {

CategorySet wide_bit(char32_t value) {
  const auto category = static_cast<Category>(property(value).category);
  return category_bit(category == Category::cn ? added_category(value) : category);
}

}  // namespace detail

bool is_word(char32_t value) {
  constexpr CategorySet word = letters | marks | categories(Category::nl, Category::nd, Category::pc);
  if (is_in(value, word)) return true;
  return value == 0x200c || value == 0x200d || is_alphabetic_symbol(value);
}

Lowered to_lower(char32_t value) {
  if (value < 128) return {value >= 'A' && value <= 'Z' ? value + 32 : value, 0};
  if (value == 0x130) return {'i', 0x307};
  return {static_cast<char32_t>(utf8proc_tolower(static_cast<utf8proc_int32_t>(value))), 0};
}

uint8_t combining_class(char32_t value) {
  return value < 0x300 ? uint8_t{0} : static_cast<uint8_t>(property(value).combining_class);
}

}  // namespace wembed
