// Each step copies what stays, and writes the rest anew.
#include "tokenize/char_normalizers.h"

#include <utility>

#include "text/unicode_class.h"
#include "text/utf8.h"
#include "tokenize/byte_level.h"

namespace wembed {

namespace {

// Replaces characters: `change` is given each, where it stands, a writer, and `flush`, to be called before it
// writes what comes in its place (or nothing). Characters for which it does not call that stay; texts in
// which all stay are left alone.
template <class Change>
void rewrite(AlignedText& text, NormalizerWorkspace& workspace, Change change) {
  Rewriter writer(text, workspace.next);
  size_t copied = 0;
  for (size_t at = 0; at < text.text.size();) {
    const CodePoint point = code_point_at(text.text, at);
    const auto flush = [&] {
      writer.copy(copied, at);
      copied = at + point.size;
    };
    change(point.value, at, writer, flush);
    at += point.size;
  }
  if (copied == 0) return;
  writer.copy(copied, text.text.size());
  std::swap(text, workspace.next);
}

template <class Keeps>
void filter(AlignedText& text, NormalizerWorkspace& workspace, Keeps keeps) {
  rewrite(text, workspace, [&](char32_t value, size_t, Rewriter&, auto flush) {
    if (!keeps(value)) flush();
  });
}

}  // namespace

void apply_step(const UnicodeNormalizer& step, AlignedText& text, NormalizerWorkspace& workspace) {
  size_t end = normalized_prefix(step.form, text.text, 0);
  if (end == text.text.size()) return;
  Rewriter writer(text, workspace.next);
  writer.copy(0, end);
  while (end < text.text.size()) {
    const size_t begin = end;
    end = normalization_boundary(step.form, text.text, begin);
    workspace.points.clear();
    normalize_unicode(step.form, std::string_view(text.text).substr(begin, end - begin), workspace.points);
    ChangeWriter changes(text, writer, begin);
    for (const auto [value, change] : workspace.points) changes.put(value, change);
    const size_t stays = normalized_prefix(step.form, text.text, end);
    writer.copy(end, stays);
    end = stays;
  }
  std::swap(text, workspace.next);
}

void apply_step(const LowercaseNormalizer&, AlignedText& text, NormalizerWorkspace& workspace) {
  rewrite(text, workspace, [](char32_t value, size_t at, Rewriter& writer, auto flush) {
    const Lowered lowered = to_lower(value);
    if (lowered.first == value) return;
    flush();
    writer.put(lowered.first, at);
    if (lowered.second != 0) writer.put(lowered.second, at);
  });
}

void apply_step(const StripAccentsNormalizer&, AlignedText& text, NormalizerWorkspace& workspace) {
  filter(text, workspace, [](char32_t value) { return value < 0x300 || !is_in(value, marks); });
}

void apply_step(const StripNormalizer& step, AlignedText& text, NormalizerWorkspace& workspace) {
  const std::string_view source = text.text;
  size_t begin = 0, end = source.size();
  while (step.left && begin < end) {
    const CodePoint point = code_point_at(source, begin);
    if (!is_whitespace(point.value)) break;
    begin += point.size;
  }
  while (step.right && end > begin) {
    size_t last = end - 1;
    while (last > begin && (static_cast<uint8_t>(source[last]) & 0xc0) == 0x80) --last;
    if (!is_whitespace(code_point_at(source, last).value)) break;
    end = last;
  }
  if (begin == 0 && end == source.size()) return;
  Rewriter writer(text, workspace.next);
  writer.copy(begin, end);
  std::swap(text, workspace.next);
}

void apply_step(const NmtNormalizer&, AlignedText& text, NormalizerWorkspace& workspace) {
  filter(text, workspace, [](char32_t value) {
    return !((value >= 0x01 && value <= 0x08) || value == 0x0b || (value >= 0x0e && value <= 0x1f) ||
             value == 0x7f || value == 0x8f || value == 0x9f);
  });
  rewrite(text, workspace, [](char32_t value, size_t at, Rewriter& writer, auto flush) {
    const bool is_space = value == 0x09 || value == 0x0a || value == 0x0c || value == 0x0d ||
                          value == 0x1680 || (value >= 0x200b && value <= 0x200f) || value == 0x2028 ||
                          value == 0x2029 || value == 0x2581 || value == 0xfeff || value == 0xfffd;
    if (!is_space) return;
    flush();
    writer.put(' ', at);
  });
}

void apply_step(const PrependNormalizer& step, AlignedText& text, NormalizerWorkspace& workspace) {
  if (text.text.empty()) return;
  Rewriter writer(text, workspace.next);
  writer.put(step.prefix, 0);
  writer.copy(0, text.text.size());
  std::swap(text, workspace.next);
}

void apply_step(const ByteLevelNormalizer&, AlignedText& text, NormalizerWorkspace& workspace) {
  rewrite(text, workspace, [&](char32_t value, size_t at, Rewriter& writer, auto flush) {
    if (value > 0x20 && value < 0x7f) return;
    flush();
    for (size_t i = at; i < at + code_point_at(text.text, at).size; ++i) {
      writer.put(byte_characters[static_cast<uint8_t>(text.text[i])], at);
    }
  });
}

}  // namespace wembed
