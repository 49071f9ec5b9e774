// The Unigram model: the most probable way to cut a text into pieces (Kudo 2018, arXiv 1804.10959).
#pragma once

#include <array>
#include <cstdint>
#include <string_view>
#include <vector>

#include "base/result.h"
#include "io/json.h"
#include "tokenize/byte_trie.h"
#include "tokenize/metaspace_cutter.h"
#include "tokenize/vocabulary.h"
#include "tokenize/word_cache.h"

namespace wembed {

struct UnigramWorkspace {
  struct Step {
    double score;
    uint32_t begin;
    int32_t id;  // -1: nothing ends here yet
  };
  std::vector<Step> steps;  // [bytes + 1]
  std::vector<WordToken> tokens;
};

class Unigram {
 public:
  // Reads the "model" of a tokenizer.json.
  static Result<Unigram> read(const JsonObject& model);

  // Appends the pieces of the bytes [begin, end) of a text in valid UTF-8. Viterbi over its bytes: linear in
  // the text, times the length of the longest piece. Unknown characters that follow each other are one piece.
  // Stops early once there are `limit` of them.
  void tokenize(std::string_view text, size_t begin, size_t end, size_t limit, UnigramWorkspace& workspace,
                WordCache& cache, std::vector<WordToken>& out) const;

  const Vocabulary& vocabulary() const { return vocabulary_; }

 private:
  // Whether a path that ends in `score` replaces the best one so far.
  bool replaces(const UnigramWorkspace::Step& best, double score) const;

  // Fills workspace.tokens for a part of a text before which the best path has `score`, and adds to that.
  // False where the result holds for this score only.
  bool compute(std::string_view part, double& score, UnigramWorkspace& workspace) const;
  void write_unknown(std::string_view part, uint32_t begin, uint32_t end, std::vector<WordToken>& out) const;

  Vocabulary vocabulary_;
  std::vector<double> scores_;
  ByteTrie trie_;
  int32_t unknown_ = 0;
  double unknown_score_ = 0;
  // The rules of TensorFlow.js' tokenizer of Universal Sentence Encoder: a later start wins a tie, a best
  // score of exactly 0 counts as none, an unknown character costs nothing.
  bool tfjs_ = false;
  bool byte_fallback_ = false;
  bool cuts_at_metaspace_ = false;
  MetaspaceCutter cutter_;
  std::array<int32_t, 256> byte_ids_{};  // of <0x00> ... <0xFF>: -1 if there is none
};

}  // namespace wembed
