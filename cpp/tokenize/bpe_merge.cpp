// Short words by looking through all pairs, long ones with a queue.
#include "tokenize/bpe_merge.h"

#include <algorithm>

namespace wembed {

namespace {

// Up to here, looking through all pairs for the lowest rank takes less time than a queue: about 32 symbols.
constexpr size_t short_word = 32;

void merge_short(const MergeTable& merges, std::vector<BpeWorkspace::Symbol>& symbols) {
  for (size_t i = 0; i + 1 < symbols.size(); ++i)
    symbols[i].merge = merges.find(symbols[i].id, symbols[i + 1].id);
  symbols.back().merge = {};
  while (symbols.size() > 1) {
    size_t lowest = 0;
    for (size_t i = 1; i + 1 < symbols.size(); ++i) {
      if (symbols[i].merge.rank < symbols[lowest].merge.rank) lowest = i;
    }
    if (symbols[lowest].merge.rank == Merge::no_rank) break;
    symbols[lowest].id = symbols[lowest].merge.id;
    symbols[lowest].size += symbols[lowest + 1].size;
    symbols.erase(symbols.begin() + static_cast<ptrdiff_t>(lowest) + 1);
    symbols[lowest].merge =
        lowest + 1 < symbols.size() ? merges.find(symbols[lowest].id, symbols[lowest + 1].id) : Merge{};
    if (lowest > 0) symbols[lowest - 1].merge = merges.find(symbols[lowest - 1].id, symbols[lowest].id);
  }
}

bool comes_later(const BpeWorkspace::Candidate& a, const BpeWorkspace::Candidate& b) {
  return a.rank != b.rank ? a.rank > b.rank : a.place > b.place;
}

void merge_long(const MergeTable& merges, BpeWorkspace& workspace) {
  auto& symbols = workspace.symbols;
  auto& queue = workspace.queue;
  queue.clear();
  const auto count = static_cast<int32_t>(symbols.size());
  for (int32_t i = 0; i < count; ++i) {
    auto& symbol = symbols[static_cast<size_t>(i)];
    symbol.previous = i - 1;
    symbol.next = i + 1 < count ? i + 1 : -1;
  }
  const auto offer = [&](int32_t left, int32_t right) {
    const Merge merge =
        merges.find(symbols[static_cast<size_t>(left)].id, symbols[static_cast<size_t>(right)].id);
    if (merge.rank != Merge::no_rank) queue.push_back({merge.rank, static_cast<uint32_t>(left), merge.id});
    return merge.rank != Merge::no_rank;
  };
  for (int32_t i = 0; i + 1 < count; ++i) offer(i, i + 1);
  std::ranges::make_heap(queue, comes_later);
  while (!queue.empty()) {
    const auto best = queue.front();
    std::ranges::pop_heap(queue, comes_later);
    queue.pop_back();
    auto& left = symbols[best.place];
    if (left.size == 0 || left.next < 0) continue;
    const auto place = static_cast<int32_t>(best.place);
    const int32_t gone = left.next;
    auto& right = symbols[static_cast<size_t>(gone)];
    if (merges.find(left.id, right.id).id != best.id) continue;  // the pair is not what it was
    left.id = best.id;
    left.size += right.size;
    left.next = right.next;
    right.size = 0;
    if (left.next >= 0) {
      symbols[static_cast<size_t>(left.next)].previous = place;
      if (offer(place, left.next)) std::ranges::push_heap(queue, comes_later);
    }
    if (left.previous >= 0 && offer(left.previous, place)) std::ranges::push_heap(queue, comes_later);
  }
  std::erase_if(symbols, [](const auto& symbol) { return symbol.size == 0; });
}

}  // namespace

void merge_symbols(const MergeTable& merges, BpeWorkspace& workspace) {
  if (workspace.symbols.size() < 2) return;
  if (workspace.symbols.size() <= short_word) {
    merge_short(merges, workspace.symbols);
  } else {
    merge_long(merges, workspace);
  }
}

}  // namespace wembed
