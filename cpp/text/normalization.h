// Unicode normalization forms (Unicode Standard Annex 15), with what became of every code point.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string_view>
#include <vector>

namespace wembed {

enum class NormalizationForm { nfc, nfd, nfkc, nfkd };

// A code point of the result. `change` ties it to the source as the Rust library's NormalizedString does: 0:
// it takes the place of the next source character; 1: it is new, and belongs to the character before; -n: it
// takes the place of the next one, and n more after that are gone.
struct NormalizedPoint {
  char32_t value;
  int32_t change;
};

// Appends the normalized code points of a text in valid UTF-8. Time is linear, but for sorting runs of
// combining marks.
void normalize_unicode(NormalizationForm form, std::string_view text, std::vector<NormalizedPoint>& out);

// The end of the part of the text, from `begin`, that this form surely leaves as it is.
size_t normalized_prefix(NormalizationForm form, std::string_view text, size_t begin);

// From `begin`, where something may change: the next place at which a text can be cut so that its parts may
// be normalized each alone.
size_t normalization_boundary(NormalizationForm form, std::string_view text, size_t begin);

}  // namespace wembed
