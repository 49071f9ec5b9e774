// Normalizers that go through a text character by character.
#pragma once

#include <string>
#include <vector>

#include "text/normalization.h"
#include "text/regex.h"
#include "tokenize/aligned_text.h"

namespace wembed {

// Scratch memory of the normalizers, kept between texts.
struct NormalizerWorkspace {
  AlignedText next;
  std::vector<NormalizedPoint> points;
  RegexWorkspace regex;
};

struct UnicodeNormalizer {
  NormalizationForm form;
};
struct LowercaseNormalizer {};
struct StripAccentsNormalizer {};  // leaves out all marks
struct StripNormalizer {
  bool left, right;  // where white space is left out
};
struct NmtNormalizer {};  // leaves out control characters, makes spaces of others
struct PrependNormalizer {
  std::string prefix;  // put before a text that is not empty
};
struct ByteLevelNormalizer {};  // writes each byte as a visible character (byte_level.h)

void apply_step(const UnicodeNormalizer& step, AlignedText& text, NormalizerWorkspace& workspace);
void apply_step(const LowercaseNormalizer& step, AlignedText& text, NormalizerWorkspace& workspace);
void apply_step(const StripAccentsNormalizer& step, AlignedText& text, NormalizerWorkspace& workspace);
void apply_step(const StripNormalizer& step, AlignedText& text, NormalizerWorkspace& workspace);
void apply_step(const NmtNormalizer& step, AlignedText& text, NormalizerWorkspace& workspace);
void apply_step(const PrependNormalizer& step, AlignedText& text, NormalizerWorkspace& workspace);
void apply_step(const ByteLevelNormalizer& step, AlignedText& text, NormalizerWorkspace& workspace);

}  // namespace wembed
