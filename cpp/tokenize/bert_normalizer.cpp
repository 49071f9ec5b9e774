// One pass where characters can be looked at one by one, which is nearly always.
#include "tokenize/bert_normalizer.h"

#include <array>
#include <utility>

#include "text/unicode_class.h"
#include "text/utf8.h"

namespace wembed {

namespace {

bool is_control(char32_t value) {
  if (value == '\t' || value == '\n' || value == '\r') return false;
  return is_in(value, categories(Category::cc, Category::cf, Category::co));
}

bool is_cleaned_away(char32_t value) {
  return value == 0 || value == replacement_character || is_control(value);
}

// BERT's own list, which lacks what Unicode has added since.
bool is_chinese(char32_t value) {
  if (value < 0x3400) return false;
  return (value >= 0x4e00 && value <= 0x9fff) || value <= 0x4dbf || (value >= 0x20000 && value <= 0x2a6df) ||
         (value >= 0x2a700 && value <= 0x2b73f) || (value >= 0x2b740 && value <= 0x2b81f) ||
         (value >= 0x2b920 && value <= 0x2ceaf) || (value >= 0xf900 && value <= 0xfaff) ||
         (value >= 0x2f800 && value <= 0x2fa1f);
}

// Where a mark that stays has a combining class, the order of marks, and so their origins, may change.
bool needs_order(char32_t value) {
  return value >= 0x300 && combining_class(value) != 0 && !is_in(value, category_bit(Category::mn));
}

// What one character becomes.
class BertCharacter {
 public:
  BertCharacter(const BertNormalizer& step, NormalizerWorkspace& workspace)
      : step_(step), points_(workspace.points) {}

  template <class Write>
  void write(char32_t value, Write out) {
    if (step_.clean_text) {
      if (is_cleaned_away(value)) return;
      if (is_whitespace(value)) value = ' ';
    }
    const bool apart = step_.handle_chinese_chars && is_chinese(value);
    if (apart) out(U' ');
    if (step_.strip_accents && value >= 0xc0) {
      std::string bytes;
      append_utf8(value, bytes);
      points_.clear();
      normalize_unicode(NormalizationForm::nfd, bytes, points_);
      for (const auto& point : points_) {
        if (!is_in(point.value, category_bit(Category::mn))) lower(point.value, out);
      }
    } else {
      lower(value, out);
    }
    if (apart) out(U' ');
  }

 private:
  template <class Write>
  void lower(char32_t value, Write out) {
    if (!step_.lowercase) return out(value);
    const Lowered lowered = to_lower(value);
    out(lowered.first);
    if (lowered.second != 0) out(lowered.second);
  }

  const BertNormalizer& step_;
  std::vector<NormalizedPoint>& points_;
};

// Step by step, as the Rust library does it.
void apply_in_order(const BertNormalizer& step, AlignedText& text, NormalizerWorkspace& workspace) {
  const auto each = [&](const BertNormalizer& part) {
    Rewriter writer(text, workspace.next);
    BertCharacter character(part, workspace);
    for (size_t at = 0; at < text.text.size();) {
      const CodePoint point = code_point_at(text.text, at);
      character.write(point.value, [&](char32_t value) { writer.put(value, at); });
      at += point.size;
    }
    std::swap(text, workspace.next);
  };
  each({step.clean_text, step.handle_chinese_chars, false, false});
  apply_step(UnicodeNormalizer{NormalizationForm::nfd}, text, workspace);
  Rewriter writer(text, workspace.next);
  for (size_t at = 0; at < text.text.size();) {
    const CodePoint point = code_point_at(text.text, at);
    if (!is_in(point.value, category_bit(Category::mn))) writer.put(point.value, at);
    at += point.size;
  }
  std::swap(text, workspace.next);
  each({false, false, false, step.lowercase});
}

}  // namespace

void apply_step(const BertNormalizer& step, AlignedText& text, NormalizerWorkspace& workspace) {
  // What ASCII becomes: itself or another character, or 0xff where it is left out.
  std::array<uint8_t, 128> ascii;
  for (uint8_t value = 0; value < 128; ++value) {
    ascii[value] = value;
    if (step.clean_text && is_cleaned_away(value)) ascii[value] = 0xff;
    if (step.clean_text && ascii[value] == value && is_whitespace(value)) ascii[value] = ' ';
    if (step.lowercase && value >= 'A' && value <= 'Z') ascii[value] = value + 32;
  }
  const std::string& source = text.text;
  Rewriter writer(text, workspace.next);
  BertCharacter character(step, workspace);
  AlignedText& out = workspace.next;
  for (size_t at = 0; at < source.size();) {
    // A stretch of ASCII that keeps its length is copied, then changed in place.
    size_t end = at;
    while (end < source.size() && static_cast<uint8_t>(source[end]) < 0x80 &&
           ascii[static_cast<uint8_t>(source[end])] != 0xff) {
      ++end;
    }
    if (end > at) {
      const size_t begin = out.text.size();
      writer.copy(at, end);
      for (size_t i = begin; i < out.text.size(); ++i) {
        out.text[i] = static_cast<char>(ascii[static_cast<uint8_t>(out.text[i])]);
      }
      at = end;
      continue;
    }
    const CodePoint point = code_point_at(source, at);
    if (point.value >= 0x80) {
      if (step.strip_accents && needs_order(point.value)) return apply_in_order(step, text, workspace);
      character.write(point.value, [&](char32_t value) { writer.put(value, at); });
    }
    at += point.size;
  }
  std::swap(text, workspace.next);
}

}  // namespace wembed
