// The script of a character, as SentencePiece's and the Rust library's tokenizers see it.
#pragma once

#include <cstdint>

namespace wembed {

// Numbers of scripts; only whether two are the same counts. `any` is a character that goes with any other: a
// space, or what Unicode 9 had not assigned. Hiragana, Katakana and U+30FC are Han.
enum class Script : uint8_t { any = 0 };

Script tokenizer_script(char32_t value);

}  // namespace wembed
