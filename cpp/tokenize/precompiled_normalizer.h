// SentencePiece's compiled normalization rules.
#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "base/result.h"
#include "tokenize/char_normalizers.h"

namespace wembed {

// A double-array trie (Darts-clone, github.com/s-yata/darts-clone) from character sequences to places in a
// list of replacements, each of which ends with a NUL.
class PrecompiledNormalizer {
 public:
  // charsmap: in base64, the size of the trie in bytes (32 bits, little-endian), the trie, the replacements.
  // The message of an error only says what is wrong with it.
  static Result<PrecompiledNormalizer> read(std::string_view charsmap);

  // What stands for the shortest beginning of `part` that has a rule; nothing if there is none.
  std::optional<std::string_view> replacement(std::string_view part) const;

 private:
  std::vector<uint32_t> units_;
  std::string replacements_;
};

// Rules apply to grapheme clusters of less than six bytes as a whole, where they have one, otherwise to each
// character.
void apply_step(const PrecompiledNormalizer& step, AlignedText& text, NormalizerWorkspace& workspace);

}  // namespace wembed
