// A hash table with open addressing over the entries.
#include "tokenize/vocabulary.h"

#include <bit>
#include <utility>

#include "tokenize/hash.h"

namespace wembed {

void Vocabulary::reserve(size_t tokens, size_t bytes) {
  bytes_.reserve(bytes);
  entries_.reserve(tokens);
  if (tokens * 2 > slots_.size()) {
    slots_.assign(std::bit_ceil(tokens * 2), Slot{});
    for (size_t id = 0; id < entries_.size(); ++id) {
      if (entries_[id].size == no_entry) continue;
      const uint64_t hash = hash_bytes(text(entries_[id]));
      size_t at = hash & (slots_.size() - 1);
      while (slots_[at].id >= 0) at = (at + 1) & (slots_.size() - 1);
      slots_[at] = {static_cast<uint32_t>(hash >> 32), static_cast<int32_t>(id)};
    }
  }
}

void Vocabulary::grow() {
  const std::vector<Slot> old = std::exchange(slots_, std::vector<Slot>(slots_.size() * 2));
  for (const Slot& slot : old) {
    if (slot.id < 0) continue;
    size_t at = hash_bytes(text(entries_[static_cast<size_t>(slot.id)])) & (slots_.size() - 1);
    while (slots_[at].id >= 0) at = (at + 1) & (slots_.size() - 1);
    slots_[at] = slot;
  }
}

void Vocabulary::add(std::string_view token, int32_t id) {
  const auto index = static_cast<size_t>(id);
  if (index >= entries_.size()) entries_.resize(index + 1, Entry{0, no_entry});
  entries_[index] = {static_cast<uint32_t>(bytes_.size()), static_cast<uint32_t>(token.size())};
  bytes_.append(token);

  if ((count_ + 1) * 2 > slots_.size()) grow();
  const uint64_t hash = hash_bytes(token);
  fingerprint_ = (fingerprint_ ^ hash ^ static_cast<uint64_t>(id) * 0x9e3779b97f4a7c15) * 0xd6e8feb86659fd93;
  const auto tag = static_cast<uint32_t>(hash >> 32);
  size_t at = hash & (slots_.size() - 1);
  for (; slots_[at].id >= 0; at = (at + 1) & (slots_.size() - 1)) {
    if (slots_[at].tag == tag && text(entries_[static_cast<size_t>(slots_[at].id)]) == token) {
      slots_[at].id = id;
      return;
    }
  }
  slots_[at] = {tag, id};
  ++count_;
}

std::optional<int32_t> Vocabulary::find(std::string_view token) const {
  const uint64_t hash = hash_bytes(token);
  const auto tag = static_cast<uint32_t>(hash >> 32);
  for (size_t at = hash & (slots_.size() - 1); slots_[at].id >= 0; at = (at + 1) & (slots_.size() - 1)) {
    if (slots_[at].tag == tag && text(entries_[static_cast<size_t>(slots_[at].id)]) == token)
      return slots_[at].id;
  }
  return std::nullopt;
}

std::optional<std::string_view> Vocabulary::token(int32_t id) const {
  const auto index = static_cast<size_t>(id);
  if (id < 0 || index >= entries_.size() || entries_[index].size == no_entry) return std::nullopt;
  return text(entries_[index]);
}

}  // namespace wembed
