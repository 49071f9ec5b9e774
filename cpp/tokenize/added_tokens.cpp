// Leftmost, longest; then what the flags say.
#include "tokenize/added_tokens.h"

#include <utility>

#include "text/unicode_class.h"
#include "text/utf8.h"

namespace wembed {

namespace {

size_t character_before(std::string_view text, size_t at) {
  do --at;
  while (at > 0 && (static_cast<uint8_t>(text[at]) & 0xc0) == 0x80);
  return at;
}

bool is_inside_word(std::string_view text, size_t begin, size_t end) {
  const bool before = begin > 0 && is_word(code_point_at(text, character_before(text, begin)).value);
  const bool after = end < text.size() && is_word(code_point_at(text, end).value);
  return before || after;
}

}  // namespace

Result<std::vector<AddedToken>> AddedTokens::read(const JsonObject& tokenizer) {
  std::vector<AddedToken> tokens;
  if (!tokenizer.has("added_tokens")) return tokens;
  WEMBED_TRY(list, tokenizer.array("added_tokens"));
  for (size_t i = 0; i < list.size(); ++i) {
    WEMBED_TRY(json, tokenizer.child("added_tokens[" + std::to_string(i) + "]", list[i]));
    WEMBED_TRY(known,
               json.only({"id", "content", "single_word", "lstrip", "rstrip", "normalized", "special"}));
    WEMBED_TRY(id, json.size("id"));
    WEMBED_TRY(content, json.string("content"));
    WEMBED_TRY(single_word, json.boolean("single_word"));
    WEMBED_TRY(lstrip, json.boolean("lstrip"));
    WEMBED_TRY(rstrip, json.boolean("rstrip"));
    WEMBED_TRY(normalized, json.boolean("normalized"));
    WEMBED_TRY(special, json.boolean("special"));
    tokens.push_back({std::string(content), single_word, lstrip, rstrip, normalized, special});
  }
  return tokens;
}

void AddedTokens::add(std::span<const AddedToken> tokens, const Vocabulary& model,
                      const Normalizer& normalizer) {
  for (const AddedToken& token : tokens) {
    if (token.content.empty()) continue;
    if (token.special) special_.insert(token.content);
    int32_t id = 0;
    const auto size = static_cast<int32_t>(model.size());
    if (const auto added = ids_.find(token.content); added != ids_.end()) {
      id = added->second;
    } else if (const auto known = model.find(token.content)) {
      id = *known;
    } else {
      int32_t greatest = -1;
      if (!ids_.empty()) greatest = by_id_.rbegin()->first;
      id = greatest >= size || (size == 0 && greatest >= 0) ? greatest + 1 : size;
    }
    if (!ids_.contains(token.content)) order_.emplace_back(token.content, token.special);
    ids_.insert_or_assign(token.content, id);
    by_id_.insert_or_assign(id, token);
  }
  prepare(normalizer);
}

void AddedTokens::prepare(const Normalizer& normalizer) {
  std::array<std::vector<std::pair<std::string, int32_t>>, 2> patterns;
  NormalizerWorkspace workspace;
  AlignedText text;
  // Of equal patterns the first counts: special tokens come before others.
  for (const bool specials : {true, false}) {
    for (const auto& [content, special] : order_) {
      if (special != specials) continue;
      const int32_t id = ids_.find(content)->second;
      const AddedToken& token = by_id_.find(id)->second;
      std::string pattern = content;
      if (token.normalized) {
        text.assign(content, 0, false);
        normalizer.apply(text, workspace);
        pattern = text.text;
      }
      if (!pattern.empty()) patterns[token.normalized ? 1 : 0].emplace_back(std::move(pattern), id);
    }
  }
  for (size_t kind = 0; kind < 2; ++kind) {
    Finder& finder = finders_[kind];
    finder = Finder();
    std::vector<std::pair<std::string_view, int32_t>> words;
    std::set<std::string_view> seen;
    for (const auto& [pattern, id] : patterns[kind]) {
      if (!seen.insert(pattern).second) continue;
      finder.begins[static_cast<uint8_t>(pattern[0])] = true;
      words.emplace_back(pattern, id);
    }
    finder.is_empty = words.empty();
    finder.trie = ByteTrie(std::move(words));
  }
}

void AddedTokens::split(std::string_view text, bool is_normalized, std::vector<AddedPiece>& out) const {
  const Finder& finder = finders_[is_normalized ? 1 : 0];
  size_t done = 0;
  const auto emit = [&](size_t begin, size_t end, int32_t id) {
    out.push_back({static_cast<uint32_t>(begin), static_cast<uint32_t>(end), id});
  };
  for (size_t at = 0; at < text.size() && !finder.is_empty;) {
    if (!finder.begins[static_cast<uint8_t>(text[at])]) {
      ++at;
      continue;
    }
    int32_t node = 0, id = -1;
    size_t end = at;
    for (size_t i = at; i < text.size();) {
      node = finder.trie.child(node, static_cast<uint8_t>(text[i++]));
      if (node == ByteTrie::none) break;
      if (finder.trie.value(node) == ByteTrie::none) continue;
      id = finder.trie.value(node);
      end = i;
    }
    if (id < 0) {
      ++at;
      continue;
    }
    const size_t found = std::exchange(at, end);
    const AddedToken& token = by_id_.find(id)->second;
    if (token.single_word && is_inside_word(text, found, end)) continue;
    size_t begin = found;
    while (token.lstrip && begin > done) {
      const size_t before = character_before(text, begin);
      if (!is_whitespace(code_point_at(text, before).value)) break;
      begin = before;
    }
    while (token.rstrip && end < text.size()) {
      const CodePoint point = code_point_at(text, end);
      if (!is_whitespace(point.value)) break;
      end += point.size;
    }
    if (done < begin) emit(done, begin, -1);
    emit(begin, end, id);
    done = end;
  }
  if (done != text.size()) emit(done, text.size(), -1);
}

std::optional<int32_t> AddedTokens::find(std::string_view content) const {
  const auto found = ids_.find(content);
  return found == ids_.end() ? std::nullopt : std::optional(found->second);
}

const AddedToken* AddedTokens::token(int32_t id) const {
  const auto found = by_id_.find(id);
  return found == by_id_.end() ? nullptr : &found->second;
}

}  // namespace wembed
