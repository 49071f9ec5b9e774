// Tokens that are found in a text before the model sees it.
#pragma once

#include <array>
#include <cstdint>
#include <map>
#include <optional>
#include <set>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "base/result.h"
#include "io/json.h"
#include "tokenize/byte_trie.h"
#include "tokenize/normalizer.h"
#include "tokenize/vocabulary.h"

namespace wembed {

struct AddedToken {
  std::string content;
  bool single_word = false;             // not inside a word
  bool lstrip = false, rstrip = false;  // takes the white space on that side
  bool normalized = true;               // found in the normalized text, and normalized itself
  bool special = false;                 // left out of decoded text
};

// Bytes [begin, end) of a text: an added token, or what is between (-1).
struct AddedPiece {
  uint32_t begin, end;
  int32_t id;
};

class AddedTokens {
 public:
  // Reads the "added_tokens" of a tokenizer.json.
  static Result<std::vector<AddedToken>> read(const JsonObject& tokenizer);

  // Adds tokens to those that are there. One that the model knows keeps its id, others get the next free one;
  // this is what the Rust library does, whatever ids the file says.
  void add(std::span<const AddedToken> tokens, const Vocabulary& model, const Normalizer& normalizer);

  // Cuts a text around the tokens that are found before (or after) normalization: at each place the longest
  // one.
  void split(std::string_view text, bool is_normalized, std::vector<AddedPiece>& out) const;
  bool has_any(bool is_normalized) const { return !finders_[is_normalized ? 1 : 0].is_empty; }

  std::optional<int32_t> find(std::string_view content) const;
  const AddedToken* token(int32_t id) const;
  bool is_special(std::string_view content) const { return special_.contains(content); }
  const std::map<int32_t, AddedToken>& tokens() const { return by_id_; }

 private:
  struct Finder {
    bool is_empty = true;
    ByteTrie trie;
    std::array<bool, 256> begins{};  // bytes
  };
  void prepare(const Normalizer& normalizer);

  std::map<int32_t, AddedToken> by_id_;
  std::map<std::string, int32_t, std::less<>> ids_;
  std::set<std::string, std::less<>> special_;
  std::vector<std::pair<std::string, bool>> order_;  // contents in the order of adding, and whether special
  std::array<Finder, 2> finders_;                    // before and after normalization
};

}  // namespace wembed
