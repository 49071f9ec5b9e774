// Decomposition, reordering and composition, on utf8proc's tables.
#include "text/normalization.h"

#include <utf8proc.h>

#include <algorithm>
#include <array>

#include "text/utf8.h"

namespace wembed {

namespace {

// Conjoining jamo are composed by arithmetic (Unicode Standard, section 3.12): vowels and trailing consonants
// combine with what is before them, though their combining class is 0.
bool is_conjoining_jamo(char32_t value) { return value >= 0x1160 && value <= 0x11ff; }

uint8_t combining_class(char32_t value) {
  return static_cast<uint8_t>(utf8proc_get_property(static_cast<utf8proc_int32_t>(value))->combining_class);
}

// Below U+0300 nothing combines with what is before it.
bool begins_segment(char32_t value) {
  if (value < 0x300) return true;
  if (combining_class(value) != 0 || is_conjoining_jamo(value)) return false;
  // Starters that are second in a composition: utf8proc marks them in the upper half of this index.
  const auto index = utf8proc_get_property(static_cast<utf8proc_int32_t>(value))->comb_index;
  return index == UINT16_MAX || index < 0x8000;
}

// The primary composite of two code points, or 0.
char32_t composed(char32_t first, char32_t second) {
  std::array<utf8proc_int32_t, 2> pair{static_cast<utf8proc_int32_t>(first),
                                       static_cast<utf8proc_int32_t>(second)};
  const auto options = static_cast<utf8proc_option_t>(UTF8PROC_STABLE | UTF8PROC_COMPOSE);
  return utf8proc_normalize_utf32(pair.data(), 2, options) == 1 ? static_cast<char32_t>(pair[0]) : 0;
}

// A decomposed code point on its way.
struct Part {
  char32_t value;
  uint32_t origin;
  uint8_t combining;
};

void decompose(char32_t value, bool compatible, uint32_t origin, std::vector<Part>& parts) {
  std::array<utf8proc_int32_t, 32> points;  // the longest decomposition, of U+FDFA, has 18
  int boundary = 0;
  const auto options = static_cast<utf8proc_option_t>(UTF8PROC_STABLE | UTF8PROC_DECOMPOSE |
                                                      (compatible ? UTF8PROC_COMPAT : 0));
  const auto count = utf8proc_decompose_char(static_cast<utf8proc_int32_t>(value), points.data(),
                                             points.size(), options, &boundary);
  if (count < 0 || count > static_cast<utf8proc_ssize_t>(points.size())) {
    parts.push_back({value, origin, 0});
    return;
  }
  for (utf8proc_ssize_t i = 0; i < count; ++i) {
    const auto point = static_cast<char32_t>(points[static_cast<size_t>(i)]);
    parts.push_back({point, origin, combining_class(point)});
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
    if (has_starter && last_class < static_cast<int>(part.combining)) {
      if (const char32_t value = composed(parts[starter].value, part.value)) {
        parts[starter].value = value;
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

void normalize_unicode(NormalizationForm form, std::string_view text, std::vector<NormalizedPoint>& out) {
  const bool compatible = form == NormalizationForm::nfkc || form == NormalizationForm::nfkd;
  const bool composes = form == NormalizationForm::nfc || form == NormalizationForm::nfkc;
  std::vector<Part> parts;
  const auto flush = [&] {
    reorder(parts);
    if (composes) compose(parts);
    for (const Part& part : parts) out.push_back({part.value, part.origin});
    parts.clear();
  };
  for (size_t at = 0; at < text.size();) {
    const bool ascii = static_cast<uint8_t>(text[at]) < 0x80;
    if (ascii && (at + 1 == text.size() || static_cast<uint8_t>(text[at + 1]) < 0x80)) {
      if (!parts.empty()) flush();
      out.push_back({static_cast<char32_t>(text[at]), static_cast<uint32_t>(at)});
      ++at;
      continue;
    }
    const CodePoint point = code_point_at(text, at);
    const size_t before = parts.size();
    decompose(point.value, compatible, static_cast<uint32_t>(at), parts);
    // A segment ends before a code point whose decomposition begins a new one.
    if (before > 0 && parts.size() > before && begins_segment(parts[before].value)) {
      const std::vector<Part> next(parts.begin() + static_cast<ptrdiff_t>(before), parts.end());
      parts.resize(before);
      flush();
      parts = next;
    }
    at += point.size;
  }
  flush();
}

}  // namespace wembed
