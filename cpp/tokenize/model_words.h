// What the models share: where a long text can be cut so that its parts may be tokenized each alone.
#pragma once

#include <cstddef>
#include <string_view>
#include <vector>

#include "tokenize/split.h"
#include "tokenize/word_cache.h"

namespace wembed {

// The mark that SentencePiece puts for a space: U+2581.
inline constexpr std::string_view metaspace = "\xe2\x96\x81";

// Whether a mark stands in a piece behind something else. Where no piece of a vocabulary is so, no token
// crosses the place in front of a mark that follows something else.
inline bool has_inner_metaspace(std::string_view piece) {
  for (size_t at = piece.find(metaspace); at != std::string_view::npos; at = piece.find(metaspace, at + 1)) {
    if (at > 0 && !piece.substr(0, at).ends_with(metaspace)) return true;
  }
  return false;
}

// The end of the part that begins at `begin`: the next mark behind something else, or the end.
inline size_t metaspace_part_end(std::string_view text, size_t begin) {
  size_t at = begin;
  while (text.substr(at).starts_with(metaspace)) at += metaspace.size();
  const size_t next = text.find(metaspace, at);
  return next == std::string_view::npos ? text.size() : next;
}

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
