// The decoder stage of tokenizer.json: tokens to text.
#pragma once

#include <string>
#include <string_view>
#include <variant>
#include <vector>

#include "base/result.h"
#include "io/json.h"
#include "tokenize/replace_normalizer.h"

namespace wembed {

struct WordPieceDecoder {
  std::string prefix = "##";
  bool cleanup = true;  // takes spaces before punctuation out
};
struct ByteLevelDecoder {};
struct MetaspaceDecoder {
  std::string replacement;
  bool drops_first;  // the mark of the first token is no space
};
struct ByteFallbackDecoder {};
struct FuseDecoder {};
struct StripDecoder {
  char32_t content;
  size_t start, stop;  // how many at most
};
struct ReplaceDecoder {
  Pattern pattern;
  std::string content;
};
struct BpeDecoder {
  std::string suffix;
};
struct CtcDecoder {
  std::string pad_token, word_delimiter_token;
  bool cleanup;
};

using DecoderStep = std::variant<WordPieceDecoder, ByteLevelDecoder, MetaspaceDecoder, ByteFallbackDecoder,
                                 FuseDecoder, StripDecoder, ReplaceDecoder, BpeDecoder, CtcDecoder>;

class Decoder {
 public:
  // Reads the "decoder" of a tokenizer.json; null puts spaces between tokens. An unknown type or setting is
  // an error.
  static Result<Decoder> read(const JsonObject& tokenizer);
  static Decoder of(DecoderStep step);

  // Bytes that are not UTF-8 come out as U+FFFD.
  std::string decode(std::vector<std::string> tokens) const;

 private:
  bool is_null_ = true;
  std::vector<DecoderStep> steps_;
};

}  // namespace wembed
