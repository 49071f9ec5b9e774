// Viterbi over a trie of pieces.
#include "tokenize/unigram.h"

#include <algorithm>
#include <limits>
#include <utility>

#include "text/utf8.h"

namespace wembed {

namespace {

// What SentencePiece and the Rust library take off the lowest score for an unknown character.
constexpr double unknown_penalty = 10.0;

std::string byte_piece(size_t byte) {
  constexpr std::string_view digits = "0123456789ABCDEF";
  return std::string("<0x") + digits[byte / 16] + digits[byte % 16] + ">";
}

}  // namespace

Result<Unigram> Unigram::read(const JsonObject& model) {
  WEMBED_TRY(known, model.only({"type", "unk_id", "vocab", "byte_fallback", "viterbi"}));
  WEMBED_TRY(vocab, model.array("vocab"));
  WEMBED_TRY(unknown, model.size("unk_id"));
  Unigram unigram;
  if (unknown >= vocab.size()) {
    return model.error("unk_id", "is " + std::to_string(unknown) + ", but the vocab has " +
                                     std::to_string(vocab.size()) + " pieces");
  }
  unigram.unknown_ = static_cast<int32_t>(unknown);
  if (model.has("byte_fallback")) {
    WEMBED_TRY(byte_fallback, model.boolean("byte_fallback"));
    unigram.byte_fallback_ = byte_fallback;
  }
  if (model.has("viterbi")) {
    WEMBED_TRY(rule, model.string("viterbi"));
    if (rule != "tfjs") return model.error("viterbi", "is \"" + std::string(rule) + "\"; wembed knows: tfjs");
    unigram.tfjs_ = true;
  }

  double lowest = std::numeric_limits<double>::infinity();
  unigram.pieces_.reserve(vocab.size());
  unigram.scores_.reserve(vocab.size());
  for (size_t i = 0; i < vocab.size(); ++i) {
    const auto& entry = vocab[i];
    if (!entry.IsArray() || entry.Size() != 2 || !entry[0].IsString() || !entry[1].IsNumber()) {
      return model.error("vocab[" + std::to_string(i) + "]", "is not a pair of a piece and its score");
    }
    unigram.pieces_.emplace_back(json_text(entry[0]));
    unigram.scores_.push_back(entry[1].GetDouble());
    lowest = std::min(lowest, unigram.scores_.back());
  }
  unigram.unknown_score_ = unigram.tfjs_ ? 0.0 : lowest - unknown_penalty;

  std::vector<std::pair<std::string_view, int32_t>> words;
  words.reserve(unigram.pieces_.size());
  for (size_t i = 0; i < unigram.pieces_.size(); ++i) {
    words.emplace_back(unigram.pieces_[i], static_cast<int32_t>(i));
  }
  unigram.trie_ = ByteTrie(std::move(words));
  if (unigram.byte_fallback_) {
    for (size_t byte = 0; byte < 256; ++byte) {
      const auto id = unigram.id_of(byte_piece(byte));
      if (!id) return model.error("byte_fallback", "is true, but the vocab has no piece " + byte_piece(byte));
      unigram.byte_ids_[byte] = *id;
    }
  }
  return unigram;
}

std::optional<int32_t> Unigram::id_of(std::string_view piece) const {
  int32_t node = 0;
  for (const char byte : piece) {
    node = trie_.child(node, static_cast<uint8_t>(byte));
    if (node == ByteTrie::none) return std::nullopt;
  }
  const int32_t id = trie_.value(node);
  return id == ByteTrie::none ? std::nullopt : std::optional(id);
}

bool Unigram::replaces(const UnigramWorkspace::Step& best, double score) const {
  if (best.id < 0 || score > best.score) return true;
  return tfjs_ && (score == best.score || best.score == 0.0);
}

void Unigram::tokenize(std::string_view text, UnigramWorkspace& workspace, std::vector<Piece>& out) const {
  auto& steps = workspace.steps;
  steps.assign(text.size() + 1, {0.0, 0, -1});
  for (size_t begin = 0; begin < text.size();) {
    const size_t next = begin + code_point_at(text, begin).size;
    const double score = steps[begin].score;
    bool has_single = false;
    int32_t node = 0;
    for (size_t end = begin; end < text.size();) {
      node = trie_.child(node, static_cast<uint8_t>(text[end]));
      if (node == ByteTrie::none) break;
      ++end;
      const int32_t id = trie_.value(node);
      if (id == ByteTrie::none) continue;
      const double candidate = score + scores_[static_cast<size_t>(id)];
      if (replaces(steps[end], candidate)) steps[end] = {candidate, static_cast<uint32_t>(begin), id};
      has_single |= end == next;
    }
    if (!has_single) {
      const double candidate = score + unknown_score_;
      if (replaces(steps[next], candidate)) steps[next] = {candidate, static_cast<uint32_t>(begin), unknown_};
    }
    begin = next;
  }

  const size_t first = out.size();
  for (size_t end = text.size(); end > 0;) {
    const auto& step = steps[end];
    const bool joins = step.id == unknown_ && out.size() > first && out.back().id == unknown_;
    if (joins) {
      out.back().begin = step.begin;
    } else {
      out.push_back({step.id, step.begin, static_cast<uint32_t>(end)});
    }
    end = step.begin;
  }
  std::reverse(out.begin() + static_cast<ptrdiff_t>(first), out.end());
  if (!byte_fallback_) return;

  const std::vector<Piece> pieces(out.begin() + static_cast<ptrdiff_t>(first), out.end());
  out.resize(first);
  for (const Piece& piece : pieces) {
    if (piece.id != unknown_) {
      out.push_back(piece);
      continue;
    }
    for (size_t i = piece.begin; i < piece.end; ++i) {
      out.push_back({byte_ids_[static_cast<uint8_t>(text[i])], piece.begin, piece.end});
    }
  }
}

}  // namespace wembed
