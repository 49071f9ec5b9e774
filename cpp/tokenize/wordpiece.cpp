// Walks the trie from each place, and remembers words.
#include "tokenize/wordpiece.h"

#include <utility>

#include "tokenize/component.h"
#include "tokenize/hash.h"
#include "tokenize/model_words.h"
#include "tokenize/vocabulary_json.h"

namespace wembed {

namespace {

bool has_more_characters(std::string_view word, size_t most) {
  if (word.size() <= most) return false;
  size_t count = 0;
  for (const char c : word) count += (static_cast<uint8_t>(c) & 0xc0) != 0x80 ? 1 : 0;
  return count > most;
}

}  // namespace

Result<WordPiece> WordPiece::read(const JsonObject& model) {
  WEMBED_TRY(known, model.only({"type", "unk_token", "continuing_subword_prefix", "max_input_chars_per_word",
                                "vocab"}));
  WordPieceSettings settings;
  WEMBED_TRY(unk_token, model.string("unk_token"));
  WEMBED_TRY(prefix, model.string("continuing_subword_prefix"));
  WEMBED_TRY(most, model.size("max_input_chars_per_word"));
  settings.unk_token = unk_token;
  settings.continuing_subword_prefix = prefix;
  settings.max_input_chars_per_word = most;
  WEMBED_TRY(vocab, model.object("vocab"));
  WEMBED_TRY(vocabulary, read_vocabulary(vocab));
  auto made = make(std::move(vocabulary), std::move(settings));
  if (!made.ok()) return model.error("unk_token", made.error().message);
  return made;
}

Result<WordPiece> WordPiece::make(Vocabulary vocabulary, WordPieceSettings settings) {
  WordPiece model;
  const auto unknown = vocabulary.find(settings.unk_token);
  if (!unknown) {
    return Error{ErrorCode::invalid_tokenizer, "\"" + settings.unk_token + "\" is not in the vocab"};
  }
  model.unknown_ = *unknown;
  std::vector<std::pair<std::string_view, int32_t>> words;
  words.reserve(vocabulary.size());
  for (size_t i = 0; i < vocabulary.id_count(); ++i) {
    const auto id = static_cast<int32_t>(i);
    const auto token = vocabulary.token(id);
    if (token && vocabulary.find(*token) == id) words.emplace_back(*token, id);
  }
  model.trie_ = ByteTrie(std::move(words));
  model.continuation_ = 0;
  for (const char c : settings.continuing_subword_prefix) {
    if (model.continuation_ == ByteTrie::none) break;
    model.continuation_ = model.trie_.child(model.continuation_, static_cast<uint8_t>(c));
  }
  model.vocabulary_ = std::move(vocabulary);
  model.settings_ = std::move(settings);
  return model;
}

void WordPiece::compute(std::string_view word, std::vector<WordToken>& tokens) const {
  tokens.clear();
  const auto size = static_cast<uint32_t>(word.size());
  const auto give_up = [&] { tokens.assign(1, {unknown_, 0, size}); };
  if (has_more_characters(word, settings_.max_input_chars_per_word)) return give_up();
  for (uint32_t begin = 0; begin < size;) {
    int32_t node = begin == 0 ? 0 : continuation_;
    WordToken longest{0, begin, begin};
    for (uint32_t at = begin; at < size && node != ByteTrie::none;) {
      node = trie_.child(node, static_cast<uint8_t>(word[at++]));
      if (node == ByteTrie::none) break;
      const int32_t id = trie_.value(node);
      if (id != ByteTrie::none) longest = {id, begin, at};
    }
    if (longest.end == begin) return give_up();
    tokens.push_back(longest);
    begin = longest.end;
  }
}

void WordPiece::tokenize(std::string_view text, size_t begin, size_t end, WordCache& cache,
                         std::vector<WordToken>& scratch, std::vector<WordToken>& out) const {
  const std::string_view word = text.substr(begin, end - begin);
  const auto base = static_cast<uint32_t>(begin);
  const bool is_short = word.size() <= WordCache::longest_word;
  const uint64_t hash = is_short ? hash_bytes(word) : 0;
  if (is_short) {
    if (const auto* entry = cache.find(word, hash)) return append_entry(cache, *entry, base, out);
  }
  compute(word, scratch);
  if (is_short) cache.add(word, hash, scratch);
  for (const WordToken& token : scratch) out.push_back({token.id, base + token.begin, base + token.end});
}

Result<WordLevel> WordLevel::read(const JsonObject& model) {
  WEMBED_TRY(known, model.only({"type", "vocab", "unk_token"}));
  WEMBED_TRY(unk_token, model.string("unk_token"));
  WEMBED_TRY(vocab, model.object("vocab"));
  WEMBED_TRY(vocabulary, read_vocabulary(vocab));
  WordLevel level;
  const auto unknown = vocabulary.find(unk_token);
  if (!unknown) return model.error("unk_token", "\"" + std::string(unk_token) + "\" is not in the vocab");
  level.unknown_ = *unknown;
  level.vocabulary_ = std::move(vocabulary);
  return level;
}

void WordLevel::tokenize(std::string_view text, size_t begin, size_t end, std::vector<WordToken>& out) const {
  const int32_t id = vocabulary_.find(text.substr(begin, end - begin)).value_or(unknown_);
  out.push_back({id, static_cast<uint32_t>(begin), static_cast<uint32_t>(end)});
}

}  // namespace wembed
