// What kind of character a code point is (Unicode general categories, on utf8proc's tables).
#pragma once

#include <array>
#include <cstdint>

namespace wembed {

// General categories, in utf8proc's order.
enum class Category : uint8_t {
  cn,
  lu,
  ll,
  lt,
  lm,
  lo,
  mn,
  mc,
  me,
  nd,
  nl,
  no,
  pc,
  pd,
  ps,
  pe,
  pi,
  pf,
  po,
  sm,
  sc,
  sk,
  so,
  zs,
  zl,
  zp,
  cc,
  cf,
  cs,
  co
};

// A set of categories: one bit each.
using CategorySet = uint32_t;
constexpr CategorySet category_bit(Category category) {
  return CategorySet{1} << static_cast<unsigned>(category);
}
template <class... More>
constexpr CategorySet categories(More... more) {
  return (category_bit(more) | ...);
}

inline constexpr CategorySet letters =
    categories(Category::lu, Category::ll, Category::lt, Category::lm, Category::lo);
inline constexpr CategorySet marks = categories(Category::mn, Category::mc, Category::me);
inline constexpr CategorySet numbers = categories(Category::nd, Category::nl, Category::no);
inline constexpr CategorySet punctuation = categories(Category::pc, Category::pd, Category::ps, Category::pe,
                                                      Category::pi, Category::pf, Category::po);
inline constexpr CategorySet symbols = categories(Category::sm, Category::sc, Category::sk, Category::so);
inline constexpr CategorySet separators = categories(Category::zs, Category::zl, Category::zp);

namespace detail {

constexpr Category ascii_category(unsigned char value) {
  if (value < 0x20 || value == 0x7f) return Category::cc;
  if (value >= '0' && value <= '9') return Category::nd;
  if (value >= 'A' && value <= 'Z') return Category::lu;
  if (value >= 'a' && value <= 'z') return Category::ll;
  switch (value) {
    case ' ': return Category::zs;
    case '_': return Category::pc;
    case '-': return Category::pd;
    case '(':
    case '[':
    case '{': return Category::ps;
    case ')':
    case ']':
    case '}': return Category::pe;
    case '$': return Category::sc;
    case '+':
    case '<':
    case '=':
    case '>':
    case '|':
    case '~': return Category::sm;
    case '^':
    case '`': return Category::sk;
    default: return Category::po;
  }
}

inline constexpr auto ascii_bits = [] {
  std::array<CategorySet, 128> bits{};
  for (unsigned value = 0; value < 128; ++value) {
    bits[value] = category_bit(ascii_category(static_cast<unsigned char>(value)));
  }
  return bits;
}();

CategorySet wide_bit(char32_t value);

}  // namespace detail

// The bit of a code point's category.
inline CategorySet category_of(char32_t value) {
  return value < 128 ? detail::ascii_bits[value] : detail::wide_bit(value);
}
inline bool is_in(char32_t value, CategorySet set) { return (category_of(value) & set) != 0; }

// The White_Space property: what Rust, and \s in regular expressions, take for a space.
inline bool is_whitespace(char32_t value) {
  if (value < 128) return value == ' ' || (value >= 9 && value <= 13);
  if (value == 0x85) return true;
  return value >= 0xa0 &&
         (value == 0xa0 || value == 0x1680 || (value >= 0x2000 && value <= 0x200a) || value == 0x2028 ||
          value == 0x2029 || value == 0x202f || value == 0x205f || value == 0x3000);
}

// \w as Unicode Technical Standard 18, annex C, defines it: alphabetic, marks, decimal digits, connectors and
// the two joiners.
bool is_word(char32_t value);

// \w as Oniguruma has it: without the joiners; and, but for brackets, with Latin-1's superscripts and
// fractions.
inline bool is_bracket_word(char32_t value) { return value != 0x200c && value != 0x200d && is_word(value); }
inline bool is_oniguruma_word(char32_t value) {
  return is_bracket_word(value) ||
         (value >= 0xb2 && value <= 0xbe && is_in(value, category_bit(Category::no)));
}

// ASCII's punctuation and symbols, and the P categories: what BERT splits at.
inline bool is_bert_punctuation(char32_t value) {
  return is_in(value, punctuation | (value < 128 ? symbols : 0));
}

// How a code point looks in lower case: one code point, or two (U+0130 alone).
struct Lowered {
  char32_t first;
  char32_t second;  // 0: none
};
Lowered to_lower(char32_t value);

// Canonical combining class.
uint8_t combining_class(char32_t value);

}  // namespace wembed
