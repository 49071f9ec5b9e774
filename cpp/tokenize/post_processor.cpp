// Trims and joins.
#include "tokenize/post_processor.h"

#include <algorithm>
#include <utility>

#include "text/unicode_class.h"
#include "text/utf8.h"
#include "tokenize/byte_level.h"

namespace wembed {

namespace {

bool is_space(char32_t value) { return value == 0x120 || is_whitespace(value); }

// Spaces at both ends of a token, counted in UTF-16 code units: none of them takes two.
struct Spaces {
  uint32_t leading, trailing;
  bool is_all;
};

Spaces count_spaces(std::string_view token) {
  uint32_t leading = 0, trailing = 0;
  bool all = true;
  for (size_t at = 0; at < token.size();) {
    const CodePoint point = code_point_at(token, at);
    if (is_space(point.value)) {
      leading += all ? 1 : 0;
      ++trailing;
    } else {
      all = false;
      trailing = 0;
    }
    at += point.size;
  }
  return {leading, trailing, all};
}

void trim(Encoding& encoding, bool add_prefix_space,
          const std::function<std::string_view(int32_t)>& text_of) {
  for (size_t i = 0; i < encoding.starts.size(); ++i) {
    const auto [leading, trailing, is_all] = count_spaces(text_of(encoding.ids[i]));
    uint32_t& start = encoding.starts[i];
    uint32_t& end = encoding.ends[i];
    // A single space in front of everything is the one that the pre-tokenizer has put there. Alone it has the
    // offsets of the first character, which may take two units.
    const bool is_put = leading == 1 && (i == 0 || start == 0) && add_prefix_space;
    if (is_put && is_all) {
      end = start;
      continue;
    }
    if (!is_put) start = std::min(start + leading, end);
    if (trailing > 0 && end >= trailing) end = std::max(end - trailing, start);
  }
  for (Encoding& rest : encoding.overflowing) trim(rest, add_prefix_space, text_of);
}

// Appends `part` to `whole`: every overflowing piece of the one is combined with the other, and with each of
// its overflowing pieces.
void merge(Encoding& whole, const Encoding& part) {
  std::vector<Encoding> overflowing;
  const auto combine = [&](const Encoding& first, const Encoding& second) {
    Encoding both;
    both.append(first, 0, first.size());
    both.append(second, 0, second.size());
    both.truncated = first.truncated || second.truncated;
    overflowing.push_back(std::move(both));
  };
  for (const Encoding& rest : whole.overflowing) {
    combine(rest, part);
    for (const Encoding& other : part.overflowing) combine(rest, other);
  }
  for (const Encoding& other : part.overflowing) combine(whole, other);
  whole.append(part, 0, part.size());
  whole.truncated = whole.truncated || part.truncated;
  whole.overflowing = std::move(overflowing);
}

}  // namespace

PostProcessor::Template PostProcessor::plain_template(bool is_pair) {
  Template pieces{{.text = 0, .type_id = 0, .ids = {}}};
  if (is_pair) pieces.push_back({.text = 1, .type_id = 1, .ids = {}});
  return pieces;
}

PostProcessor::Template PostProcessor::sentence_template(Kind kind, int32_t cls, int32_t sep, bool is_pair) {
  const bool is_roberta = kind == Kind::roberta;
  const int32_t second = is_roberta ? 0 : 1;
  Template pieces{{.text = {}, .type_id = 0, .ids = {cls}},
                  {.text = 0, .type_id = 0, .ids = {}},
                  {.text = {}, .type_id = 0, .ids = {sep}}};
  if (!is_pair) return pieces;
  if (is_roberta) pieces.push_back({.text = {}, .type_id = 0, .ids = {sep}});
  pieces.push_back({.text = 1, .type_id = second, .ids = {}});
  pieces.push_back({.text = {}, .type_id = second, .ids = {sep}});
  return pieces;
}

PostProcessor PostProcessor::bert(int32_t cls, int32_t sep) {
  PostProcessor processor;
  processor.kind_ = Kind::bert;
  processor.single_ = sentence_template(Kind::bert, cls, sep, false);
  processor.pair_ = sentence_template(Kind::bert, cls, sep, true);
  return processor;
}

PostProcessor PostProcessor::roberta(int32_t cls, int32_t sep, bool add_prefix_space) {
  PostProcessor processor;
  processor.kind_ = Kind::roberta;
  processor.single_ = sentence_template(Kind::roberta, cls, sep, false);
  processor.pair_ = sentence_template(Kind::roberta, cls, sep, true);
  processor.trims_.push_back(add_prefix_space);
  return processor;
}

size_t PostProcessor::added_tokens(bool is_pair) const {
  size_t count = 0;
  for (const Piece& piece : is_pair ? pair_ : single_) count += piece.ids.size();
  return count;
}

void PostProcessor::trim_offsets(Encoding& encoding,
                                 const std::function<std::string_view(int32_t)>& text_of) const {
  for (const bool add_prefix_space : trims_) trim(encoding, add_prefix_space, text_of);
}

void PostProcessor::join(std::span<Encoding> texts, bool add_special_tokens, bool has_offsets,
                         Encoding& out) const {
  out.clear();
  for (const Piece& piece : texts.size() == 2 ? pair_ : single_) {
    if (piece.text) {
      Encoding& text = texts[*piece.text];
      text.type_ids.assign(text.size(), piece.type_id);
      // What overflows keeps the type of its text; RoBERTa has but one type.
      const bool has_one_type = kind_ == Kind::roberta && add_special_tokens;
      for (Encoding& rest : text.overflowing) {
        rest.type_ids.assign(rest.size(), has_one_type ? 0 : static_cast<int32_t>(*piece.text));
      }
      merge(out, text);
    } else if (add_special_tokens) {
      for (const int32_t id : piece.ids) {
        out.append_special(id, piece.type_id, has_offsets);
        for (Encoding& rest : out.overflowing) rest.append_special(id, piece.type_id, has_offsets);
      }
    }
  }
}

}  // namespace wembed
