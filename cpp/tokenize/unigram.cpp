// Viterbi over a trie of pieces.
#include "tokenize/unigram.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <utility>

#include "text/utf8.h"
#include "tokenize/byte_pieces.h"
#include "tokenize/component.h"
#include "tokenize/hash.h"
#include "tokenize/model_words.h"

namespace wembed {

namespace {

// What SentencePiece and the Rust library take off the lowest score for an unknown character.
constexpr double unknown_penalty = 10.0;

// Scores that are nearer to each other may compare differently behind another text: sums are rounded. (Over
// 4 GB of text a sum is below 2^36, and its last bit below 2^-16 of this.)
constexpr double doubt = 1e-4;

}  // namespace

Result<Unigram> Unigram::read(const JsonObject& model) {
  WEMBED_TRY(known, model.only({"type", "unk_id", "vocab", "byte_fallback", "viterbi"}));
  WEMBED_TRY(vocab, model.array("vocab"));
  WEMBED_TRY(unknown, model.size("unk_id"));
  Unigram unigram;
  if (unknown >= vocab.size() || vocab.size() >= Vocabulary::id_limit) {
    return model.error("unk_id", "is " + std::to_string(unknown) + ", but the vocab has " +
                                     std::to_string(vocab.size()) + " pieces");
  }
  unigram.unknown_ = static_cast<int32_t>(unknown);
  WEMBED_TRY(byte_fallback, boolean_or(model, "byte_fallback", false));
  unigram.byte_fallback_ = byte_fallback;
  if (model.has("viterbi")) {
    WEMBED_TRY(rule, model.string("viterbi"));
    if (rule != "tfjs") return model.error("viterbi", "is \"" + std::string(rule) + "\"; wembed knows: tfjs");
    unigram.tfjs_ = true;
  }

  double lowest = std::numeric_limits<double>::infinity();
  unigram.scores_.reserve(vocab.size());
  size_t bytes = 0;
  for (size_t i = 0; i < vocab.size(); ++i) {
    const auto& entry = vocab[i];
    if (!entry.IsArray() || entry.Size() != 2 || !entry[0].IsString() || !entry[1].IsNumber()) {
      return model.error("vocab[" + std::to_string(i) + "]", "is not a pair of a piece and its score");
    }
    bytes += entry[0].GetStringLength();
    unigram.scores_.push_back(entry[1].GetDouble());
    lowest = std::min(lowest, unigram.scores_.back());
  }
  unigram.unknown_score_ = unigram.tfjs_ ? 0.0 : lowest - unknown_penalty;
  Vocabulary& vocabulary = unigram.vocabulary_;
  vocabulary.reserve(vocab.size(), bytes);
  for (size_t i = 0; i < vocab.size(); ++i) {
    const std::string_view piece = json_text(vocab[i][0]);
    vocabulary.add(piece, static_cast<int32_t>(i));
    unigram.cutter_.add(piece);
  }
  const auto mark = vocabulary.find(metaspace);
  const std::string_view unknown_piece = json_text(vocab[unknown][0]);
  unigram.cuts_at_metaspace_ = mark && *mark != unigram.unknown_ && !unknown_piece.starts_with(metaspace);

  std::vector<std::pair<std::string_view, int32_t>> words;
  words.reserve(vocab.size());
  for (size_t i = 0; i < vocab.size(); ++i) {
    words.emplace_back(json_text(vocab[i][0]), static_cast<int32_t>(i));
  }
  unigram.trie_ = ByteTrie(std::move(words));
  unigram.byte_ids_ = byte_piece_ids(vocabulary);
  return unigram;
}

bool Unigram::replaces(const UnigramWorkspace::Step& best, double score) const {
  if (best.id < 0 || score > best.score) return true;
  return tfjs_ && (score == best.score || best.score == 0.0);
}

// A run of unknown characters: one piece, unless it is in the vocabulary after all or its bytes are.
void Unigram::write_unknown(std::string_view part, uint32_t begin, uint32_t end,
                            std::vector<WordToken>& out) const {
  const std::string_view run = part.substr(begin, end - begin);
  if (!tfjs_) {
    if (const auto id = vocabulary_.find(run)) {
      out.push_back({*id, begin, end});
      return;
    }
    const auto has_piece = [&](char c) { return byte_ids_[static_cast<uint8_t>(c)] >= 0; };
    if (byte_fallback_ && std::ranges::all_of(run, has_piece)) {
      for (const char c : run) out.push_back({byte_ids_[static_cast<uint8_t>(c)], begin, end});
      return;
    }
  }
  out.push_back({unknown_, begin, end});
}

bool Unigram::compute(std::string_view part, double& score, UnigramWorkspace& workspace) const {
  auto& steps = workspace.steps;
  steps.assign(part.size() + 1, {0.0, 0, -1});
  steps[0].score = score;
  bool is_sure = true;
  const auto offer = [&](UnigramWorkspace::Step& best, double candidate, size_t begin, int32_t id) {
    if (best.id >= 0 && std::abs(candidate - best.score) < doubt) is_sure = false;
    if (replaces(best, candidate)) best = {candidate, static_cast<uint32_t>(begin), id};
  };
  for (size_t begin = 0; begin < part.size();) {
    const size_t next = begin + code_point_at(part, begin).size;
    const double before = steps[begin].score;
    bool has_single = false;
    int32_t node = 0;
    for (size_t end = begin; end < part.size();) {
      node = trie_.child(node, static_cast<uint8_t>(part[end]));
      if (node == ByteTrie::none) break;
      ++end;
      const int32_t id = trie_.value(node);
      if (id == ByteTrie::none) continue;
      offer(steps[end], before + scores_[static_cast<size_t>(id)], begin, id);
      has_single |= end == next;
    }
    if (!has_single) offer(steps[next], before + unknown_score_, begin, unknown_);
    begin = next;
  }
  score = steps.back().score;

  auto& tokens = workspace.tokens;
  tokens.clear();
  for (auto end = static_cast<uint32_t>(part.size()); end > 0; end = steps[end].begin) {
    const auto& step = steps[end];
    const bool is_unknown = step.id == unknown_;
    if (is_unknown && !tokens.empty() && tokens.back().id == unknown_) {
      tokens.back().begin = step.begin;
    } else {
      tokens.push_back({step.id, step.begin, end});
    }
    is_sure = is_sure && !is_unknown;
  }
  std::ranges::reverse(tokens);
  return is_sure;
}

void Unigram::tokenize(std::string_view text, size_t begin, size_t end, size_t limit,
                       UnigramWorkspace& workspace, WordCache& cache, std::vector<WordToken>& out) const {
  // The score of the best path so far is kept, since the sums, and so the ties, of what follows depend on it.
  double score = 0;
  for (size_t at = begin; at < end && out.size() < limit;) {
    const size_t stop = cuts_at_metaspace_ ? cutter_.part_end(text.substr(0, end), at) : end;
    const std::string_view part = text.substr(at, stop - at);
    const auto base = static_cast<uint32_t>(at);
    at = stop;
    // TensorFlow.js' rules look at whether a score is 0, so there the beginning of a text is special.
    const bool is_cacheable = part.size() <= WordCache::longest_word && !(tfjs_ && score == 0);
    const uint64_t hash = is_cacheable ? hash_bytes(part) : 0;
    if (is_cacheable) {
      if (const auto* entry = cache.find(part, hash)) {
        const size_t first = out.size();
        append_entry(cache, *entry, base, out);
        for (size_t i = first; i < out.size(); ++i) score += scores_[static_cast<size_t>(out[i].id)];
        continue;
      }
    }
    const bool is_sure = compute(part, score, workspace);
    if (is_sure && is_cacheable) cache.add(part, hash, workspace.tokens);
    const size_t first = out.size();
    for (const WordToken& token : workspace.tokens) {
      if (token.id == unknown_) {
        write_unknown(part, token.begin, token.end, out);
      } else {
        out.push_back(token);
      }
    }
    for (size_t i = first; i < out.size(); ++i) {
      out[i].begin += base;
      out[i].end += base;
    }
  }
}

}  // namespace wembed
