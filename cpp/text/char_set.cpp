// Membership, and the names of categories.
#include "text/char_set.h"

#include <utf8proc.h>

#include <algorithm>
#include <string>

namespace wembed {

namespace {

struct Name {
  std::string_view name;
  CategorySet set;
};

constexpr CategorySet others =
    categories(Category::cn, Category::cc, Category::cf, Category::cs, Category::co);

// Long and short names, in lower case without separators.
constexpr Name names[] = {
    {"l", letters},
    {"letter", letters},
    {"lu", category_bit(Category::lu)},
    {"uppercaseletter", category_bit(Category::lu)},
    {"ll", category_bit(Category::ll)},
    {"lowercaseletter", category_bit(Category::ll)},
    {"lt", category_bit(Category::lt)},
    {"titlecaseletter", category_bit(Category::lt)},
    {"lm", category_bit(Category::lm)},
    {"modifierletter", category_bit(Category::lm)},
    {"lo", category_bit(Category::lo)},
    {"otherletter", category_bit(Category::lo)},
    {"m", marks},
    {"mark", marks},
    {"mn", category_bit(Category::mn)},
    {"nonspacingmark", category_bit(Category::mn)},
    {"mc", category_bit(Category::mc)},
    {"spacingmark", category_bit(Category::mc)},
    {"me", category_bit(Category::me)},
    {"enclosingmark", category_bit(Category::me)},
    {"n", numbers},
    {"number", numbers},
    {"nd", category_bit(Category::nd)},
    {"decimalnumber", category_bit(Category::nd)},
    {"digit", category_bit(Category::nd)},
    {"nl", category_bit(Category::nl)},
    {"letternumber", category_bit(Category::nl)},
    {"no", category_bit(Category::no)},
    {"othernumber", category_bit(Category::no)},
    {"p", punctuation},
    {"punctuation", punctuation},
    {"pc", category_bit(Category::pc)},
    {"connectorpunctuation", category_bit(Category::pc)},
    {"pd", category_bit(Category::pd)},
    {"dashpunctuation", category_bit(Category::pd)},
    {"ps", category_bit(Category::ps)},
    {"openpunctuation", category_bit(Category::ps)},
    {"pe", category_bit(Category::pe)},
    {"closepunctuation", category_bit(Category::pe)},
    {"pi", category_bit(Category::pi)},
    {"initialpunctuation", category_bit(Category::pi)},
    {"pf", category_bit(Category::pf)},
    {"finalpunctuation", category_bit(Category::pf)},
    {"po", category_bit(Category::po)},
    {"otherpunctuation", category_bit(Category::po)},
    {"s", symbols},
    {"symbol", symbols},
    {"sm", category_bit(Category::sm)},
    {"mathsymbol", category_bit(Category::sm)},
    {"sc", category_bit(Category::sc)},
    {"currencysymbol", category_bit(Category::sc)},
    {"sk", category_bit(Category::sk)},
    {"modifiersymbol", category_bit(Category::sk)},
    {"so", category_bit(Category::so)},
    {"othersymbol", category_bit(Category::so)},
    {"z", separators},
    {"separator", separators},
    {"zs", category_bit(Category::zs)},
    {"spaceseparator", category_bit(Category::zs)},
    {"zl", category_bit(Category::zl)},
    {"lineseparator", category_bit(Category::zl)},
    {"zp", category_bit(Category::zp)},
    {"paragraphseparator", category_bit(Category::zp)},
    {"c", others},
    {"other", others},
    {"cc", category_bit(Category::cc)},
    {"control", category_bit(Category::cc)},
    {"cntrl", category_bit(Category::cc)},
    {"cf", category_bit(Category::cf)},
    {"format", category_bit(Category::cf)},
    {"cn", category_bit(Category::cn)},
    {"unassigned", category_bit(Category::cn)},
    {"co", category_bit(Category::co)},
    {"privateuse", category_bit(Category::co)},
    {"cs", category_bit(Category::cs)},
    {"surrogate", category_bit(Category::cs)},
};

}  // namespace

std::optional<CategorySet> categories_of_property(std::string_view name) {
  std::string plain;
  for (const char c : name) {
    if (c == '_' || c == ' ' || c == '-') continue;
    plain.push_back(c >= 'A' && c <= 'Z' ? static_cast<char>(c + 32) : c);
  }
  for (const Name& known : names) {
    if (known.name == plain) return known.set;
  }
  return std::nullopt;
}

char32_t fold_case(char32_t value) {
  if (value < 128) return value >= 'A' && value <= 'Z' ? value + 32 : value;
  std::array<utf8proc_int32_t, 8> folded;
  int boundary = 0;
  const auto count = utf8proc_decompose_char(static_cast<utf8proc_int32_t>(value), folded.data(),
                                             folded.size(), UTF8PROC_CASEFOLD, &boundary);
  return count == 1 ? static_cast<char32_t>(folded[0]) : value;
}

void CharSet::finish() {
  for (CharSet& set : members_) set.finish();
  for (CharSet& set : limits_) set.finish();
  ascii_ = {};
  for (char32_t value = 0; value < 128; ++value) {
    if (contains_slowly(value)) ascii_[value >> 6] |= uint64_t{1} << (value & 63);
  }
}

bool CharSet::contains_slowly(char32_t value) const {
  if (contains_exactly(value)) return !negated_;
  if (!ignores_case_) return negated_;
  const auto point = static_cast<utf8proc_int32_t>(value);
  const char32_t variants[] = {fold_case(value), static_cast<char32_t>(utf8proc_tolower(point)),
                               static_cast<char32_t>(utf8proc_toupper(point)),
                               static_cast<char32_t>(utf8proc_totitle(point))};
  const bool found =
      std::ranges::any_of(variants, [&](char32_t variant) { return contains_exactly(variant); });
  return found != negated_;
}

bool CharSet::contains_exactly(char32_t value) const {
  const auto within = [&](const auto& range) { return value >= range.first && value <= range.second; };
  const auto contains = [&](const CharSet& set) { return set.contains(value); };
  const bool found = (categories_ != 0 && is_in(value, categories_)) || (space_ && is_whitespace(value)) ||
                     (word_ && is_bracket_word(value)) || std::ranges::any_of(ranges_, within) ||
                     std::ranges::any_of(members_, contains);
  return found && std::ranges::all_of(limits_, contains);
}

}  // namespace wembed
