// The Unigram model: the most probable way to cut a text into pieces (Kudo 2018, arXiv 1804.10959).
#pragma once

#include <array>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "base/result.h"
#include "io/json.h"
#include "tokenize/byte_trie.h"

namespace wembed {

// A piece of a text: its id and its bytes [begin, end).
struct Piece {
  int32_t id;
  uint32_t begin, end;
};

struct UnigramWorkspace {
  struct Step {
    double score;
    uint32_t begin;
    int32_t id;  // -1: nothing ends here yet
  };
  std::vector<Step> steps;  // [bytes + 1]
};

class Unigram {
 public:
  // Reads the "model" of a tokenizer.json.
  static Result<Unigram> read(const JsonObject& model);

  // Appends the pieces of a text in valid UTF-8. Viterbi over its bytes: linear in the text, times the length
  // of the longest piece. Unknown characters that follow each other are one piece.
  void tokenize(std::string_view text, UnigramWorkspace& workspace, std::vector<Piece>& out) const;

  size_t vocab_size() const { return pieces_.size(); }
  std::string_view piece(size_t id) const { return pieces_[id]; }
  std::optional<int32_t> id_of(std::string_view piece) const;

 private:
  // Whether a path that ends in `score` replaces the best one so far.
  bool replaces(const UnigramWorkspace::Step& best, double score) const;

  std::vector<std::string> pieces_;
  std::vector<double> scores_;
  ByteTrie trie_;
  int32_t unknown_ = 0;
  double unknown_score_ = 0;
  // The rules of TensorFlow.js' tokenizer of Universal Sentence Encoder: a later start wins a tie, a best
  // score of exactly 0 counts as none, an unknown character costs nothing.
  bool tfjs_ = false;
  bool byte_fallback_ = false;
  std::array<int32_t, 256> byte_ids_{};  // of <0x00> ... <0xFF>, with byte_fallback_
};

}  // namespace wembed
