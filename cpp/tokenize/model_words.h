// What the models share.
#pragma once

#include <cstdint>
#include <vector>

#include "tokenize/word_cache.h"

namespace wembed {

// Appends a word's tokens from a cache entry; the word begins at byte `base`.
inline void append_entry(const WordCache& cache, const WordCache::Entry& entry, uint32_t base,
                         std::vector<WordToken>& out) {
  if (cache.is_whole(entry)) {
    out.push_back({static_cast<int32_t>(entry.first), base, base + entry.word_size});
    return;
  }
  for (const WordToken& token : cache.tokens(entry)) {
    out.push_back({token.id, base + token.begin, base + token.end});
  }
}

}  // namespace wembed
