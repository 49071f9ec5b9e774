// The normalizer stage of tokenizer.json.
#pragma once

#include <string>
#include <variant>
#include <vector>

#include "base/result.h"
#include "io/json.h"
#include "text/normalization.h"
#include "tokenize/aligned_text.h"

namespace wembed {

struct UnicodeNormalizer {
  NormalizationForm form;
};
struct PrependNormalizer {
  std::string prefix;  // put before a text that is not empty
};
struct ReplaceNormalizer {
  std::string pattern, content;  // every occurrence of a string that is not empty
};

using NormalizerStep = std::variant<UnicodeNormalizer, PrependNormalizer, ReplaceNormalizer>;

// Scratch memory, kept between texts.
struct NormalizerWorkspace {
  AlignedText next;
  std::vector<NormalizedPoint> points;
};

class Normalizer {
 public:
  // Reads the "normalizer" of a tokenizer.json; a null is no step. An unknown type or setting is an error.
  static Result<Normalizer> read(const JsonObject& tokenizer);

  void apply(AlignedText& text, NormalizerWorkspace& workspace) const;

 private:
  std::vector<NormalizerStep> steps_;
};

}  // namespace wembed
