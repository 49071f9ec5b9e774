// The BPE model: joins neighbouring tokens, the pair learnt first before others (Sennrich et al. 2016, arXiv
// 1508.07909).
#pragma once

#include <array>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "base/result.h"
#include "io/json.h"
#include "tokenize/merge_table.h"
#include "tokenize/metaspace_cutter.h"
#include "tokenize/vocabulary.h"
#include "tokenize/word_cache.h"

namespace wembed {

struct BpeWorkspace {
  struct Symbol {
    int32_t id;
    uint32_t size;  // bytes of the word
    Merge merge;    // with the next one
    int32_t previous, next;
  };
  struct Candidate {
    uint32_t rank, place;
    int32_t id;
  };
  std::vector<Symbol> symbols;
  std::vector<Candidate> queue;
  std::vector<WordToken> tokens;
  std::string piece;
};

struct BpeSettings {
  std::optional<std::string> unk_token;
  std::string continuing_subword_prefix, end_of_word_suffix;
  bool fuse_unk = false, byte_fallback = false, ignore_merges = false;
  bool reads_bytes =
      false;  // words are bytes of the text, the vocabulary is written in byte_level.h's alphabet
};

class Bpe {
 public:
  // Reads the "model" of a tokenizer.json.
  static Result<Bpe> read(const JsonObject& model, bool reads_bytes);

  // The two files of older models. merges: a pair a line.
  static Result<Bpe> read_files(const JsonObject& vocab, std::string_view merges, BpeSettings settings);

  // Appends the tokens of the bytes [begin, end) of a text. Stops early once there are `limit` of them.
  void tokenize(std::string_view text, size_t begin, size_t end, size_t limit, BpeWorkspace& workspace,
                WordCache& cache, std::vector<WordToken>& out) const;

  const Vocabulary& vocabulary() const { return vocabulary_; }

 private:
  Result<Done> add_merge(std::string_view left, std::string_view right, uint32_t rank);
  Result<Done> prepare();

  void tokenize_word(std::string_view word, uint32_t base, BpeWorkspace& workspace, WordCache& cache,
                     std::vector<WordToken>& out) const;
  void compute(std::string_view word, BpeWorkspace& workspace) const;
  void begin_symbols(std::string_view word, BpeWorkspace& workspace) const;
  bool begin_bytes(std::string_view word, BpeWorkspace& workspace) const;
  std::optional<int32_t> find_word(std::string_view word, BpeWorkspace& workspace) const;

  Vocabulary vocabulary_;
  MergeTable merges_;
  BpeSettings settings_;
  int32_t unknown_ = -1;
  bool cuts_at_metaspace_ = false;
  MetaspaceCutter cutter_;
  std::array<int32_t, 256> first_ids_{};  // of bytes, or of ASCII characters: -1 if there is none
  std::array<int32_t, 256> byte_ids_{};   // of <0x00> ... <0xFF>
};

}  // namespace wembed
