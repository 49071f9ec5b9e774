// The stages of a tokenizer, one after the other.
#include "tokenize/tokenizer.h"

#include <algorithm>
#include <utility>

#include "text/utf16.h"
#include "text/utf8.h"

namespace wembed {

namespace {

// A text without what is not UTF-8: itself, or a copy.
std::string_view sanitize(std::string_view text, std::string& copy) {
  size_t at = valid_utf8_prefix(text);
  if (at == text.size()) return text;
  copy.clear();
  while (true) {
    copy.append(text, 0, at);
    text.remove_prefix(at);
    if (text.empty()) return copy;
    append_utf8(replacement_character, copy);
    text.remove_prefix(1);
    at = valid_utf8_prefix(text);
  }
}

// Offsets from bytes to UTF-16 code units.
void to_utf16(std::string_view text, Encoding& encoding) {
  if (is_ascii(text)) return;
  Utf16Cursor cursor(text);
  for (size_t i = 0; i < encoding.starts.size(); ++i) {
    encoding.starts[i] = cursor.units_before(encoding.starts[i]);
    encoding.ends[i] = cursor.units_before(encoding.ends[i]);
  }
}

// Two lengths whose sum is `most`, for texts that are longer together: the shorter one stays whole if it can.
std::pair<size_t, size_t> shared_lengths(size_t first, size_t second, size_t most) {
  size_t shorter = std::min(first, second);
  size_t longer = shorter > most ? shorter : std::max(shorter, most - shorter);
  if (shorter + longer > most) {
    shorter = most / 2;
    longer = shorter + most % 2;
  }
  return first > second ? std::pair(longer, shorter) : std::pair(shorter, longer);
}

}  // namespace

void Tokenizer::encode_part(std::string_view original, const AddedPiece& part, bool offsets, size_t limit,
                            Workspace& workspace, int32_t& word, Encoding& out) const {
  AlignedText& text = workspace.text;
  text.assign(original.substr(part.begin, part.end - part.begin), part.begin,
              offsets || pre_tokenizer_.needs_origins());
  normalizer_.apply(text, workspace.normalizer);

  workspace.pieces.clear();
  if (added_tokens_.has_any(true)) {
    added_tokens_.split(text.text, true, workspace.pieces);
  } else if (!text.text.empty()) {
    workspace.pieces.push_back({0, static_cast<uint32_t>(text.text.size()), -1});
  }
  // Words before the last added token are cut in the same text, which the pre-tokenizer may rewrite: where
  // there are added tokens, each part between them gets a text of its own.
  const bool is_whole = workspace.pieces.size() == 1 && workspace.pieces[0].id < 0;
  AlignedText& whole = workspace.whole;
  if (!is_whole) std::swap(whole, text);
  for (const AddedPiece piece : workspace.pieces) {
    if (out.size() >= limit) return;
    if (piece.id >= 0) {
      out.ids.push_back(piece.id);
      if (offsets) {
        const Origin origin = OriginReader(whole).origin_of(piece.begin, piece.end);
        out.starts.push_back(origin.begin);
        out.ends.push_back(origin.end);
        out.word_ids.push_back(word);
      }
      ++word;
      continue;
    }
    if (!is_whole) Rewriter(whole, text).copy(piece.begin, piece.end);
    encode_words(offsets, limit, workspace, word, out);
  }
}

void Tokenizer::encode_words(bool offsets, size_t limit, Workspace& workspace, int32_t& word,
                             Encoding& out) const {
  AlignedText& text = workspace.text;
  workspace.words.assign(1, {0, static_cast<uint32_t>(text.text.size())});
  pre_tokenizer_.apply(text, workspace.words, workspace.pre_tokenizer);

  auto& tokens = workspace.tokens;
  tokens.clear();
  const int32_t first_word = word;
  model_.tokenize(text.text, workspace.words, limit - out.size(), workspace.model, tokens, [&](size_t index) {
    word = first_word + static_cast<int32_t>(index) + 1;
    if (offsets) out.word_ids.resize(out.ids.size() + tokens.size(), word - 1);
  });
  word = first_word + static_cast<int32_t>(workspace.words.size());
  const size_t before = out.ids.size();
  out.ids.resize(before + tokens.size());
  for (size_t i = 0; i < tokens.size(); ++i) out.ids[before + i] = tokens[i].id;
  if (!offsets) return;
  OriginReader origins(text);
  out.starts.resize(out.ids.size());
  out.ends.resize(out.ids.size());
  for (size_t i = 0; i < tokens.size(); ++i) {
    const Origin origin = origins.origin_of(tokens[i].begin, std::max(tokens[i].end, tokens[i].begin + 1));
    out.starts[before + i] = origin.begin;
    out.ends[before + i] = origin.end;
  }
}

void Tokenizer::encode_text(std::string_view text, const EncodeOptions& options, size_t limit,
                            Workspace& workspace, Encoding& out) const {
  out.clear();
  const std::string_view original = sanitize(text, workspace.sanitized);
  workspace.raw_pieces.clear();
  if (added_tokens_.has_any(false)) {
    added_tokens_.split(original, false, workspace.raw_pieces);
  } else if (!original.empty()) {
    workspace.raw_pieces.push_back({0, static_cast<uint32_t>(original.size()), -1});
  }
  int32_t word = 0;
  for (const AddedPiece& piece : workspace.raw_pieces) {
    if (out.size() >= limit) break;
    if (piece.id < 0) {
      encode_part(original, piece, options.offsets, limit, workspace, word, out);
      continue;
    }
    out.ids.push_back(piece.id);
    if (options.offsets) {
      out.starts.push_back(piece.begin);
      out.ends.push_back(piece.end);
      out.word_ids.push_back(word);
    }
    ++word;
  }
  if (options.offsets) to_utf16(original, out);
  out.fill(0);
}

std::optional<Truncation> Tokenizer::truncation_for(const EncodeOptions& options) const {
  std::optional<Truncation> truncation = truncation_;
  if (options.max_length != 0) {
    if (!truncation) truncation = Truncation();
    truncation->max_length = options.max_length;
  }
  return truncation;
}

// Cuts, trims, joins, pads.
Result<Done> Tokenizer::finish(const std::optional<Truncation>& truncation, const EncodeOptions& options,
                               std::span<Encoding> texts, Encoding& out) const {
  const bool is_pair = texts.size() == 2;
  const size_t total = texts[0].size() + (is_pair ? texts[1].size() : 0);
  if (truncation) {
    const size_t added = options.add_special_tokens ? post_processor_.added_tokens(is_pair) : 0;
    const size_t most = truncation->max_length - std::min(truncation->max_length, added);
    const auto cut = [&](Encoding& text, size_t length) {
      truncate(text, length, truncation->stride, truncation->side, options.overflow);
    };
    if (total > most) {
      if (most == 0) {
        for (Encoding& text : texts) cut(text, 0);
      } else if (truncation->strategy == TruncationStrategy::longest_first) {
        const auto [first, second] =
            is_pair ? shared_lengths(texts[0].size(), texts[1].size(), most) : std::pair(most, size_t{0});
        cut(texts[0], first);
        if (is_pair) cut(texts[1], second);
      } else {
        const bool is_second = truncation->strategy == TruncationStrategy::only_second;
        if (is_second && !is_pair) {
          return Error{ErrorCode::invalid_input, "only the second text may be truncated, but there is none"};
        }
        Encoding& target = texts[is_second ? 1 : 0];
        if (target.size() <= total - most) {
          return Error{ErrorCode::invalid_input, "the text to truncate is too short to reach " +
                                                     std::to_string(truncation->max_length) + " tokens"};
        }
        cut(target, target.size() - (total - most));
      }
    }
  }
  if (options.offsets && post_processor_.trims_offsets()) {
    const auto text_of = [this](int32_t id) { return id_to_token(id); };
    for (Encoding& text : texts) post_processor_.trim_offsets(text, text_of);
  }
  post_processor_.join(texts, options.add_special_tokens, options.offsets, out);
  if (options.padding) pad_batch({&out, 1});
  return Done{};
}

void Tokenizer::encode(std::string_view text, const EncodeOptions& options, Workspace& workspace,
                       Encoding& out) const {
  auto truncation = truncation_for(options);
  if (truncation && truncation->strategy == TruncationStrategy::only_second) truncation.reset();
  const bool stops_early = truncation && !options.overflow && truncation->side == Side::right;
  const size_t limit = stops_early ? truncation->max_length + 1 : SIZE_MAX;
  encode_text(text, options, limit, workspace, workspace.texts[0]);
  // Fails for pairs only: a text longer than its limit can be cut to it.
  [[maybe_unused]] const auto finished = finish(truncation, options, {workspace.texts.data(), 1}, out);
}

Result<Done> Tokenizer::encode_pair(std::string_view first, std::string_view second,
                                    const EncodeOptions& options, Workspace& workspace, Encoding& out) const {
  encode_text(first, options, SIZE_MAX, workspace, workspace.texts[0]);
  encode_text(second, options, SIZE_MAX, workspace, workspace.texts[1]);
  return finish(truncation_for(options), options, workspace.texts, out);
}

void Tokenizer::pad_batch(std::span<Encoding> batch) const {
  if (!padding_) return;
  size_t length = padding_->fixed_length;
  if (length == 0) {
    for (const Encoding& encoding : batch) length = std::max(length, encoding.size());
  }
  if (padding_->multiple > 0 && length % padding_->multiple > 0) {
    length += padding_->multiple - length % padding_->multiple;
  }
  for (Encoding& encoding : batch) pad(encoding, length, *padding_);
}

std::string Tokenizer::decode(std::span<const int32_t> ids, bool skip_special_tokens) const {
  std::vector<std::string> tokens;
  tokens.reserve(ids.size());
  for (const int32_t id : ids) {
    const AddedToken* added = added_tokens_.token(id);
    const auto token =
        added != nullptr ? std::optional<std::string_view>(added->content) : model_.vocabulary().token(id);
    if (!token || (skip_special_tokens && added_tokens_.is_special(*token))) continue;
    tokens.emplace_back(*token);
  }
  return decoder_.decode(std::move(tokens));
}

void Tokenizer::add_tokens(std::span<const AddedToken> tokens) {
  added_tokens_.add(tokens, model_.vocabulary(), normalizer_);
}

size_t Tokenizer::vocab_size() const {
  size_t size = model_.vocabulary().size();
  for (const auto& [id, token] : added_tokens_.tokens()) {
    if (!model_.vocabulary().find(token.content)) ++size;
  }
  return size;
}

std::optional<int32_t> Tokenizer::token_to_id(std::string_view token) const {
  const auto added = added_tokens_.find(token);
  return added ? added : model_.vocabulary().find(token);
}

std::string_view Tokenizer::id_to_token(int32_t id) const {
  const AddedToken* added = added_tokens_.token(id);
  if (added != nullptr) return added->content;
  return model_.vocabulary().token(id).value_or(std::string_view());
}

bool Tokenizer::is_special(int32_t id) const { return added_tokens_.is_special(id_to_token(id)); }

}  // namespace wembed
