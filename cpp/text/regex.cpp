// The machine: depth first, remembering where it has failed once that takes long.
#include "text/regex.h"

#include <utility>

#include "text/utf8.h"

namespace wembed {

namespace {

constexpr size_t nowhere = SIZE_MAX;
constexpr size_t patience = 4096;  // steps before failures are remembered

size_t place_before(std::string_view text, size_t place) {
  do --place;
  while (place > 0 && (static_cast<uint8_t>(text[place]) & 0xc0) == 0x80);
  return place;
}

class Machine {
 public:
  Machine(const RegexProgram& program, std::string_view text, RegexWorkspace& workspace)
      : program_(program), text_(text), frames_(workspace.frames), slots_(program.slots, nowhere) {}

  // Where a match of the instructions from `start`, up to their `match`, ends; or nowhere.
  size_t run(int32_t start, size_t place);

 private:
  bool takes(const RegexInstruction& instruction, char32_t value) const {
    switch (instruction.op) {
      case RegexOp::character: return value == instruction.value;
      case RegexOp::folded: return fold_case(value) == instruction.value;
      case RegexOp::any: return value != '\n';
      case RegexOp::any_or_newline: return true;
      default: return program_.sets[instruction.value].contains(value);
    }
  }
  bool holds(const RegexInstruction& instruction, size_t place) const;
  bool looks(const RegexInstruction& instruction, int32_t at, size_t place);
  size_t repeat(const RegexInstruction& instruction, int32_t at, size_t place);

