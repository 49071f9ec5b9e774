// The trie against a map.
#include "tokenize/byte_trie.h"

#include <catch2/catch_test_macros.hpp>
#include <catch2/generators/catch_generators.hpp>
#include <catch2/generators/catch_generators_range.hpp>
#include <map>
#include <random>
#include <string>

using namespace wembed;

namespace {

int32_t find(const ByteTrie& trie, std::string_view word) {
  int32_t node = 0;
  for (const char byte : word) {
    node = trie.child(node, static_cast<uint8_t>(byte));
    if (node == ByteTrie::none) return ByteTrie::none;
  }
  return trie.value(node);
}

}  // namespace

TEST_CASE("an empty trie has no words, whatever the byte", "[tokenize]") {
  const ByteTrie trie;
  for (int byte = 0; byte < 256; ++byte) CHECK(trie.child(0, static_cast<uint8_t>(byte)) == ByteTrie::none);
}

TEST_CASE("of equal words the last one counts, and empty ones are left out", "[tokenize]") {
  const ByteTrie trie({{"a", 1}, {"", 7}, {"ab", 2}, {"a", 3}});
  CHECK(find(trie, "a") == 3);
  CHECK(find(trie, "ab") == 2);
  CHECK(find(trie, "b") == ByteTrie::none);
  CHECK(trie.value(0) == ByteTrie::none);
}

TEST_CASE("a trie knows its words and no others", "[tokenize][property]") {
  const uint32_t seed = GENERATE(range(0u, 30u));
  CAPTURE(seed);
  std::mt19937 random(seed);
  const auto word = [&] {
    std::string text(1 + random() % 6, ' ');
    const uint32_t alphabet = seed % 2 == 0 ? 4 : 256;  // deep, or wide with NUL and 0xff
    for (char& byte : text) byte = static_cast<char>(random() % alphabet);
    return text;
  };
  std::map<std::string, int32_t> words;
  for (uint32_t i = 0; i < 20 * seed; ++i) words[word()] = static_cast<int32_t>(i);
  std::vector<std::pair<std::string_view, int32_t>> list(words.begin(), words.end());
  std::shuffle(list.begin(), list.end(), random);
  const ByteTrie trie(list);
  for (const auto& [text, value] : words) CHECK(find(trie, text) == value);
  for (int i = 0; i < 500; ++i) {
    const auto text = word();
    const auto known = words.find(text);
    CHECK(find(trie, text) == (known == words.end() ? ByteTrie::none : known->second));
  }
}
