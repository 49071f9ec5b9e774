// The behaviours that join neighbours.
#include "tokenize/split.h"

namespace wembed {

void SplitWriter::merge(size_t begin, size_t end, bool is_match) {
  const Span span{static_cast<uint32_t>(begin), static_cast<uint32_t>(end)};
  bool joins = false;
  if (held_) {
    switch (behavior_) {
      case SplitBehavior::contiguous: joins = is_match == previous_match_; break;
      case SplitBehavior::merged_with_previous: joins = is_match && !previous_match_; break;
      case SplitBehavior::merged_with_next: joins = !is_match && previous_match_; break;
      case SplitBehavior::removed:
      case SplitBehavior::isolated: break;
    }
  }
  if (joins) {
    held_->end = span.end;
  } else {
    if (held_) emit(held_->begin, held_->end);
    held_ = span;
  }
  previous_match_ = is_match;
}

void SplitWriter::finish() {
  if (held_) emit(held_->begin, held_->end);
  held_.reset();
  previous_match_ = false;
}

}  // namespace wembed