  const RegexProgram& program_;
  std::string_view text_;
  std::vector<RegexWorkspace::Frame>& frames_;
  std::vector<size_t> slots_;
};

bool Machine::holds(const RegexInstruction& instruction, size_t place) const {
  const auto newline_at = [&](size_t at) { return text_[at] == '\n'; };
  switch (instruction.op) {
    case RegexOp::line_begin: return place == 0 || newline_at(place - 1);
    case RegexOp::line_end: return place == text_.size() || newline_at(place);
    case RegexOp::text_begin: return place == 0;
    case RegexOp::text_end: return place == text_.size();
    case RegexOp::text_end_or_newline:
      return place == text_.size() || (place + 1 == text_.size() && newline_at(place));
    default: break;
  }
  const bool before = place > 0 && is_oniguruma_word(code_point_at(text_, place_before(text_, place)).value);
  const bool after = place < text_.size() && is_oniguruma_word(code_point_at(text_, place).value);
  return (before != after) != instruction.negated;
}

bool Machine::looks(const RegexInstruction& instruction, int32_t at, size_t place) {
  size_t from = place;
  if (instruction.op == RegexOp::look_behind) {
    for (uint32_t i = 0; i < instruction.min; ++i) {
      if (from == 0) return instruction.negated;
      from = place_before(text_, from);
    }
  }
  return (run(at + 1, from) != nowhere) != instruction.negated;
}

// Takes as many as it may (lazy: as few), and leaves a frame for the other counts. Returns where to go on.
size_t Machine::repeat(const RegexInstruction& instruction, int32_t at, size_t place) {
  const CharSet& set = program_.sets[instruction.value];
  const uint32_t wanted = instruction.kind == RepeatKind::lazy ? instruction.min : instruction.max;
  size_t floor = nowhere;
  uint32_t count = 0;
  for (; count < wanted && place < text_.size(); ++count) {
    if (count == instruction.min) floor = place;
    const CodePoint point = code_point_at(text_, place);
    if (!set.contains(point.value)) break;
    place += point.size;
  }
  if (count < instruction.min) return nowhere;
  if (count == instruction.min) floor = place;
  if (instruction.kind == RepeatKind::lazy) {
    if (instruction.max > instruction.min) {
      frames_.push_back({at, instruction.max - count, place, nowhere});
    }
  } else if (instruction.kind == RepeatKind::greedy && place > floor) {
    frames_.push_back({at, 0, place, floor});
  }
  return place;
}

size_t Machine::run(int32_t start, size_t place) {
  const size_t base = frames_.size();
  std::unordered_set<uint64_t> failed;
  size_t steps = 0;
  int32_t at = start;
  for (;;) {
    const RegexInstruction& instruction = program_.code[static_cast<size_t>(at)];
    bool goes_on = true;
    switch (instruction.op) {
      case RegexOp::character:
      case RegexOp::folded:
      case RegexOp::set:
      case RegexOp::any:
      case RegexOp::any_or_newline: {
        const CodePoint point = place < text_.size() ? code_point_at(text_, place) : CodePoint{0, 0};
        goes_on = point.size != 0 && takes(instruction, point.value);
        place += point.size;
        ++at;
        break;
      }
      case RegexOp::repeat:
        place = repeat(instruction, at, place);
        goes_on = place != nowhere;
        ++at;
        break;
      case RegexOp::split:
        frames_.push_back({instruction.other, 0, place, nowhere});
        at = instruction.next;
        break;
      case RegexOp::jump: at = instruction.next; break;
      case RegexOp::save:
        frames_.push_back({-1, instruction.value, slots_[instruction.value], nowhere});
        slots_[instruction.value] = place;
        ++at;
        break;
      case RegexOp::progress:
        at = slots_[instruction.value] != place ? instruction.next : instruction.other;
        break;
      case RegexOp::look_ahead:
      case RegexOp::look_behind:
        goes_on = looks(instruction, at, place);
        at = instruction.next;
        break;
      case RegexOp::atomic:
        place = run(at + 1, place);
        goes_on = place != nowhere;
        at = instruction.next;
        break;
      case RegexOp::match: frames_.resize(base); return place;
      default:
        goes_on = holds(instruction, place);
        ++at;
        break;
    }
    while (!goes_on) {
      if (frames_.size() == base) return nowhere;
      auto& frame = frames_.back();
      if (frame.instruction < 0) {
        slots_[frame.slot] = frame.place;
        frames_.pop_back();
        continue;
      }
      at = frame.instruction;
      place = frame.place;
      const RegexInstruction& tried = program_.code[static_cast<size_t>(at)];
      if (tried.op == RegexOp::repeat && (frame.floor != nowhere || frame.slot != 0)) {
        if (frame.floor != nowhere) {  // greedy: one less
          place = frame.place = place_before(text_, place);
          if (place == frame.floor) frames_.pop_back();
        } else {  // lazy: one more
          const CodePoint point = place < text_.size() ? code_point_at(text_, place) : CodePoint{0, 0};
          if (point.size == 0 || !program_.sets[tried.value].contains(point.value)) {
            frames_.pop_back();
            continue;
          }
          place = frame.place = place + point.size;
          if (frame.slot != RegexInstruction::unlimited) --frame.slot;
          if (frame.slot == 0) frames_.pop_back();
        }
        ++at;
      } else {
        frames_.pop_back();
      }
      goes_on = true;
      if (++steps > patience) {
        goes_on = failed.insert(static_cast<uint64_t>(place) << 16 | static_cast<uint64_t>(at)).second;
      }
    }
  }
}

}  // namespace

Result<Regex> Regex::compile(std::string_view pattern) {
  Regex regex;
  regex.pattern_ = pattern;
  WEMBED_TRY(program, compile_regex(pattern));
  regex.program_ = std::move(program);
  return regex;
}

std::optional<RegexMatch> Regex::find(std::string_view text, size_t from, RegexWorkspace& workspace) const {
  workspace.frames.clear();
  Machine machine(program_, text, workspace);
  for (size_t begin = from; begin <= text.size();) {
    const size_t end = machine.run(0, begin);
    if (end != nowhere) return RegexMatch{begin, end};
    begin += begin < text.size() ? code_point_at(text, begin).size : 1;
  }
  return std::nullopt;
}

std::optional<RegexMatch> RegexMatches::next() {
  while (from_ <= text_.size()) {
    const auto match = regex_.find(text_, from_, workspace_);
    if (!match) {
      from_ = text_.size() + 1;
      return std::nullopt;
    }
    if (match->begin == match->end && last_end_ == match->end) {
      from_ += from_ < text_.size() ? code_point_at(text_, from_).size : 1;
      continue;
    }
    from_ = match->end;
    last_end_ = match->end;
    return match;
  }
  return std::nullopt;
}

}  // namespace wembed
