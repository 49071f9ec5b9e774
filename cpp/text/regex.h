// Regular expressions over Unicode text, with the meaning that Oniguruma gives them.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <unordered_set>
#include <vector>

#include "base/result.h"
#include "text/regex_program.h"

namespace wembed {

// Bytes [begin, end) of a text.
struct RegexMatch {
  size_t begin, end;
};

// Scratch memory, kept between calls.
struct RegexWorkspace {
  struct Frame {
    int32_t instruction;
    uint32_t slot;        // of a value to put back, where instruction is -1
    size_t place, floor;  // where to go on; a repetition may give back down to floor
  };
  std::vector<Frame> frames;
};

class Regex {
 public:
  // The syntax of the patterns that tokenizers use: literals, classes with properties, POSIX brackets and
  // intersections, groups, alternatives, quantifiers (greedy, lazy, possessive), atomic groups, look-around
  // (behind: of fixed length), anchors, (?i). Anything else is an error that names the pattern and the place.
  static Result<Regex> compile(std::string_view pattern);

  // The first match that begins at `from` or later. text: valid UTF-8; `from` begins a character.
  std::optional<RegexMatch> find(std::string_view text, size_t from, RegexWorkspace& workspace) const;

  const std::string& pattern() const { return pattern_; }

 private:
  std::string pattern_;
  RegexProgram program_;
};

// All matches of a pattern, one after the other, as the Rust library's bindings of Oniguruma go through them:
// an empty match right behind a match does not count.
class RegexMatches {
 public:
  RegexMatches(const Regex& regex, std::string_view text, RegexWorkspace& workspace)
      : regex_(regex), text_(text), workspace_(workspace) {}
  std::optional<RegexMatch> next();

 private:
  const Regex& regex_;
  std::string_view text_;
  RegexWorkspace& workspace_;
  size_t from_ = 0;
  std::optional<size_t> last_end_;
};

}  // namespace wembed
