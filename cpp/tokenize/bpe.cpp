// From characters to symbols; the joining is in bpe_merge.cpp, the reading in bpe_json.cpp.
#include "tokenize/bpe.h"

#include <algorithm>

#include "text/utf8.h"
#include "tokenize/bpe_merge.h"
#include "tokenize/byte_level.h"
#include "tokenize/hash.h"
#include "tokenize/model_words.h"

namespace wembed {

namespace {

void add_symbol(BpeWorkspace& workspace, int32_t id, uint32_t size) {
  workspace.symbols.push_back({id, size, {}, 0, 0});
}

}  // namespace

// Each byte of a word by itself. False where one has no token.
bool Bpe::begin_bytes(std::string_view word, BpeWorkspace& workspace) const {
  for (const char c : word) {
    const int32_t id = first_ids_[static_cast<uint8_t>(c)];
    if (id < 0) {
      workspace.symbols.clear();
      return false;
    }
    add_symbol(workspace, id, 1);
  }
  return true;
}

// Each character with its prefix or suffix; those that the vocabulary lacks as bytes, or as the unknown
// token. The order in which pending unknowns are written follows the Rust library, which writes bytes before
// them.
void Bpe::begin_symbols(std::string_view word, BpeWorkspace& workspace) const {
  const bool is_plain = settings_.continuing_subword_prefix.empty() && settings_.end_of_word_suffix.empty();
  std::string& piece = workspace.piece;
  uint32_t pending = 0;  // bytes of unknown characters
  bool is_pending = false;
  const auto flush = [&] {
    if (is_pending) add_symbol(workspace, unknown_, pending);
    is_pending = false;
  };
  for (size_t at = 0; at < word.size();) {
    const uint32_t size = settings_.reads_bytes ? 1 : code_point_at(word, at).size;
    std::optional<int32_t> id;
    if (is_plain && size == 1) {
      const auto byte = static_cast<uint8_t>(word[at]);
      if (first_ids_[byte] >= 0) id = first_ids_[byte];
      piece.clear();
      append_utf8(settings_.reads_bytes ? byte_characters[byte] : byte, piece);
    } else {
      piece.clear();
      if (at > 0) piece = settings_.continuing_subword_prefix;
      if (settings_.reads_bytes) {
        append_utf8(byte_characters[static_cast<uint8_t>(word[at])], piece);
      } else {
        piece.append(word, at, size);
      }
      if (at + size == word.size()) piece += settings_.end_of_word_suffix;
      id = vocabulary_.find(piece);
    }
    at += size;
    if (id) {
      flush();
      add_symbol(workspace, *id, size);
      continue;
    }
    if (settings_.byte_fallback) {
      const auto has_piece = [&](char c) { return byte_ids_[static_cast<uint8_t>(c)] >= 0; };
      if (std::ranges::all_of(piece, has_piece)) {
        for (const char c : piece) add_symbol(workspace, byte_ids_[static_cast<uint8_t>(c)], 1);
        continue;
      }
    }
    if (unknown_ < 0) continue;
    if (is_pending && settings_.fuse_unk) {
      pending += size;
    } else {
      flush();
      pending = size;
      is_pending = true;
    }
  }
  flush();
}

std::optional<int32_t> Bpe::find_word(std::string_view word, BpeWorkspace& workspace) const {
  if (!settings_.reads_bytes) return vocabulary_.find(word);
  workspace.piece.clear();
  for (const char c : word) append_utf8(byte_characters[static_cast<uint8_t>(c)], workspace.piece);
  return vocabulary_.find(workspace.piece);
}

// Fills workspace.tokens, with places in the word.
void Bpe::compute(std::string_view word, BpeWorkspace& workspace) const {
  workspace.tokens.clear();
  const auto size = static_cast<uint32_t>(word.size());
  if (settings_.ignore_merges) {
    if (const auto id = find_word(word, workspace)) {
      workspace.tokens.push_back({*id, 0, size});
      return;
    }
  }
  workspace.symbols.clear();
  const bool is_plain = settings_.reads_bytes && settings_.continuing_subword_prefix.empty() &&
                        settings_.end_of_word_suffix.empty();
  if (!is_plain || !begin_bytes(word, workspace)) begin_symbols(word, workspace);
  merge_symbols(merges_, workspace);
  uint32_t place = 0;
  for (const auto& symbol : workspace.symbols) {
    const uint32_t begin = place;
    place = std::min(place + symbol.size, size);
    workspace.tokens.push_back({symbol.id, std::min(begin, size - 1), place});
  }
}

void Bpe::tokenize_word(std::string_view word, uint32_t base, BpeWorkspace& workspace, WordCache& cache,
                        std::vector<WordToken>& out) const {
  const bool is_short = word.size() <= WordCache::longest_word;
  const uint64_t hash = is_short ? hash_bytes(word) : 0;
  if (is_short) {
    if (const auto* entry = cache.find(word, hash)) {
      append_entry(cache, *entry, base, out);
      return;
    }
  }
  compute(word, workspace);
  if (is_short) cache.add(word, hash, workspace.tokens);
  for (const WordToken& token : workspace.tokens) {
    out.push_back({token.id, base + token.begin, base + token.end});
  }
}

void Bpe::tokenize(std::string_view text, size_t begin, size_t end, size_t limit, BpeWorkspace& workspace,
                   WordCache& cache, std::vector<WordToken>& out) const {
  const std::string_view word = text.substr(begin, end - begin);
  if (!cuts_at_metaspace_ || word.size() <= WordCache::longest_word) {
    tokenize_word(word, static_cast<uint32_t>(begin), workspace, cache, out);
    return;
  }
  for (size_t at = 0; at < word.size() && out.size() < limit;) {
    const size_t stop = cutter_.part_end(word, at);
    tokenize_word(word.substr(at, stop - at), static_cast<uint32_t>(begin + at), workspace, cache, out);
    at = stop;
  }
}

}  // namespace wembed
