// Cutting a text at what matches, and what becomes of the matches.
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string_view>
#include <vector>

namespace wembed {

// Bytes [begin, end) of a text.
struct Span {
  uint32_t begin, end;
};

enum class SplitBehavior : uint8_t { removed, isolated, merged_with_previous, merged_with_next, contiguous };

// Takes the pieces of a text one after the other, matches and what is between them, and writes spans. Empty
// ones are left out.
class SplitWriter {
 public:
  SplitWriter(SplitBehavior behavior, bool invert, std::vector<Span>& out)
      : behavior_(behavior), invert_(invert), out_(out) {}

  void piece(size_t begin, size_t end, bool is_match) {
    is_match = is_match != invert_;
    switch (behavior_) {
      case SplitBehavior::isolated: emit(begin, end); return;
      case SplitBehavior::removed:
        if (!is_match) emit(begin, end);
        return;
      default: merge(begin, end, is_match); return;
    }
  }

  // To be called at the end of each text.
  void finish();

 private:
  void emit(size_t begin, size_t end) {
    if (begin < end) out_.push_back({static_cast<uint32_t>(begin), static_cast<uint32_t>(end)});
  }
  void merge(size_t begin, size_t end, bool is_match);

  SplitBehavior behavior_;
  bool invert_;
  std::vector<Span>& out_;
  std::optional<Span> held_;  // may still grow
  bool previous_match_ = false;
};

}  // namespace wembed
