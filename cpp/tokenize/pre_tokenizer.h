// The pre-tokenizer stage of tokenizer.json: text to words.
#pragma once

#include <string>
#include <variant>
#include <vector>

#include "base/result.h"
#include "io/json.h"
#include "tokenize/aligned_text.h"
#include "tokenize/replace_normalizer.h"
#include "tokenize/split.h"
#include "tokenize/word_scanner.h"

namespace wembed {

struct BertSplit {};        // at white space, and around each punctuation character
struct WhitespaceSplit {};  // at white space
struct WordSplit {};        // "Whitespace": \w+|[^\w\s]+
struct PunctuationSplit {
  SplitBehavior behavior;
};
struct DigitSplit {
  SplitBehavior behavior;
};
struct DelimiterSplit {
  char32_t delimiter;
};
struct ScriptSplit {};  // where the script changes
struct FixedLengthSplit {
  size_t length;  // characters
};
struct PatternSplit {
  Pattern pattern;
  SplitBehavior behavior;
  bool invert;
};
struct KnownPatternSplit {
  WordRules rules;
};

enum class PrependScheme : uint8_t { first, never, always };
struct MetaspaceSplit {
  std::string replacement;  // one character, for spaces
  PrependScheme prepend;    // which texts begin with it, whether or not they begin with a space
  bool split;
};
struct ByteLevelSplit {
  bool add_prefix_space;
  bool use_regex;
  bool writes_bytes;  // false where the model reads bytes itself
};

using PreTokenizerStep = std::variant<BertSplit, WhitespaceSplit, WordSplit, PunctuationSplit, DigitSplit,
                                      DelimiterSplit, ScriptSplit, FixedLengthSplit, PatternSplit,
                                      KnownPatternSplit, MetaspaceSplit, ByteLevelSplit>;

// Scratch memory, kept between texts.
struct PreTokenizerWorkspace {
  AlignedText next;
  std::vector<Span> spans;
  RegexWorkspace regex;
};

class PreTokenizer {
 public:
  // Reads the "pre_tokenizer" of a tokenizer.json; null leaves texts whole. An unknown type or setting is an
  // error.
  static Result<PreTokenizer> read(const JsonObject& tokenizer);

  // BERT's, for a vocab.txt; ByteLevel, for a vocab.json.
  static PreTokenizer bert();
  static PreTokenizer byte_level(bool add_prefix_space);

  // Whether the last step is ByteLevel. Then reads_bytes() leaves out its alphabet: words are bytes of the
  // text.
  bool ends_in_bytes() const;
  void reads_bytes();

  // Whether origins decide what is done, so that they must be tracked.
  bool needs_origins() const;

  // Cuts spans of a text into words. A step may rewrite the text.
  void apply(AlignedText& text, std::vector<Span>& spans, PreTokenizerWorkspace& workspace) const;

 private:
  std::vector<PreTokenizerStep> steps_;
};

// "behavior" of Split and Punctuation.
Result<SplitBehavior> read_split_behavior(const JsonObject& json);

// What the pre-tokenizer and the decoder Metaspace have in common.
Result<MetaspaceSplit> read_metaspace_settings(const JsonObject& json);

}  // namespace wembed
