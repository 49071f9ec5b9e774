// Which pairs of tokens BPE joins, in which order, and to what.
#pragma once

#include <bit>
#include <cstdint>
#include <vector>

namespace wembed {

struct Merge {
  static constexpr uint32_t no_rank = UINT32_MAX;
  uint32_t rank = no_rank;  // lower ones come first
  int32_t id = -1;          // of what is joined
};

class MergeTable {
 public:
  void reserve(size_t merges) { slots_.assign(std::bit_ceil(merges * 2 + 2), Slot{}); }

  // Within what was reserved. A pair that is there already gets the new merge.
  void add(int32_t left, int32_t right, Merge merge) {
    size_t at = place(left, right);
    while (slots_[at].merge.id >= 0 && !(slots_[at].left == left && slots_[at].right == right)) {
      at = (at + 1) & (slots_.size() - 1);
    }
    slots_[at] = {left, right, merge};
  }

  // The merge of a pair; of rank no_rank if there is none.
  Merge find(int32_t left, int32_t right) const {
    for (size_t at = place(left, right);; at = (at + 1) & (slots_.size() - 1)) {
      const Slot& slot = slots_[at];
      if (slot.merge.id < 0 || (slot.left == left && slot.right == right)) return slot.merge;
    }
  }

 private:
  struct Slot {
    int32_t left = -1, right = -1;
    Merge merge;
  };
  size_t place(int32_t left, int32_t right) const {
    const uint64_t key =
        static_cast<uint64_t>(static_cast<uint32_t>(left)) << 32 | static_cast<uint32_t>(right);
    const uint64_t hash = key * 0x9e3779b97f4a7c15;
    return (hash ^ hash >> 32) & (slots_.size() - 1);
  }
  std::vector<Slot> slots_ = std::vector<Slot>(2);
};

}  // namespace wembed
