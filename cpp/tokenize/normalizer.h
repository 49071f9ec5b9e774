// The normalizer stage of tokenizer.json.
#pragma once

#include <variant>
#include <vector>

#include "base/result.h"
#include "io/json.h"
#include "tokenize/aligned_text.h"
#include "tokenize/bert_normalizer.h"
#include "tokenize/char_normalizers.h"
#include "tokenize/precompiled_normalizer.h"
#include "tokenize/replace_normalizer.h"

namespace wembed {

using NormalizerStep = std::variant<UnicodeNormalizer, LowercaseNormalizer, StripAccentsNormalizer,
                                    StripNormalizer, NmtNormalizer, PrependNormalizer, ByteLevelNormalizer,
                                    BertNormalizer, PrecompiledNormalizer, ReplaceNormalizer>;

class Normalizer {
 public:
  // Reads the "normalizer" of a tokenizer.json; null is no step. An unknown type or setting is an error.
  static Result<Normalizer> read(const JsonObject& tokenizer);

  // BERT's, for a vocab.txt.
  static Normalizer bert(BertNormalizer step);

  bool empty() const { return steps_.empty(); }
  void apply(AlignedText& text, NormalizerWorkspace& workspace) const;

 private:
  std::vector<NormalizerStep> steps_;
};

}  // namespace wembed
