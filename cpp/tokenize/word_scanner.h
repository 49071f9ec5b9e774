// The regular expressions by which GPT-2, GPT-4, Llama 3, Qwen and their kin cut texts into words, by hand.
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string_view>

namespace wembed {

// How these patterns differ. Each of them matches every text from end to end.
struct WordRules {
  bool ignores_case = true;  // contractions: 's 't 're 've 'm 'll 'd
  bool takes_long_s = true;  // U+017F too is an s without regard to case
  bool splits_case = false;  // o200k: a word begins where capitals do, and takes a contraction along
  bool takes_any_lead =
      true;                  // one character that is no letter, digit or newline before letters; else a space
  uint32_t most_digits = 3;  // 0: any number, and a space before them
  bool takes_newlines = true;  // behind punctuation, and as words of their own up to the last of them
  bool takes_slashes = false;  // o200k: slashes are like newlines behind punctuation
};

// The rules of a pattern in wide use, recognized by its text.
std::optional<WordRules> known_word_rules(std::string_view pattern);

// GPT-2's pattern, which ByteLevel uses.
inline constexpr WordRules gpt2_rules{.ignores_case = false,
                                      .takes_long_s = false,
                                      .takes_any_lead = false,
                                      .most_digits = 0,
                                      .takes_newlines = false};

// Where the word that begins at `begin` < text.size() ends. text: valid UTF-8.
size_t word_end(const WordRules& rules, std::string_view text, size_t begin);

}  // namespace wembed
