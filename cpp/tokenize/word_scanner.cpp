// One look at a character's class decides which alternative of the pattern can match.
#include "tokenize/word_scanner.h"

#include <array>

#include "text/unicode_class.h"
#include "text/utf8.h"

namespace wembed {

namespace {

enum class Kind : uint8_t { letter, number, space, newline, other };

constexpr auto ascii_kinds = [] {
  std::array<Kind, 128> kinds{};
  for (unsigned value = 0; value < 128; ++value) {
    const CategorySet bit = detail::ascii_bits[value];
    kinds[value] = (bit & letters) != 0                          ? Kind::letter
                   : (bit & numbers) != 0                        ? Kind::number
                   : value == '\n' || value == '\r'              ? Kind::newline
                   : value == ' ' || (value >= 9 && value <= 12) ? Kind::space
                                                                 : Kind::other;
  }
  return kinds;
}();

struct Character {
  Kind kind;
  uint32_t size;
};

Character wide_character(std::string_view text, size_t at) {
  const CodePoint point = code_point_at(text, at);
  const CategorySet bit = category_of(point.value);
  if ((bit & letters) != 0) return {Kind::letter, point.size};
  if ((bit & numbers) != 0) return {Kind::number, point.size};
  return {is_whitespace(point.value) ? Kind::space : Kind::other, point.size};
}

Character character_at(std::string_view text, size_t at) {
  const auto byte = static_cast<uint8_t>(text[at]);
  return byte < 128 ? Character{ascii_kinds[byte], 1} : wide_character(text, at);
}

size_t skip(std::string_view text, size_t at, Kind kind) {
  while (at < text.size()) {
    const Character character = character_at(text, at);
    if (character.kind != kind) break;
    at += character.size;
  }
  return at;
}

// How long a contraction behind the apostrophe at `at` is, with it; or 0.
size_t contraction(const WordRules& rules, std::string_view text, size_t at) {
  if (at + 1 >= text.size() || text[at] != '\'') return 0;
  const auto letter = [&](size_t i) {
    if (i >= text.size()) return '\0';
    return rules.ignores_case && text[i] >= 'A' && text[i] <= 'Z' ? static_cast<char>(text[i] + 32) : text[i];
  };
  const char first = letter(at + 1), second = letter(at + 2);
  if (first == 's' || first == 't' || first == 'm' || first == 'd') return 2;
  if ((first == 'r' || first == 'v') && second == 'e') return 3;
  if (first == 'l' && second == 'l') return 3;
  return rules.takes_long_s && text.substr(at + 1).starts_with("\xc5\xbf") ? 3 : 0;
}

// White space, from its first character on.
size_t space_end(const WordRules& rules, std::string_view text, size_t begin) {
  size_t end = begin, last = begin, behind_newline = begin;
  while (end < text.size()) {
    const Character character = character_at(text, end);
    if (character.kind != Kind::space && character.kind != Kind::newline) break;
    last = end;
    end += character.size;
    if (character.kind == Kind::newline) behind_newline = end;
  }
  if (rules.takes_newlines && behind_newline > begin) return behind_newline;
  // The last space stays with the word that follows.
  return end == text.size() || last == begin ? end : last;
}

// Of a run of letters and marks: capitals, then small ones; letters without case are both (o200k).
constexpr CategorySet upper_set = categories(Category::lu, Category::lt, Category::lm, Category::lo) | marks;
constexpr CategorySet lower_set = categories(Category::ll, Category::lm, Category::lo) | marks;

// Where [upper]*[lower]+, or else [upper]+[lower]*, from `begin` ends; `begin` itself where neither matches.
size_t cased_end(std::string_view text, size_t begin, bool needs_lower) {
  size_t upper_end = begin, last_both = begin;
  while (upper_end < text.size()) {
    const CodePoint point = code_point_at(text, upper_end);
    const CategorySet bit = category_of(point.value);
    if ((bit & upper_set) == 0) break;
    upper_end += point.size;
    if ((bit & lower_set) != 0) last_both = upper_end;
  }
  size_t end = upper_end;
  while (end < text.size()) {
    const CodePoint point = code_point_at(text, end);
    if (!is_in(point.value, lower_set)) break;
    end += point.size;
  }
  return !needs_lower || end > upper_end ? end : last_both;
}

size_t cased_word_end(const WordRules& rules, std::string_view text, size_t begin) {
  const Character first = character_at(text, begin);
  const bool may_lead = first.kind == Kind::other || first.kind == Kind::space;
  for (const bool needs_lower : {true, false}) {
    for (const bool leads : {true, false}) {
      if (leads && !may_lead) continue;
      const size_t start = leads ? begin + first.size : begin;
      const size_t end = cased_end(text, start, needs_lower);
      if (end > start) return end + contraction(rules, text, end);
    }
  }
  return begin;
}

}  // namespace

std::optional<WordRules> known_word_rules(std::string_view pattern) {
  struct Known {
    std::string_view pattern;
    WordRules rules;
  };
  static constexpr Known known[] = {
      // GPT-2
      {R"('s|'t|'re|'ve|'m|'ll|'d| ?\p{L}+| ?\p{N}+| ?[^\s\p{L}\p{N}]+|\s+(?!\S)|\s+)", gpt2_rules},
      {R"('(?:[sdmt]|ll|ve|re)| ?\p{L}+| ?\p{N}+| ?[^\s\p{L}\p{N}]+|\s+(?!\S)|\s+)", gpt2_rules},
      // GPT-4 (cl100k), Llama 3
      {R"((?i:'s|'t|'re|'ve|'m|'ll|'d)|[^\r\n\p{L}\p{N}]?\p{L}+|\p{N}{1,3}| ?[^\s\p{L}\p{N}]+[\r\n]*|\s*[\r\n]+|\s+(?!\S)|\s+)",
       {}},
      {R"((?:'[sS]|'[tT]|'[rR][eE]|'[vV][eE]|'[mM]|'[lL][lL]|'[dD])|[^\r\n\p{L}\p{N}]?\p{L}+|\p{N}{1,3}| ?[^\s\p{L}\p{N}]+[\r\n]*|\s*[\r\n]+|\s+(?!\S)|\s+)",
       {.takes_long_s = false}},
      // Qwen 2 and 3
      {R"((?i:'s|'t|'re|'ve|'m|'ll|'d)|[^\r\n\p{L}\p{N}]?\p{L}+|\p{N}| ?[^\s\p{L}\p{N}]+[\r\n]*|\s*[\r\n]+|\s+(?!\S)|\s+)",
       {.most_digits = 1}},
      // GPT-4o (o200k)
      {R"([^\r\n\p{L}\p{N}]?[\p{Lu}\p{Lt}\p{Lm}\p{Lo}\p{M}]*[\p{Ll}\p{Lm}\p{Lo}\p{M}]+(?i:'s|'t|'re|'ve|'m|'ll|'d)?|[^\r\n\p{L}\p{N}]?[\p{Lu}\p{Lt}\p{Lm}\p{Lo}\p{M}]+[\p{Ll}\p{Lm}\p{Lo}\p{M}]*(?i:'s|'t|'re|'ve|'m|'ll|'d)?|\p{N}{1,3}| ?[^\s\p{L}\p{N}]+[\r\n/]*|\s*[\r\n]+|\s+(?!\S)|\s+)",
       {.splits_case = true, .takes_slashes = true}},
  };
  for (const Known& one : known) {
    if (one.pattern == pattern) return one.rules;
  }
  return std::nullopt;
}

size_t word_end(const WordRules& rules, std::string_view text, size_t begin) {
  const Character first = character_at(text, begin);
  if (rules.splits_case) {
    const size_t end = cased_word_end(rules, text, begin);
    if (end > begin) return end;
  } else {
    if (const size_t size = contraction(rules, text, begin)) return begin + size;
    if (first.kind == Kind::letter) return skip(text, begin + first.size, Kind::letter);
  }
  const size_t behind = begin + first.size;
  const Kind second = behind < text.size() ? character_at(text, behind).kind : Kind::space;
  const bool is_space = text[begin] == ' ';
  if (!rules.splits_case && second == Kind::letter &&
      (is_space || (rules.takes_any_lead && (first.kind == Kind::space || first.kind == Kind::other)))) {
    return skip(text, behind, Kind::letter);
  }
  if (first.kind == Kind::number || (rules.most_digits == 0 && is_space && second == Kind::number)) {
    size_t end = first.kind == Kind::number ? begin : behind;
    for (uint32_t digits = 0; end < text.size() && (rules.most_digits == 0 || digits < rules.most_digits);
         ++digits) {
      const Character character = character_at(text, end);
      if (character.kind != Kind::number) break;
      end += character.size;
    }
    return end;
  }
  if (first.kind == Kind::other || (is_space && second == Kind::other)) {
    size_t end = skip(text, behind, Kind::other);
    while (rules.takes_newlines && end < text.size() &&
           (text[end] == '\n' || text[end] == '\r' || (rules.takes_slashes && text[end] == '/'))) {
      ++end;
    }
    return end;
  }
  return space_end(rules, text, begin);
}

}  // namespace wembed
