// A trie over bytes: which words of a vocabulary begin at a place in a text.
#pragma once

#include <cstdint>
#include <span>
#include <string_view>
#include <utility>
#include <vector>

namespace wembed {

// A double-array trie (Aoe 1989): one addition and one comparison a byte. Nodes are numbers; 0 is the root.
class ByteTrie {
 public:
  static constexpr int32_t none = -1;

  ByteTrie() = default;

  // Words and their values, in any order; of equal words the last one counts. Empty words are left out.
  explicit ByteTrie(std::vector<std::pair<std::string_view, int32_t>> words);

  // The node that `byte` leads to, or `none`.
  int32_t child(int32_t node, uint8_t byte) const {
    const uint32_t next = nodes_[static_cast<size_t>(node)].base + byte;
    return nodes_[next].parent == node ? static_cast<int32_t>(next) : none;
  }
  // The value of the word that ends at a node, or `none`.
  int32_t value(int32_t node) const { return nodes_[static_cast<size_t>(node)].value; }

 private:
  struct Node {
    uint32_t base = 0;
    int32_t parent = none - 1;  // no node's number
    int32_t value = none;
  };
  // 256 entries beyond the last node's base are always there, so child() needs no bound.
  std::vector<Node> nodes_ = std::vector<Node>(257);
};

}  // namespace wembed
