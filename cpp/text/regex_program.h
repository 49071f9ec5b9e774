// A compiled regular expression: instructions of a backtracking machine.
#pragma once

#include <cstdint>
#include <string_view>
#include <vector>

#include "base/result.h"
#include "text/char_set.h"

namespace wembed {

enum class RegexOp : uint8_t {
  character,       // value
  folded,          // value, whatever its case
  set,             // sets[value]
  any,             // anything but a newline
  any_or_newline,  // anything
  repeat,          // sets[value], min to max times; what follows decides how often (kind)
  split,           // goes to `next`, and if that fails to `other`
  jump,            // to `next`
  save,            // keeps the place in slots[value]
  progress,        // to `next` if the place has moved since slots[value] was kept, else to `other`
  look_ahead,      // the instructions up to `next` match here (negated: do not)
  look_behind,     // the same, `min` characters before
  atomic,          // the instructions up to `next`, never to be tried again
  line_begin,
  line_end,
  text_begin,
  text_end,
  text_end_or_newline,
  word_boundary,  // negated: is none
  match,
};

enum class RepeatKind : uint8_t { greedy, lazy, possessive };

struct RegexInstruction {
  static constexpr uint32_t unlimited = UINT32_MAX;

  RegexOp op;
  RepeatKind kind = RepeatKind::greedy;
  bool negated = false;
  uint32_t value = 0;
  uint32_t min = 0, max = 0;
  int32_t next = 0, other = 0;
};

struct RegexProgram {
  std::vector<RegexInstruction> code;
  std::vector<CharSet> sets;
  uint32_t slots = 0;
};

Result<RegexProgram> compile_regex(std::string_view pattern);

}  // namespace wembed
