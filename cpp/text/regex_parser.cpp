// Pattern to instructions, by recursive descent. While it is being built, a piece of code knows only
// distances: `next` and `other` count from the instruction they stand in.
#include <algorithm>
#include <optional>
#include <string>
#include <utility>

#include "text/regex_program.h"
#include "text/utf8.h"

namespace wembed {

namespace {

constexpr size_t deepest = 64;      // groups in groups
constexpr size_t longest = 20'000;  // instructions
constexpr uint32_t most_repeats = 1'000;

using Code = std::vector<RegexInstruction>;

// A piece of code and how many characters it matches.
struct Piece {
  Code code;
  uint32_t shortest = 0;
  bool is_fixed = true;  // always as many as `shortest`
};

Piece single(RegexOp op, uint32_t value = 0) { return {{{.op = op, .value = value}}, 1, true}; }

int32_t distance(const Code& code) { return static_cast<int32_t>(code.size()); }

void append(Code& code, const Code& more) { code.insert(code.end(), more.begin(), more.end()); }

class Parser {
 public:
  explicit Parser(std::string_view pattern) : pattern_(pattern) {}

  Result<RegexProgram> parse() {
    WEMBED_TRY(piece, alternatives(0));
    if (!at_end()) return wrong("a closing parenthesis without an opening one");
    program_.code = std::move(piece.code);
    program_.code.push_back({.op = RegexOp::match});
    for (size_t i = 0; i < program_.code.size(); ++i) {
      program_.code[i].next += static_cast<int32_t>(i);
      program_.code[i].other += static_cast<int32_t>(i);
    }
    return std::move(program_);
  }

 private:
  Error wrong(std::string_view what) const {
    return {ErrorCode::unsupported_architecture, "regular expression \"" + std::string(pattern_) +
                                                     "\": " + std::string(what) + " (at byte " +
                                                     std::to_string(at_) + ")"};
  }

  bool at_end() const { return at_ >= pattern_.size(); }
  bool sees(std::string_view text) const { return pattern_.substr(at_).starts_with(text); }
  bool take(std::string_view text) {
    if (!sees(text)) return false;
    at_ += text.size();
    return true;
  }
  char32_t take_character() {
    const CodePoint point = code_point_at(pattern_, at_);
    at_ += point.size;
    return point.value;
  }

  uint32_t add_set(CharSet set) {
    set.finish();
    program_.sets.push_back(std::move(set));
    return static_cast<uint32_t>(program_.sets.size() - 1);
  }

  Piece literal(char32_t value) {
    if (!ignores_case_) return single(RegexOp::character, value);
    return single(RegexOp::folded, fold_case(value));
  }
  Piece set_piece(CharSet set) {
    if (ignores_case_) set.ignore_case();
    return single(RegexOp::set, add_set(std::move(set)));
  }

  Result<Piece> alternatives(size_t depth);
  Result<Piece> sequence(size_t depth);
  Result<Piece> atom(size_t depth);
  Result<Piece> group(size_t depth);
  Result<Piece> look(RegexOp op, bool negated, size_t depth);
  Result<Piece> escape();
  Result<Piece> quantified(Piece piece);
  Result<Piece> repeated(const Piece& piece, uint32_t min, uint32_t max, RepeatKind kind);
  Result<CharSet> bracket(size_t depth);
  Result<std::optional<CharSet>> escaped_set(bool is_in_bracket);
  Result<CategorySet> property(bool& negated);
  Result<char32_t> escaped_character();
  std::optional<uint32_t> number();

