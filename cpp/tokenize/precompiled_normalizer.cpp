// Reads the trie without trusting it, and walks texts by grapheme clusters.
#include "tokenize/precompiled_normalizer.h"

#include <utf8proc.h>

#include <utility>

#include "text/utf8.h"

namespace wembed {

namespace {

constexpr size_t longest_cluster = 6;  // bytes: from here on, characters are looked up one by one

Error broken(std::string_view what) { return {ErrorCode::invalid_tokenizer, std::string(what)}; }

Result<std::string> decode_base64(std::string_view text) {
  std::string bytes;
  uint32_t bits = 0;
  unsigned count = 0;
  while (text.ends_with('=')) text.remove_suffix(1);
  for (const char c : text) {
    uint32_t value = 0;
    if (c >= 'A' && c <= 'Z')
      value = static_cast<uint32_t>(c - 'A');
    else if (c >= 'a' && c <= 'z')
      value = static_cast<uint32_t>(c - 'a' + 26);
    else if (c >= '0' && c <= '9')
      value = static_cast<uint32_t>(c - '0' + 52);
    else if (c == '+')
      value = 62;
    else if (c == '/')
      value = 63;
    else
      return broken("is not base64");
    bits = bits << 6 | value;
    count += 6;
    if (count >= 8) {
      count -= 8;
      bytes.push_back(static_cast<char>(bits >> count & 0xff));
    }
  }
  return bytes;
}

// A unit of the double array.
bool has_leaf(uint32_t unit) { return (unit >> 8 & 1) != 0; }
uint32_t label(uint32_t unit) { return unit & (1u << 31 | 0xff); }
uint32_t offset(uint32_t unit) { return (unit >> 10) << ((unit & 1u << 9) >> 6); }

size_t count_characters(std::string_view text) {
  size_t count = 0;
  for (const char c : text) count += (static_cast<uint8_t>(c) & 0xc0) != 0x80 ? 1 : 0;
  return count;
}

// Writes a replacement: character for character, what is over belongs to the one before.
void write(std::string_view old_part, std::string_view new_part, ChangeWriter& out) {
  const auto olds = static_cast<int32_t>(count_characters(old_part));
  const auto news = static_cast<int32_t>(count_characters(new_part));
  int32_t index = 0;
  for (size_t at = 0; at < new_part.size(); ++index) {
    const CodePoint point = code_point_at(new_part, at);
    int32_t change = news > olds && index >= olds ? 1 : 0;
    if (news < olds && index == news - 1) change = news - olds;
    out.put(point.value, change);
    at += point.size;
  }
}

size_t cluster_end(std::string_view text, size_t begin) {
  CodePoint point = code_point_at(text, begin);
  size_t at = begin + point.size;
  utf8proc_int32_t state = 0;
  while (at < text.size()) {
    const CodePoint next = code_point_at(text, at);
    if (point.value < 0x80 && next.value < 0x80 && !(point.value == '\r' && next.value == '\n')) break;
    if (utf8proc_grapheme_break_stateful(static_cast<utf8proc_int32_t>(point.value),
                                         static_cast<utf8proc_int32_t>(next.value), &state)) {
      break;
    }
    point = next;
    at += next.size;
  }
  return at;
}

}  // namespace

Result<PrecompiledNormalizer> PrecompiledNormalizer::read(std::string_view charsmap) {
  WEMBED_TRY(bytes, decode_base64(charsmap));
  const auto word = [&](size_t at) {
    uint32_t value = 0;
    for (size_t i = 0; i < 4; ++i)
      value |= static_cast<uint32_t>(static_cast<uint8_t>(bytes[at + i])) << 8 * i;
    return value;
  };
  PrecompiledNormalizer normalizer;
  const size_t size = bytes.size() < 4 ? SIZE_MAX : word(0) / 4 * 4;
  if (bytes.size() < 8 || size < 4 || size > bytes.size() - 4) {
    return broken("ends before its trie does");
  }
  for (size_t at = 4; at < 4 + size; at += 4) normalizer.units_.push_back(word(at));
  normalizer.replacements_ = bytes.substr(4 + size);
  for (size_t at = 0; at < normalizer.replacements_.size();) {
    const CodePoint point = code_point_at(normalizer.replacements_, at);
    if (point.value == replacement_character && point.size == 1) {
      return broken("has replacements that are not UTF-8");
    }
    at += point.size;
  }
  return normalizer;
}

std::optional<std::string_view> PrecompiledNormalizer::replacement(std::string_view part) const {
  size_t at = offset(units_[0]);
  for (const char c : part) {
    const auto byte = static_cast<uint8_t>(c);
    if (byte == 0) break;
    at ^= byte;
    if (at >= units_.size()) return std::nullopt;
    const uint32_t unit = units_[at];
    if (label(unit) != byte) return std::nullopt;
    at ^= offset(unit);
    if (!has_leaf(unit)) continue;
    if (at >= units_.size()) return std::nullopt;
    size_t begin = units_[at] & 0x7fffffff;
    if (begin > replacements_.size()) return std::nullopt;
    // A place inside a character cannot come from SentencePiece.
    while (begin < replacements_.size() && (static_cast<uint8_t>(replacements_[begin]) & 0xc0) == 0x80)
      ++begin;
    const size_t end = replacements_.find('\0', begin);
    return std::string_view(replacements_).substr(begin, end == std::string::npos ? end : end - begin);
  }
  return std::nullopt;
}

void apply_step(const PrecompiledNormalizer& step, AlignedText& text, NormalizerWorkspace& workspace) {
  const std::string_view source = text.text;
  bool changed = false;
  Rewriter writer(text, workspace.next);
  size_t copied = 0;
  ChangeWriter changes(text, writer, 0);
  const auto replace = [&](size_t begin, size_t end, std::string_view replacement) {
    writer.copy(copied, begin);
    changes.move_to(begin);
    write(source.substr(begin, end - begin), replacement, changes);
    copied = end;
    changed = true;
  };
  for (size_t at = 0; at < source.size();) {
    const size_t end = cluster_end(source, at);
    if (end - at < longest_cluster) {
      if (const auto found = step.replacement(source.substr(at, end - at))) {
        replace(at, end, *found);
        at = end;
        continue;
      }
    }
    while (at < end) {
      const size_t size = code_point_at(source, at).size;
      if (const auto found = step.replacement(source.substr(at, size))) replace(at, at + size, *found);
      at += size;
    }
  }
  if (!changed) return;
  writer.copy(copied, source.size());
  std::swap(text, workspace.next);
}

}  // namespace wembed
