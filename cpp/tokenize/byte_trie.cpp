// Places each node's children at the first free offset that fits them all.
#include "tokenize/byte_trie.h"

#include <algorithm>

namespace wembed {

namespace {

using Word = std::pair<std::string_view, int32_t>;

// Words [begin, end) share their first `depth` bytes and hang below `node`.
struct Range {
  int32_t node;
  size_t begin, end, depth;
};

}  // namespace

ByteTrie::ByteTrie(std::vector<Word> words) {
  std::erase_if(words, [](const Word& word) { return word.first.empty(); });
  std::stable_sort(words.begin(), words.end(),
                   [](const Word& a, const Word& b) { return a.first < b.first; });

  constexpr int32_t free = none - 1;
  nodes_[0].parent = none;
  size_t first_free = 1, last_base = 0;
  std::vector<Range> ranges{{0, 0, words.size(), 0}};
  std::vector<std::pair<uint8_t, size_t>> children;  // byte, and the first word that has it
  while (!ranges.empty()) {
    const Range range = ranges.back();
    ranges.pop_back();
    size_t begin = range.begin;
    while (begin < range.end && words[begin].first.size() == range.depth) {
      nodes_[static_cast<size_t>(range.node)].value = words[begin++].second;
    }
    children.clear();
    for (size_t i = begin; i < range.end; ++i) {
      const auto byte = static_cast<uint8_t>(words[i].first[range.depth]);
      if (children.empty() || children.back().first != byte) children.emplace_back(byte, i);
    }
    if (children.empty()) continue;

    while (nodes_[first_free].parent != free) {
      if (++first_free + 257 > nodes_.size()) nodes_.resize(nodes_.size() * 2);
    }
    // A place that has failed often enough is given up for good: it is nearly full.
    const size_t lowest = children.front().first;
    size_t slot = std::max(first_free, lowest + 1);
    size_t tries = 0;
    for (;; ++slot) {
      if (slot - lowest + 512 > nodes_.size()) nodes_.resize(nodes_.size() * 2);
      if (nodes_[slot].parent != free) continue;
      const size_t base = slot - lowest;
      if (std::ranges::all_of(children, [&](const auto& c) { return nodes_[base + c.first].parent == free; }))
        break;
      if (++tries == 64) first_free = slot;
    }
    const size_t base = slot - lowest;
    nodes_[static_cast<size_t>(range.node)].base = static_cast<uint32_t>(base);
    last_base = std::max(last_base, base);
    for (size_t i = 0; i < children.size(); ++i) {
      const size_t child = base + children[i].first;
      nodes_[child].parent = range.node;
      const size_t end = i + 1 < children.size() ? children[i + 1].second : range.end;
      ranges.push_back({static_cast<int32_t>(child), children[i].second, end, range.depth + 1});
    }
  }
  // A node without children keeps base 0, and none of the first 256 entries has it for a parent.
  nodes_.resize(last_base + 257);
  nodes_.shrink_to_fit();
}

}  // namespace wembed
