// Unicode normalization forms (Unicode Standard Annex 15), with the origin of every code point that comes
// out.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string_view>
#include <vector>

namespace wembed {

enum class NormalizationForm { nfc, nfd, nfkc, nfkd };

// A code point of the result. `origin` is the byte at which the source character that it came from begins:
// the first one, where several were composed.
struct NormalizedPoint {
  char32_t value;
  uint32_t origin;
};

// Appends the normalized code points of a text. Bytes that are not UTF-8 count as U+FFFD. Time is linear, but
// for sorting runs of combining marks.
void normalize_unicode(NormalizationForm form, std::string_view text, std::vector<NormalizedPoint>& out);

}  // namespace wembed
