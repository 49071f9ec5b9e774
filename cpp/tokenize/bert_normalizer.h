// The normalizer of BERT: cleans, sets Chinese characters apart, strips accents, lowers case.
#pragma once

#include "tokenize/char_normalizers.h"

namespace wembed {

struct BertNormalizer {
  bool clean_text = true;            // no control characters; every white space is a space
  bool handle_chinese_chars = true;  // a space on either side
  bool strip_accents = true;
  bool lowercase = true;
};

void apply_step(const BertNormalizer& step, AlignedText& text, NormalizerWorkspace& workspace);

}  // namespace wembed
