// Growing, and starting over.
#include "tokenize/word_cache.h"

#include <utility>

namespace wembed {

void WordCache::serve(uint64_t model) {
  if (model_ == model) return;
  model_ = model;
  start_over(least_slots);
}

void WordCache::start_over(size_t slots) {
  entries_.assign(slots, Entry{});
  mask_ = slots - 1;
  count_ = 0;
  words_.clear();
  tokens_.clear();
}

void WordCache::grow() {
  const std::vector<Entry> old = std::exchange(entries_, std::vector<Entry>(entries_.size() * 2));
  mask_ = entries_.size() - 1;
  for (const Entry& entry : old) {
    if (entry.word_size == 0) continue;
    size_t at = entry.hash & mask_;
    while (entries_[at].word_size != 0) at = (at + 1) & mask_;
    entries_[at] = entry;
  }
}

void WordCache::add(std::string_view word, uint64_t hash, std::span<const WordToken> tokens) {
  if (tokens.size() >= whole) return;
  if (tokens_.size() > most_tokens) start_over(entries_.size());
  if ((count_ + 1) * 2 > entries_.size()) {
    if (entries_.size() < most_slots) {
      grow();
    } else {
      start_over(most_slots);
    }
  }
  Entry entry;
  entry.hash = hash;
  entry.word_begin = static_cast<uint32_t>(words_.size());
  entry.word_size = static_cast<uint16_t>(word.size());
  words_.append(word);
  if (tokens.size() == 1 && tokens[0].begin == 0 && tokens[0].end == word.size()) {
    entry.count = whole;
    entry.first = static_cast<uint32_t>(tokens[0].id);
  } else {
    entry.count = static_cast<uint16_t>(tokens.size());
    entry.first = static_cast<uint32_t>(tokens_.size());
    tokens_.insert(tokens_.end(), tokens.begin(), tokens.end());
  }
  size_t at = hash & mask_;
  while (entries_[at].word_size != 0) at = (at + 1) & mask_;
  entries_[at] = entry;
  ++count_;
}

}  // namespace wembed
