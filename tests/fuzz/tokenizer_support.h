// Small tokenizers for the fuzzers, one of each kind.
#pragma once

#include <cstddef>
#include <string>
#include <string_view>

#include "text/utf8.h"
#include "tokenize/byte_level.h"
#include "tokenize/tokenizer.h"
#include "tokenizer_checks.h"

namespace wembed::fuzz {

inline std::string byte_level_vocab() {
  std::string vocab;
  for (size_t byte = 0; byte < 256; ++byte) {
    std::string character;
    append_utf8(byte_characters[byte], character);
    if (character == "\"" || character == "\\") character.insert(0, "\\");
    vocab += (byte == 0 ? "\"" : ",\"") + character + "\":" + std::to_string(byte);
  }
  return vocab + R"(,"th":256,"the":257,"Ġt":258,"Ġthe":259,"he":263,"aa":260,"aaaa":261,"Ã©":262)";
}

inline std::string with_model(std::string_view before, std::string_view model) {
  return "{" + std::string(before) + "\"model\":" + std::string(model) + "}";
}

inline std::string byte_level_bpe() {
  return with_model(
      R"("pre_tokenizer":{"type":"ByteLevel","add_prefix_space":false,"trim_offsets":true,"use_regex":true},
"decoder":{"type":"ByteLevel","add_prefix_space":false,"trim_offsets":true,"use_regex":true},)",
      R"({"type":"BPE","vocab":{)" + byte_level_vocab() +
          R"(},"merges":["t h","th e","Ġ t","h e","Ġt he","a a","aa aa","Ã ©"]})");
}

inline std::string wordpiece() {
  return with_model(
      R"("normalizer":{"type":"BertNormalizer","clean_text":true,"handle_chinese_chars":true,"strip_accents":null,"lowercase":true},
"pre_tokenizer":{"type":"BertPreTokenizer"},"decoder":{"type":"WordPiece","prefix":"##","cleanup":true},
"added_tokens":[{"id":7,"content":"[MASK]","single_word":false,"lstrip":true,"rstrip":true,"normalized":false,"special":true}],
"post_processor":{"type":"BertProcessing","sep":["[SEP]",2],"cls":["[CLS]",1]},)",
      R"({"type":"WordPiece","unk_token":"[UNK]","continuing_subword_prefix":"##","max_input_chars_per_word":20,
"vocab":{"[UNK]":0,"[CLS]":1,"[SEP]":2,"a":3,"##a":4,"th":5,"##e":6,"é":8,"中":9}})");
}

inline std::string unigram() {
  return with_model(
      R"("normalizer":{"type":"Sequence","normalizers":[{"type":"NFKC"},{"type":"Prepend","prepend":"▁"},{"type":"Replace","pattern":{"String":" "},"content":"▁"}]},
"decoder":{"type":"Metaspace","replacement":"▁","prepend_scheme":"always","split":false},)",
      R"({"type":"Unigram","unk_id":0,"vocab":[["<unk>",0],["▁",-2],["▁a",-1.5],["a",-2],["aa",-4],["b",-3],["é",-3],["▁▁",-3.5]]})");
}

inline std::string word_level() {
  return with_model(
      R"("normalizer":{"type":"Sequence","normalizers":[{"type":"Nmt"},{"type":"NFD"},{"type":"StripAccents"},{"type":"Strip","strip_left":true,"strip_right":true},{"type":"Replace","pattern":{"Regex":"\\s{2,}|x*y"},"content":"-"}]},
"pre_tokenizer":{"type":"Sequence","pretokenizers":[{"type":"UnicodeScripts"},{"type":"Split","pattern":{"Regex":"(?:a|aa)+(?!b)|\\p{N}{1,3}|(?<=c)d"},"behavior":"MergedWithNext","invert":false},{"type":"Punctuation","behavior":"Contiguous"},{"type":"Digits","individual_digits":true}]},)",
      R"({"type":"WordLevel","unk_token":"u","vocab":{"u":0,"a":1}})");
}

inline Tokenizer load(const std::string& json) {
  auto tokenizer = Tokenizer::load(bytes_of(json));
  require(tokenizer.ok());
  return std::move(tokenizer.value());
}

}  // namespace wembed::fuzz
