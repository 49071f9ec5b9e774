// Reads pre-tokenizers.
#include <array>
#include <utility>

#include "text/utf8.h"
#include "tokenize/component.h"
#include "tokenize/pre_tokenizer.h"

namespace wembed {

namespace {

Result<PreTokenizerStep> read_metaspace(const JsonObject& json) {
  WEMBED_TRY(known,
             json.only({"type", "replacement", "add_prefix_space", "prepend_scheme", "split", "str_rep"}));
  WEMBED_TRY(metaspace, read_metaspace_settings(json));
  return PreTokenizerStep(std::move(metaspace));
}

Result<PreTokenizerStep> read_byte_level(const JsonObject& json) {
  WEMBED_TRY(known, json.only({"type", "add_prefix_space", "trim_offsets", "use_regex"}));
  WEMBED_TRY(add_prefix_space, json.boolean("add_prefix_space"));
  WEMBED_TRY(trim_offsets, json.boolean("trim_offsets"));  // the post-processor's
  WEMBED_TRY(use_regex, boolean_or(json, "use_regex", true));
  return PreTokenizerStep(ByteLevelSplit{add_prefix_space, use_regex, true});
}

Result<PreTokenizerStep> read_split(const JsonObject& json) {
  WEMBED_TRY(known, json.only({"type", "pattern", "behavior", "invert"}));
  WEMBED_TRY(behavior, read_split_behavior(json));
  WEMBED_TRY(invert, json.boolean("invert"));
  WEMBED_TRY(pattern, read_pattern(json));
  if (const auto* regex = std::get_if<Regex>(&pattern)) {
    // A known pattern matches everything, so isolated matches and matches that an inverted pattern keeps are
    // the same words.
    const auto rules = known_word_rules(regex->pattern());
    if (rules && ((behavior == SplitBehavior::isolated) || (behavior == SplitBehavior::removed && invert))) {
      return PreTokenizerStep(KnownPatternSplit{*rules});
    }
  }
  return PreTokenizerStep(PatternSplit{std::move(pattern), behavior, invert});
}

Result<PreTokenizerStep> read_delimiter(const JsonObject& json) {
  WEMBED_TRY(known, json.only({"type", "delimiter"}));
  WEMBED_TRY(delimiter, json.string("delimiter"));
  if (delimiter.empty() || code_point_at(delimiter, 0).size != delimiter.size()) {
    return json.error("delimiter", "is not one character");
  }
  return PreTokenizerStep(DelimiterSplit{code_point_at(delimiter, 0).value});
}

Result<PreTokenizerStep> read_simple(const JsonObject& json, std::string_view type) {
  if (type == "Metaspace") return read_metaspace(json);
  if (type == "ByteLevel") return read_byte_level(json);
  if (type == "Split") return read_split(json);
  if (type == "CharDelimiterSplit" || type == "Delimiter") return read_delimiter(json);
  if (type == "Punctuation") {
    WEMBED_TRY(known, json.only({"type", "behavior"}));
    if (!json.has("behavior")) return PreTokenizerStep(PunctuationSplit{SplitBehavior::isolated});
    WEMBED_TRY(behavior, read_split_behavior(json));
    return PreTokenizerStep(PunctuationSplit{behavior});
  }
  if (type == "Digits") {
    WEMBED_TRY(known, json.only({"type", "individual_digits"}));
    WEMBED_TRY(individual, json.boolean("individual_digits"));
    return PreTokenizerStep(DigitSplit{individual ? SplitBehavior::isolated : SplitBehavior::contiguous});
  }
  if (type == "FixedLength") {
    WEMBED_TRY(known, json.only({"type", "length"}));
    WEMBED_TRY(length, size_or(json, "length", 5));
    if (length == 0) return json.error("length", "is 0");
    return PreTokenizerStep(FixedLengthSplit{length});
  }
  std::optional<PreTokenizerStep> step;
  if (type == "BertPreTokenizer") step = BertSplit{};
  if (type == "Whitespace") step = WordSplit{};
  if (type == "WhitespaceSplit") step = WhitespaceSplit{};
  if (type == "UnicodeScripts") step = ScriptSplit{};
  if (!step) return unknown_type(json, type, "pre-tokenizer");
  WEMBED_TRY(known, json.only({"type"}));
  return std::move(*step);
}

}  // namespace

Result<SplitBehavior> read_split_behavior(const JsonObject& json) {
  static constexpr std::array<std::pair<std::string_view, SplitBehavior>, 5> behaviors{{
      {"Removed", SplitBehavior::removed},
      {"Isolated", SplitBehavior::isolated},
      {"MergedWithPrevious", SplitBehavior::merged_with_previous},
      {"MergedWithNext", SplitBehavior::merged_with_next},
      {"Contiguous", SplitBehavior::contiguous},
  }};
  WEMBED_TRY(name, json.string("behavior"));
  for (const auto& [known, behavior] : behaviors) {
    if (name == known) return behavior;
  }
  return json.error("behavior", "is \"" + std::string(name) + "\", which wembed does not know");
}

Result<MetaspaceSplit> read_metaspace_settings(const JsonObject& json) {
  WEMBED_TRY(replacement, json.string("replacement"));
  if (replacement.empty() || code_point_at(replacement, 0).size != replacement.size()) {
    return json.error("replacement", "is not one character");
  }
  WEMBED_TRY(scheme, string_or(json, "prepend_scheme", "always"));
  WEMBED_TRY(adds, boolean_or(json, "add_prefix_space", true));
  WEMBED_TRY(split, boolean_or(json, "split", true));
  MetaspaceSplit metaspace{std::string(replacement), PrependScheme::always, split};
  if (scheme == "first") {
    metaspace.prepend = PrependScheme::first;
  } else if (scheme == "never") {
    metaspace.prepend = PrependScheme::never;
  } else if (scheme != "always") {
    return json.error("prepend_scheme",
                      "is \"" + std::string(scheme) + "\": wembed knows first, never, always");
  }
  if (!adds && metaspace.prepend != PrependScheme::never) {
    return json.error("add_prefix_space", "is false, but prepend_scheme is not \"never\"");
  }
  return metaspace;
}

Result<PreTokenizer> PreTokenizer::read(const JsonObject& tokenizer) {
  PreTokenizer pre_tokenizer;
  if (!tokenizer.has("pre_tokenizer")) return pre_tokenizer;
  WEMBED_TRY(json, tokenizer.object("pre_tokenizer"));
  WEMBED_TRY(done, read_steps(json, "pretokenizers", read_simple, pre_tokenizer.steps_));
  return pre_tokenizer;
}

}  // namespace wembed
