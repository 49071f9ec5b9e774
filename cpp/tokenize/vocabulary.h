// Tokens and their ids.
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace wembed {

// Both ways are one look-up. Ids may have gaps; all bytes lie in one block.
class Vocabulary {
 public:
  static constexpr size_t id_limit = size_t{1} << 24;  // ids are below

  void reserve(size_t tokens, size_t bytes);

  // Adds a token. What is there already gets the new id; the old id keeps its text.
  void add(std::string_view token, int32_t id);

  std::optional<int32_t> find(std::string_view token) const;

  // The text of an id, or nothing.
  std::optional<std::string_view> token(int32_t id) const;

  size_t size() const { return count_; }               // different tokens
  size_t id_count() const { return entries_.size(); }  // one more than the greatest id

  // Depends on all tokens and ids: what was computed with one vocabulary is not taken for another's.
  uint64_t fingerprint() const { return fingerprint_; }

 private:
  struct Entry {
    uint32_t begin, size;
  };
  static constexpr uint32_t no_entry = UINT32_MAX;
  struct Slot {
    uint32_t tag = 0;
    int32_t id = -1;
  };

  std::string_view text(Entry entry) const {
    return std::string_view(bytes_).substr(entry.begin, entry.size);
  }
  void grow();

  std::string bytes_;
  std::vector<Entry> entries_;  // by id
  std::vector<Slot> slots_ = std::vector<Slot>(16);
  size_t count_ = 0;
  uint64_t fingerprint_ = 0;
};

}  // namespace wembed