  std::string_view pattern_;
  size_t at_ = 0;
  bool ignores_case_ = false;
  bool dot_is_all_ = false;
  RegexProgram program_;
};

Result<Piece> Parser::alternatives(size_t depth) {
  if (depth > deepest) return wrong("groups are nested too deeply");
  const bool case_before = ignores_case_, dot_before = dot_is_all_;
  std::vector<Piece> choices;
  do {
    WEMBED_TRY(choice, sequence(depth));
    choices.push_back(std::move(choice));
  } while (take("|"));
  ignores_case_ = case_before;
  dot_is_all_ = dot_before;
  Piece whole = std::move(choices.back());
  for (size_t i = choices.size() - 1; i-- > 0;) {
    const Piece& choice = choices[i];
    Code code{{.op = RegexOp::split, .next = 1, .other = distance(choice.code) + 2}};
    append(code, choice.code);
    code.push_back({.op = RegexOp::jump, .next = distance(whole.code) + 1});
    append(code, whole.code);
    whole.is_fixed = whole.is_fixed && choice.is_fixed && choice.shortest == whole.shortest;
    whole.shortest = std::min(whole.shortest, choice.shortest);
    whole.code = std::move(code);
    if (whole.code.size() > longest) return wrong("it is too long");
  }
  return whole;
}

Result<Piece> Parser::sequence(size_t depth) {
  Piece whole;
  while (!at_end() && !sees("|") && !sees(")")) {
    WEMBED_TRY(first, atom(depth));
    WEMBED_TRY(piece, quantified(std::move(first)));
    append(whole.code, piece.code);
    whole.shortest += piece.shortest;
    whole.is_fixed = whole.is_fixed && piece.is_fixed;
    if (whole.code.size() > longest) return wrong("it is too long");
  }
  return whole;
}

Result<Piece> Parser::atom(size_t depth) {
  if (take("(")) return group(depth);
  if (take("[")) {
    WEMBED_TRY(set, bracket(depth));
    return set_piece(std::move(set));
  }
  if (take("\\")) return escape();
  if (take(".")) return single(dot_is_all_ ? RegexOp::any_or_newline : RegexOp::any);
  if (take("^")) return Piece{{{.op = RegexOp::line_begin}}, 0, true};
  if (take("$")) return Piece{{{.op = RegexOp::line_end}}, 0, true};
  if (sees("*") || sees("+") || sees("?")) return wrong("nothing to repeat");
  return literal(take_character());
}

Result<Piece> Parser::group(size_t depth) {
  const bool case_outside = ignores_case_, dot_outside = dot_is_all_;
  if (take("?:")) {
  } else if (take("?=")) {
    return look(RegexOp::look_ahead, false, depth);
  } else if (take("?!")) {
    return look(RegexOp::look_ahead, true, depth);
  } else if (take("?<=")) {
    return look(RegexOp::look_behind, false, depth);
  } else if (take("?<!")) {
    return look(RegexOp::look_behind, true, depth);
  } else if (take("?>")) {
    return look(RegexOp::atomic, false, depth);
  } else if (take("?")) {
    bool sets = true;
    for (; !at_end() && !sees(")") && !sees(":"); ++at_) {
      switch (pattern_[at_]) {
        case '-': sets = false; break;
        case 'i': ignores_case_ = sets; break;
        case 'm':
        case 's': dot_is_all_ = sets; break;
        default: return wrong("an option or a kind of group that wembed does not know");
      }
    }
    if (take(")")) return Piece{};  // holds until the group around it ends
    if (!take(":")) return wrong("a group is not closed");
  }
  WEMBED_TRY(piece, alternatives(depth + 1));
  ignores_case_ = case_outside;
  dot_is_all_ = dot_outside;
  if (!take(")")) return wrong("a group is not closed");
  return std::move(piece);
}

Result<Piece> Parser::look(RegexOp op, bool negated, size_t depth) {
  WEMBED_TRY(inner, alternatives(depth + 1));
  if (!take(")")) return wrong("a group is not closed");
  if (op == RegexOp::look_behind && !inner.is_fixed) {
    return wrong("what is looked for behind has no fixed length");
  }
  Piece piece;
  piece.code.push_back(
      {.op = op, .negated = negated, .min = inner.shortest, .next = distance(inner.code) + 2});
  append(piece.code, inner.code);
  piece.code.push_back({.op = RegexOp::match});
  if (op == RegexOp::atomic) {
    piece.shortest = inner.shortest;
    piece.is_fixed = inner.is_fixed;
  }
  return piece;
}

Result<CategorySet> Parser::property(bool& negated) {
  if (!take("{")) {
    if (at_end()) return wrong("a property has no name");
    const auto set = categories_of_property(pattern_.substr(at_++, 1));
    if (!set) return wrong("a property that wembed does not know");
    return *set;
  }
  if (take("^")) negated = !negated;
  const size_t end = pattern_.find('}', at_);
  if (end == std::string_view::npos) return wrong("the name of a property is not closed");
  const auto set = categories_of_property(pattern_.substr(at_, end - at_));
  if (!set) return wrong("a property that wembed does not know");
  at_ = end + 1;
  return *set;
}

// The set that an escape behind a backslash stands for, if it stands for one.
Result<std::optional<CharSet>> Parser::escaped_set(bool is_in_bracket) {
  CharSet set;
  if (at_end()) return wrong("a backslash at the end");
  const char kind = pattern_[at_];
  bool negated = kind == 'S' || kind == 'D' || kind == 'W' || kind == 'H' || kind == 'P';
  switch (kind) {
    case 's':
    case 'S':
      set.add_space();
      ++at_;
      break;
    case 'd':
    case 'D':
      set.add_categories(category_bit(Category::nd));
      ++at_;
      break;
    case 'w':
    case 'W':
      set.add_word();
      if (!is_in_bracket) {  // see is_oniguruma_word
        for (const char32_t number : {0xb2u, 0xb3u, 0xb9u, 0xbcu, 0xbdu, 0xbeu}) set.add(number);
      }
      ++at_;
      break;
    case 'h':
    case 'H':
      set.add_range('0', '9');
      set.add_range('a', 'f');
      set.add_range('A', 'F');
      ++at_;
      break;
    case 'p':
    case 'P': {
      ++at_;
      WEMBED_TRY(found, property(negated));
      set.add_categories(found);
      break;
    }
    default: return std::optional<CharSet>();
  }
  if (negated) set.negate();
  return std::optional(std::move(set));
}

Result<char32_t> Parser::escaped_character() {
  const char32_t value = take_character();
  const auto hex = [&](size_t fewest, size_t most) -> Result<char32_t> {
    char32_t code = 0;
    size_t digits = 0;
    for (; digits < most && !at_end(); ++digits, ++at_) {
      const char c = pattern_[at_];
      if (c >= '0' && c <= '9')
        code = code * 16 + static_cast<char32_t>(c - '0');
      else if (c >= 'a' && c <= 'f')
        code = code * 16 + static_cast<char32_t>(c - 'a' + 10);
      else if (c >= 'A' && c <= 'F')
        code = code * 16 + static_cast<char32_t>(c - 'A' + 10);
      else
        break;
    }
    if (digits < fewest || code > 0x10ffff || (code >= 0xd800 && code < 0xe000)) {
      return wrong("a character's number is wrong");
    }
    return code;
  };
  switch (value) {
    case 'n': return U'\n';
    case 'r': return U'\r';
    case 't': return U'\t';
    case 'f': return U'\f';
    case 'v': return U'\v';
    case 'a': return U'\a';
    case 'e': return U'\x1b';
    case 'x': {
      if (!take("{")) return hex(1, 2);
      WEMBED_TRY(code, hex(1, 8));
      if (!take("}")) return wrong("a character's number is not closed");
      return code;
    }
    case 'u': return hex(4, 4);
    default: break;
  }
  const bool is_letter_or_digit = value < 128 && is_in(value, letters | numbers);
  if (is_letter_or_digit) return wrong("an escape that wembed does not know");
  return value;
}

Result<Piece> Parser::escape() {
  WEMBED_TRY(set, escaped_set(false));
  if (set) return set_piece(std::move(*set));
  if (take("A")) return Piece{{{.op = RegexOp::text_begin}}, 0, true};
  if (take("z")) return Piece{{{.op = RegexOp::text_end}}, 0, true};
  if (take("Z")) return Piece{{{.op = RegexOp::text_end_or_newline}}, 0, true};
  if (take("b")) return Piece{{{.op = RegexOp::word_boundary}}, 0, true};
  if (take("B")) return Piece{{{.op = RegexOp::word_boundary, .negated = true}}, 0, true};
  WEMBED_TRY(value, escaped_character());
  return literal(value);
}

// Behind the opening bracket.
Result<CharSet> Parser::bracket(size_t depth) {
  if (depth > deepest) return wrong("brackets are nested too deeply");
  CharSet whole;
  const bool negated = take("^");
  std::vector<CharSet> limits;
  CharSet set;
  for (bool first = true; first || !sees("]"); first = false) {
    if (at_end()) return wrong("a bracket is not closed");
    if (take("[:")) {
      const bool inverted = take("^");
      const size_t end = pattern_.find(":]", at_);
      if (end == std::string_view::npos) return wrong("a POSIX bracket is not closed");
      const std::string_view name = pattern_.substr(at_, end - at_);
      CharSet member;
      if (name == "space") {
        member.add_space();
      } else if (name == "word") {
        member.add_word();
      } else if (name == "punct") {
        member.add_categories(punctuation | symbols);
      } else if (const auto found = categories_of_property(name)) {
        member.add_categories(*found);
      } else {
        return wrong("a POSIX bracket that wembed does not know");
      }
      if (inverted) member.negate();
      set.add(std::move(member));
      at_ = end + 2;
      continue;
    }
    if (take("[")) {
      WEMBED_TRY(member, bracket(depth + 1));
      set.add(std::move(member));
      continue;
    }
    if (take("&&")) {
      limits.push_back(std::exchange(set, CharSet()));
      continue;
    }
    char32_t begin = 0;
    if (take("\\")) {
      WEMBED_TRY(member, escaped_set(true));
      if (member) {
        set.add(std::move(*member));
        continue;
      }
      if (take("b")) {
        begin = '\b';
      } else {
        WEMBED_TRY(value, escaped_character());
        begin = value;
      }
    } else {
      begin = take_character();
    }
    char32_t end = begin;
    if (sees("-") && at_ + 1 < pattern_.size() && pattern_[at_ + 1] != ']') {
      const size_t before = at_;
      ++at_;
      if (take("[")) {
        at_ = before;  // "a-[b]": the minus is a character
      } else if (take("\\")) {
        const size_t behind = at_;
        WEMBED_TRY(member, escaped_set(true));
        if (member) {
          at_ = before;
        } else {
          at_ = behind;
          WEMBED_TRY(value, escaped_character());
          end = value;
        }
      } else {
        end = take_character();
      }
      if (at_ == before) {
        set.add(begin);
        set.add('-');
        ++at_;
        continue;
      }
    }
    if (end < begin) return wrong("a range runs backwards");
    set.add_range(begin, end);
  }
  take("]");
  if (ignores_case_) {
    set.ignore_case();
    for (CharSet& limit : limits) limit.ignore_case();
  }
  whole.add(std::move(set));
  for (CharSet& limit : limits) whole.intersect(std::move(limit));
  if (negated) whole.negate();
  return whole;
}

std::optional<uint32_t> Parser::number() {
  const size_t begin = at_;
  uint32_t value = 0;
  for (; !at_end() && pattern_[at_] >= '0' && pattern_[at_] <= '9'; ++at_) {
    value = std::min<uint32_t>(value * 10 + static_cast<uint32_t>(pattern_[at_] - '0'), 1'000'000);
  }
  if (at_ == begin) return std::nullopt;
  return value;
}

Result<Piece> Parser::quantified(Piece piece) {
  for (;;) {
    uint32_t min = 0, max = RegexInstruction::unlimited;
    bool is_interval = false;
    if (take("*")) {
    } else if (take("+")) {
      min = 1;
    } else if (take("?")) {
      max = 1;
    } else if (sees("{")) {
      const size_t before = at_++;
      const auto low = number();
      const bool has_comma = take(",");
      const auto high = has_comma ? number() : low;
      if (!take("}") || (!low && !high)) {
        at_ = before;  // not a quantifier: a brace
        return std::move(piece);
      }
      is_interval = true;
      min = low.value_or(0);
      max = high.value_or(RegexInstruction::unlimited);
      if (max < min || min > most_repeats || (max > most_repeats && max != RegexInstruction::unlimited)) {
        return wrong("a number of repetitions is wrong or too large");
      }
      if (!has_comma && sees("?")) {  // Oniguruma: a fixed number, or none
        WEMBED_TRY(fixed, repeated(piece, min, max, RepeatKind::greedy));
        piece = std::move(fixed);
        continue;
      }
    } else {
      return std::move(piece);
    }
    auto kind = RepeatKind::greedy;
    if (take("?"))
      kind = RepeatKind::lazy;
    else if (!is_interval && take("+"))
      kind = RepeatKind::possessive;
    WEMBED_TRY(more, repeated(piece, min, max, kind));
    piece = std::move(more);
  }
}

Result<Piece> Parser::repeated(const Piece& piece, uint32_t min, uint32_t max, RepeatKind kind) {
  Piece out;
  out.shortest = piece.shortest * min;
  out.is_fixed = piece.is_fixed && min == max;
  const RegexOp op = piece.code.empty() ? RegexOp::match : piece.code[0].op;
  if (piece.code.size() == 1 && piece.shortest == 1 && op <= RegexOp::any_or_newline) {
    uint32_t set = piece.code[0].value;
    if (op != RegexOp::set) {
      CharSet one;
      if (op == RegexOp::character || op == RegexOp::folded) one.add(piece.code[0].value);
      if (op == RegexOp::folded) one.ignore_case();
      if (op == RegexOp::any) one.add('\n');
      if (op == RegexOp::any || op == RegexOp::any_or_newline) one.negate();
      set = add_set(std::move(one));
    }
    out.code.push_back({.op = RegexOp::repeat, .kind = kind, .value = set, .min = min, .max = max});
    return out;
  }
  if (piece.code.empty()) return out;
  const size_t copies = max == RegexInstruction::unlimited ? min + 1 : max;
  if (piece.code.size() * copies > longest) return wrong("its repetitions are too long");

  const bool lazy = kind == RepeatKind::lazy;
  const auto choice = [&](int32_t enter, int32_t leave) {
    return RegexInstruction{
        .op = RegexOp::split, .next = lazy ? leave : enter, .other = lazy ? enter : leave};
  };
  for (uint32_t i = 0; i < min; ++i) append(out.code, piece.code);
  if (max == RegexInstruction::unlimited) {
    const int32_t size = distance(piece.code);
    if (piece.shortest > 0) {
      out.code.push_back(choice(1, size + 2));
      append(out.code, piece.code);
      out.code.push_back({.op = RegexOp::jump, .next = -(size + 1)});
    } else {  // what matches nothing must not go round for ever
      const uint32_t slot = program_.slots++;
      out.code.push_back(choice(1, size + 3));
      out.code.push_back({.op = RegexOp::save, .value = slot});
      append(out.code, piece.code);
      out.code.push_back({.op = RegexOp::progress, .value = slot, .next = -(size + 2), .other = 1});
    }
  } else {
    const int32_t size = distance(piece.code);
    for (uint32_t i = min; i < max; ++i) {
      const auto left = static_cast<int32_t>(max - i);
      out.code.push_back(choice(1, left * (size + 1)));
      append(out.code, piece.code);
    }
  }
  if (kind == RepeatKind::possessive) {
    Piece held;
    held.shortest = out.shortest;
    held.is_fixed = out.is_fixed;
    held.code.push_back({.op = RegexOp::atomic, .next = distance(out.code) + 2});
    append(held.code, out.code);
    held.code.push_back({.op = RegexOp::match});
    return held;
  }
  return out;
}

}  // namespace

Result<RegexProgram> compile_regex(std::string_view pattern) { return Parser(pattern).parse(); }

}  // namespace wembed
