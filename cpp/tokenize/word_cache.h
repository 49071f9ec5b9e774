// What words were cut into before: most words of a text come again.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace wembed {

// A token: its id, and the bytes [begin, end) that it stands for, of a word or of a text.
struct WordToken {
  int32_t id;
  uint32_t begin, end;
};

// Bounded; starts over when it is full. Belongs to one model at a time.
class WordCache {
 public:
  static constexpr size_t longest_word = 64;  // bytes; longer ones seldom come again

  struct Entry {
    uint64_t hash = 0;
    uint32_t word_begin = 0;
    uint16_t word_size = 0;
    uint16_t count = 0;
    uint32_t first = 0;  // of its tokens in the list; where there is one that takes the whole word: its id
  };

  // Empties the cache unless it has served this model last.
  void serve(uint64_t model);

  // The entry of a word, or null.
  const Entry* find(std::string_view word, uint64_t hash) const {
    for (size_t at = hash & mask_;; at = (at + 1) & mask_) {
      const Entry& entry = entries_[at];
      if (entry.word_size == 0) return nullptr;
      if (entry.hash == hash && std::string_view(words_).substr(entry.word_begin, entry.word_size) == word) {
        return &entry;
      }
    }
  }
  bool is_whole(const Entry& entry) const { return entry.count == whole; }
  std::span<const WordToken> tokens(const Entry& entry) const {
    return std::span(tokens_).subspan(entry.first, entry.count);
  }

  // Adds a word that is not there, of 1 to longest_word bytes.
  void add(std::string_view word, uint64_t hash, std::span<const WordToken> tokens);

 private:
  static constexpr uint16_t whole = UINT16_MAX;
  static constexpr size_t least_slots = 1024, most_slots = size_t{1} << 17, most_tokens = 500'000;

  void start_over(size_t slots);
  void grow();

  uint64_t model_ = 0;
  std::vector<Entry> entries_ = std::vector<Entry>(least_slots);
  size_t mask_ = least_slots - 1;
  size_t count_ = 0;
  std::string words_;
  std::vector<WordToken> tokens_;
};

}  // namespace wembed
