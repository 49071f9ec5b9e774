// Cutting, joining and padding lists of tokens.
#include "tokenize/encoding.h"

#include <algorithm>
#include <utility>

namespace wembed {

namespace {

template <class T>
void append_range(std::vector<T>& out, const std::vector<T>& from, size_t begin, size_t end) {
  if (from.empty()) return;
  out.insert(out.end(), from.begin() + static_cast<ptrdiff_t>(begin),
             from.begin() + static_cast<ptrdiff_t>(end));
}

template <class T>
void put(std::vector<T>& list, Side side, size_t count, T value, bool is_used = true) {
  if (!is_used) return;
  list.insert(side == Side::left ? list.begin() : list.end(), count, value);
}

Encoding slice(const Encoding& whole, size_t begin, size_t end) {
  Encoding part;
  part.append(whole, begin, end);
  part.truncated = true;
  return part;
}

}  // namespace

void Encoding::clear() {
  ids.clear();
  type_ids.clear();
  starts.clear();
  ends.clear();
  special.clear();
  word_ids.clear();
  attention_mask.clear();
  truncated = false;
  overflowing.clear();
}

void Encoding::append(const Encoding& other, size_t begin, size_t end) {
  append_range(ids, other.ids, begin, end);
  append_range(type_ids, other.type_ids, begin, end);
  append_range(starts, other.starts, begin, end);
  append_range(ends, other.ends, begin, end);
  append_range(special, other.special, begin, end);
  append_range(word_ids, other.word_ids, begin, end);
  append_range(attention_mask, other.attention_mask, begin, end);
}

void Encoding::append_special(int32_t id, int32_t type_id, bool has_offsets) {
  ids.push_back(id);
  type_ids.push_back(type_id);
  special.push_back(1);
  attention_mask.push_back(1);
  if (!has_offsets) return;
  starts.push_back(0);
  ends.push_back(0);
  word_ids.push_back(-1);
}

void Encoding::fill(int32_t type_id) {
  type_ids.resize(ids.size(), type_id);
  special.resize(ids.size(), 0);
  attention_mask.resize(ids.size(), 1);
}

void truncate(Encoding& encoding, size_t length, size_t stride, Side side, bool keeps_overflow) {
  const size_t size = encoding.size();
  if (length >= size) return;
  if (length == 0) {
    Encoding rest = std::exchange(encoding, Encoding());
    encoding.truncated = true;
    if (keeps_overflow) encoding.overflowing.push_back(std::move(rest));
    return;
  }
  std::vector<std::pair<size_t, size_t>> parts;
  const size_t step = length - std::min(stride, length - 1);
  if (side == Side::right) {
    for (size_t begin = 0;; begin += step) {
      parts.emplace_back(begin, std::min(begin + length, size));
      if (parts.back().second == size || !keeps_overflow) break;
    }
  } else {
    for (size_t end = size;; end -= step) {
      parts.emplace_back(end - std::min(end, length), end);
      if (parts.back().first == 0 || !keeps_overflow) break;
    }
  }
  Encoding kept = slice(encoding, parts[0].first, parts[0].second);
  for (size_t i = 1; i < parts.size(); ++i) {
    kept.overflowing.push_back(slice(encoding, parts[i].first, parts[i].second));
  }
  encoding = std::move(kept);
}

void pad(Encoding& encoding, size_t length, const Padding& padding) {
  for (Encoding& rest : encoding.overflowing) pad(rest, length, padding);
  if (encoding.size() >= length) return;
  const size_t count = length - encoding.size();
  const bool has_offsets = encoding.starts.size() == encoding.size();
  put(encoding.ids, padding.side, count, padding.id);
  put(encoding.type_ids, padding.side, count, padding.type_id);
  put(encoding.special, padding.side, count, uint8_t{1});
  put(encoding.attention_mask, padding.side, count, uint8_t{0});
  put(encoding.starts, padding.side, count, uint32_t{0}, has_offsets);
  put(encoding.ends, padding.side, count, uint32_t{0}, has_offsets);
  put(encoding.word_ids, padding.side, count, int32_t{-1}, has_offsets);
}

}  // namespace wembed
