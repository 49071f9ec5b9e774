// Decomposition, reordering and composition, on utf8proc's tables.
#include "text/normalization.h"

#include <utf8proc.h>

#include <algorithm>
#include <array>

#include "text/unicode_class.h"
#include "text/utf8.h"

namespace wembed {

namespace {

bool is_compatible(NormalizationForm form) {
  return form == NormalizationForm::nfkc || form == NormalizationForm::nfkd;
}
bool is_composing(NormalizationForm form) {
  return form == NormalizationForm::nfc || form == NormalizationForm::nfkc;
}

// The primary composite of two code points, or 0.
char32_t composed(char32_t first, char32_t second) {
  std::array<utf8proc_int32_t, 2> pair{static_cast<utf8proc_int32_t>(first),
                                       static_cast<utf8proc_int32_t>(second)};
  const auto options = static_cast<utf8proc_option_t>(UTF8PROC_STABLE | UTF8PROC_COMPOSE);
  return utf8proc_normalize_utf32(pair.data(), 2, options) == 1 ? static_cast<char32_t>(pair[0]) : 0;
}

// Nothing before it changes it, and by itself it stays: a text may be cut in front of it.
bool is_inert(NormalizationForm form, char32_t value) {
  if (value < 0xa0 || (value < 0xc0 && !is_compatible(form))) return true;
  const auto& property = *utf8proc_get_property(static_cast<utf8proc_int32_t>(value));
  if (property.combining_class != 0) return false;
  if (value >= 0xac00 && value <= 0xd7a3) return is_composing(form);
  if (property.decomp_seqindex != UINT16_MAX && (is_compatible(form) || property.decomp_type == 0))
    return false;
  if (!is_composing(form)) return true;
  // Conjoining jamo are composed by arithmetic (Unicode Standard, section 3.12).
  if (value >= 0x1160 && value <= 0x11ff) return false;
  // Starters that come second in a composition: utf8proc marks them in the upper half of this index.
  return property.comb_index == UINT16_MAX || property.comb_index < 0x8000;
}

// A decomposed code point on its way.
struct Part {
  char32_t value;
  int32_t change;
  uint8_t combining;
};

void decompose(char32_t value, bool compatible, std::vector<Part>& parts) {
  std::array<utf8proc_int32_t, 32> points;  // the longest decomposition, of U+FDFA, has 18
  int boundary = 0;
  const auto options = static_cast<utf8proc_option_t>(UTF8PROC_STABLE | UTF8PROC_DECOMPOSE |
                                                      (compatible ? UTF8PROC_COMPAT : 0));
  const auto count = utf8proc_decompose_char(static_cast<utf8proc_int32_t>(value), points.data(),
                                             points.size(), options, &boundary);
  if (count < 0 || count > static_cast<utf8proc_ssize_t>(points.size())) {
    parts.push_back({value, 0, 0});
    return;
  }
  for (utf8proc_ssize_t i = 0; i < count; ++i) {
    const auto point = static_cast<char32_t>(points[static_cast<size_t>(i)]);
    parts.push_back({point, i > 0 ? 1 : 0, combining_class(point)});
  }
}

// Puts runs of combining marks into canonical order.
void reorder(std::vector<Part>& parts) {
  for (auto begin = parts.begin(); begin != parts.end();) {
    if (begin->combining == 0) {
      ++begin;
      continue;
    }
    const auto end = std::find_if(begin, parts.end(), [](const Part& part) { return part.combining == 0; });
    std::stable_sort(begin, end, [](const Part& a, const Part& b) { return a.combining < b.combining; });
    begin = end;
  }
}

// Composes in place: a mark joins the last starter unless something of its class or higher stands between.
void compose(std::vector<Part>& parts) {
  size_t kept = 0, starter = 0;
  bool has_starter = false;
  int last_class = -1;  // of what was kept since the starter
  for (size_t i = 0; i < parts.size(); ++i) {
    const Part part = parts[i];
    if (has_starter && (last_class < 0 || last_class < part.combining)) {
      if (const char32_t value = composed(parts[starter].value, part.value)) {
        parts[starter].value = value;
        parts[starter].change += part.change - 1;
        continue;
      }
    }
    if (part.combining == 0) {
      starter = kept;
      has_starter = true;
      last_class = -1;
    } else {
      last_class = part.combining;
    }
    parts[kept++] = part;
  }
  parts.resize(kept);
}

}  // namespace

size_t normalized_prefix(NormalizationForm form, std::string_view text, size_t begin) {
  size_t last = begin;  // where the last character that stays begins: a mark after it may change it
  for (size_t at = begin; at < text.size();) {
    if (static_cast<uint8_t>(text[at]) < 0x80) {
      last = at++;
      continue;
    }
    const CodePoint point = code_point_at(text, at);
    if (!is_inert(form, point.value)) return is_composing(form) ? last : at;
    last = at;
    at += point.size;
  }
  return text.size();
}

size_t normalization_boundary(NormalizationForm form, std::string_view text, size_t begin) {
  size_t at = begin;
  for (bool first = true; at < text.size(); first = false) {
    const CodePoint point = code_point_at(text, at);
    if (!first && is_inert(form, point.value)) {
      // In front of an inert character; but where the next one is not, that one takes it along anyway.
      return at;
    }
    at += point.size;
  }
  return at;
}

void normalize_unicode(NormalizationForm form, std::string_view text, std::vector<NormalizedPoint>& out) {
  const bool compatible = is_compatible(form);
  const bool composes = is_composing(form);
  std::vector<Part> parts;
  const auto flush = [&] {
    reorder(parts);
    if (composes) compose(parts);
    for (const Part& part : parts) out.push_back({part.value, part.change});
    parts.clear();
  };
  for (size_t at = 0; at < text.size();) {
    const CodePoint point = code_point_at(text, at);
    if (is_inert(form, point.value)) {
      flush();
      parts.push_back({point.value, 0, 0});
      // Inert characters may still decompose canonically in no form; they only take marks after them.
    } else {
      decompose(point.value, compatible, parts);
    }
    at += point.size;
  }
  flush();
}

}  // namespace wembed
