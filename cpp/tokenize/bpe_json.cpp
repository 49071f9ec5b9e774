// Reads vocabulary and merges.
#include <algorithm>
#include <utility>

#include "text/utf8.h"
#include "tokenize/bpe.h"
#include "tokenize/byte_level.h"
#include "tokenize/byte_pieces.h"
#include "tokenize/component.h"
#include "tokenize/vocabulary_json.h"

namespace wembed {

namespace {

// "a b": two parts around the one space.
std::optional<std::pair<std::string_view, std::string_view>> split_pair(std::string_view line) {
  const size_t space = line.find(' ');
  if (space == std::string_view::npos || line.find(' ', space + 1) != std::string_view::npos)
    return std::nullopt;
  return std::pair(line.substr(0, space), line.substr(space + 1));
}

Error merge_error(uint32_t rank, std::string_view problem) {
  return {ErrorCode::invalid_tokenizer, "merge " + std::to_string(rank) + " " + std::string(problem)};
}

}  // namespace

Result<Done> Bpe::add_merge(std::string_view left, std::string_view right, uint32_t rank) {
  const auto left_id = vocabulary_.find(left), right_id = vocabulary_.find(right);
  if (!left_id || !right_id) {
    return merge_error(rank, "has a token that is not in the vocab: " + std::string(left_id ? right : left));
  }
  const size_t prefix = settings_.continuing_subword_prefix.size();
  if (right.size() < prefix)
    return merge_error(rank, "has a second part shorter than continuing_subword_prefix");
  const std::string joined = std::string(left) + std::string(right.substr(prefix));
  const auto id = vocabulary_.find(joined);
  if (!id) return merge_error(rank, "makes a token that is not in the vocab: " + joined);
  merges_.add(*left_id, *right_id, {rank, *id});
  cutter_.add(joined);
  return Done{};
}

// What is looked up often.
Result<Done> Bpe::prepare() {
  for (size_t byte = 0; byte < 256; ++byte) {
    std::string piece;
    if (settings_.reads_bytes) {
      append_utf8(byte_characters[byte], piece);
    } else if (byte < 128) {
      piece.push_back(static_cast<char>(byte));
    }
    first_ids_[byte] = piece.empty() ? -1 : vocabulary_.find(piece).value_or(-1);
  }
  byte_ids_ = byte_piece_ids(vocabulary_);
  const bool is_plain = settings_.continuing_subword_prefix.empty() && settings_.end_of_word_suffix.empty();
  if (settings_.unk_token) {
    const auto unknown = vocabulary_.find(*settings_.unk_token);
    const auto is_known = [](int32_t id) { return id >= 0; };
    const bool needs_none =
        is_plain && ((settings_.reads_bytes && std::ranges::all_of(first_ids_, is_known)) ||
                     (settings_.byte_fallback && std::ranges::all_of(byte_ids_, is_known)));
    if (!unknown && !needs_none) {
      return Error{ErrorCode::invalid_tokenizer,
                   "unk_token \"" + *settings_.unk_token + "\" is not in the vocab"};
    }
    unknown_ = unknown.value_or(-1);
  }
  cuts_at_metaspace_ = is_plain && !settings_.reads_bytes && !settings_.ignore_merges &&
                       vocabulary_.find(metaspace).has_value();
  return Done{};
}

Result<Bpe> Bpe::read(const JsonObject& model, bool reads_bytes) {
  WEMBED_TRY(known,
             model.only({"type", "dropout", "unk_token", "continuing_subword_prefix", "end_of_word_suffix",
                         "fuse_unk", "byte_fallback", "ignore_merges", "vocab", "merges"}));
  if (model.has("dropout")) {
    WEMBED_TRY(dropout, model.number("dropout"));
    if (dropout != 0) {
      return model.error("dropout", "is not 0: wembed gives the same tokens for the same text every time");
    }
  }
  Bpe bpe;
  BpeSettings& settings = bpe.settings_;
  settings.reads_bytes = reads_bytes;
  if (model.has("unk_token")) {
    WEMBED_TRY(unk_token, model.string("unk_token"));
    settings.unk_token = unk_token;
  }
  WEMBED_TRY(prefix, string_or(model, "continuing_subword_prefix", ""));
  WEMBED_TRY(suffix, string_or(model, "end_of_word_suffix", ""));
  WEMBED_TRY(fuse_unk, boolean_or(model, "fuse_unk", false));
  WEMBED_TRY(byte_fallback, boolean_or(model, "byte_fallback", false));
  WEMBED_TRY(ignore_merges, boolean_or(model, "ignore_merges", false));
  settings.continuing_subword_prefix = prefix;
  settings.end_of_word_suffix = suffix;
  settings.fuse_unk = fuse_unk;
  settings.byte_fallback = byte_fallback;
  settings.ignore_merges = ignore_merges;

  WEMBED_TRY(vocab, model.object("vocab"));
  WEMBED_TRY(vocabulary, read_vocabulary(vocab));
  bpe.vocabulary_ = std::move(vocabulary);
  WEMBED_TRY(merges, model.array("merges"));
  bpe.merges_.reserve(merges.size());
  uint32_t rank = 0;
  for (const auto& merge : merges) {
    if (merge.IsString()) {
      const std::string_view line = json_text(merge);
      if (line.starts_with("#version")) continue;
      const auto pair = split_pair(line);
      if (!pair)
        return model.error("merges[" + std::to_string(rank) + "]", "is not two tokens around a space");
      auto added = bpe.add_merge(pair->first, pair->second, rank++);
      if (!added.ok()) return model.error("merges", added.error().message);
    } else if (merge.IsArray() && merge.Size() == 2 && merge[0].IsString() && merge[1].IsString()) {
      auto added = bpe.add_merge(json_text(merge[0]), json_text(merge[1]), rank++);
      if (!added.ok()) return model.error("merges", added.error().message);
    } else {
      return model.error("merges[" + std::to_string(rank) + "]", "is not a pair of tokens");
    }
  }
  auto prepared = bpe.prepare();
  if (!prepared.ok()) return model.error("unk_token", prepared.error().message);
  return bpe;
}

Result<Bpe> Bpe::read_files(const JsonObject& vocab, std::string_view merges, BpeSettings settings) {
  Bpe bpe;
  bpe.settings_ = std::move(settings);
  WEMBED_TRY(vocabulary, read_vocabulary(vocab));
  bpe.vocabulary_ = std::move(vocabulary);
  bpe.merges_.reserve(static_cast<size_t>(std::ranges::count(merges, '\n')) + 1);
  uint32_t rank = 0;
  while (!merges.empty()) {
    std::string_view line = merges.substr(0, merges.find('\n'));
    merges.remove_prefix(std::min(merges.size(), line.size() + 1));
    if (line.ends_with('\r')) line.remove_suffix(1);
    if (line.starts_with("#version") || line.empty()) continue;
    const auto pair = split_pair(line);
    if (!pair)
      return Error{ErrorCode::invalid_tokenizer,
                   "merges.txt: merge " + std::to_string(rank) + " is not two tokens around a space"};
    auto added = bpe.add_merge(pair->first, pair->second, rank++);
    if (!added.ok()) return Error{added.error().code, "merges.txt: " + added.error().message};
  }
  WEMBED_TRY(prepared, bpe.prepare());
  return bpe;
}

}  // namespace wembed
