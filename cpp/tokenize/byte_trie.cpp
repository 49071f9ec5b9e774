// Places each node's children at the first free offset that fits them all.
#include "tokenize/byte_trie.h"

#include <algorithm>
#include <span>

namespace wembed {

namespace {

using Word = std::pair<std::string_view, int32_t>;

// Words [begin, end) share their first `depth` bytes and hang below `node`.
struct Range {
  int32_t node;
  size_t begin, end, depth;
};

// Which entries of the array are taken. A node with one child takes the first hole. One with more tries a few
// places, then goes beyond all that is taken: a search for a perfect fit would take most of the time of a
// load, and nodes with one child, the most of all, fill the holes.
class Places {
 public:
  explicit Places(size_t size) : taken_(size + 512, 0) {}

  size_t size() const { return taken_.size(); }

  // The base at which all children find a free entry; they take it.
  size_t take(std::span<const std::pair<uint8_t, size_t>> children) {
    constexpr int max_tries = 32;
    const size_t lowest = children.front().first;
    const bool single = children.size() == 1;
    size_t slot = single ? first_hole_ : frontier_;
    for (int tries = 0; !fits(slot - lowest, children); ++slot) {
      if (!single && ++tries == max_tries) {
        slot = frontier_ = end_;
        break;
      }
    }
    if (single) first_hole_ = slot;
    const size_t base = slot - lowest;
    for (const auto& child : children) taken_[base + child.first] = 1;
    end_ = std::max(end_, base + children.back().first + 1);
    if (end_ + 512 > taken_.size()) taken_.resize(2 * taken_.size());
    return base;
  }

 private:
  bool fits(size_t base, std::span<const std::pair<uint8_t, size_t>> children) const {
    return std::ranges::none_of(children, [&](const auto& child) { return taken_[base + child.first] != 0; });
  }

  std::vector<uint8_t> taken_;
  // From 256 on, so that no base is negative.
  size_t first_hole_ = 256, frontier_ = 256, end_ = 256;
};

}  // namespace

ByteTrie::ByteTrie(std::vector<Word> words) {
  std::erase_if(words, [](const Word& word) { return word.first.empty(); });
  std::stable_sort(words.begin(), words.end(),
                   [](const Word& a, const Word& b) { return a.first < b.first; });

  nodes_[0].parent = none;
  size_t last_base = 0;
  Places places(nodes_.size());
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

    const size_t base = places.take(children);
    nodes_.resize(std::max(nodes_.size(), places.size()));
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
