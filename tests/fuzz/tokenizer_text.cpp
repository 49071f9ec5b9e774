// Arbitrary text, its first byte choosing one of the models below: one of each type, with the stages before
// it that rewrite most.
#include <array>
#include <vector>

#include "tokenize/byte_level.h"
#include "tokenizer_checks.h"

using namespace wembed;

namespace {

// A vocabulary of all bytes, in byte-level BPE's alphabet, with a few merges behind.
std::string byte_level_json(const std::string& pre_tokenizer, const std::string& added) {
  std::string vocab;
  const auto add = [&](const std::string& token, size_t id) {
    vocab += (id > 0 ? ",\"" : "\"") + token + "\":" + std::to_string(id);
  };
  for (size_t byte = 0; byte < 256; ++byte) {
    std::string token;
    if (byte == '"' || byte == '\\') token = "\\";
    append_utf8(byte_characters[byte], token);
    add(token, byte);
  }
  size_t id = 256;
  for (const char* token : {"aa", "aaaa", "\u0120a", "th", "the", "\u0120the", "\u00c3\u00a9"})
    add(token, id++);
  return R"({"added_tokens":[)" + added + R"(],"pre_tokenizer":)" + pre_tokenizer +
         R"(,"post_processor":{"type":"ByteLevel","add_prefix_space":false,"trim_offsets":true},
"decoder":{"type":"ByteLevel"},"model":{"type":"BPE","vocab":{)" +
         vocab +
         "},\"merges\":[\"a a\",\"aa aa\",\"\u0120 a\",\"t h\",\"th e\",\"\u0120 the\",\"\u00c3 \u00a9\"]}}";
}

const std::string byte_level = R"({"type":"ByteLevel","add_prefix_space":false,"trim_offsets":true})";
const std::string cl100k =
    R"({"type":"Sequence","pretokenizers":[{"type":"Split","behavior":"Isolated","invert":false,"pattern":{"Regex":)"
    R"("(?i:'s|'t|'re|'ve|'m|'ll|'d)|[^\\r\\n\\p{L}\\p{N}]?\\p{L}+|\\p{N}{1,3}| ?[^\\s\\p{L}\\p{N}]+[\\r\\n]*|\\s*[\\r\\n]+|\\s+(?!\\S)|\\s+"}},)"
    R"({"type":"ByteLevel","add_prefix_space":false,"trim_offsets":true,"use_regex":false}]})";

// Their tokens decode to the text they came from.
const std::vector<std::string> reversible{
    byte_level_json(byte_level, ""),
    byte_level_json(cl100k, ""),
    byte_level_json(
        byte_level,
        R"({"id":263,"content":"<|end|>","single_word":false,"lstrip":false,"rstrip":false,"normalized":false,"special":true})"),
};

const std::vector<std::string> others{
    // BERT
    R"({"added_tokens":[{"id":1,"content":"[MASK]","single_word":true,"lstrip":true,"rstrip":true,"normalized":true,"special":true}],
"normalizer":{"type":"BertNormalizer","clean_text":true,"handle_chinese_chars":true,"strip_accents":null,"lowercase":true},
"pre_tokenizer":{"type":"BertPreTokenizer"},"post_processor":{"type":"BertProcessing","sep":["[SEP]",3],"cls":["[CLS]",2]},
"decoder":{"type":"WordPiece","prefix":"##","cleanup":true},
"model":{"type":"WordPiece","unk_token":"[UNK]","continuing_subword_prefix":"##","max_input_chars_per_word":8,
"vocab":{"[UNK]":0,"[MASK]":1,"[CLS]":2,"[SEP]":3,"a":4,"##a":5,"##b":6,"e":7,"i":8,"##\u0307":9,"\u4e2d":10,"aa":11}}})",
    // Llama 2
    R"({"normalizer":{"type":"Sequence","normalizers":[{"type":"Prepend","prepend":"\u2581"},{"type":"Replace","pattern":{"String":" "},"content":"\u2581"}]},
"decoder":{"type":"Sequence","decoders":[{"type":"Replace","pattern":{"String":"\u2581"},"content":" "},{"type":"ByteFallback"},{"type":"Fuse"},{"type":"Strip","content":" ","start":1,"stop":0}]},
"model":{"type":"BPE","unk_token":"<unk>","fuse_unk":true,"byte_fallback":true,
"vocab":{"<unk>":0,"\u2581":1,"a":2,"b":3,"\u2581a":4,"ab":5,"\u2581ab":6,"\u2581\u2581":7,"<0xC3>":8,"<0xA9>":9},
"merges":[["\u2581","\u2581"],["\u2581","a"],["a","b"],["\u2581a","b"]]}})",
    // T5
    R"({"normalizer":{"type":"Sequence","normalizers":[{"type":"NFKC"},{"type":"Lowercase"},{"type":"Replace","pattern":{"Regex":" {2,}"},"content":" "}]},
"pre_tokenizer":{"type":"Metaspace","replacement":"\u2581","prepend_scheme":"first","split":true},
"decoder":{"type":"Metaspace","replacement":"\u2581","prepend_scheme":"always","split":true},
"model":{"type":"Unigram","unk_id":0,"vocab":[["<unk>",0],["\u2581",-2],["\u2581a",-3],["a",-3.5],["ab",-4],["b",-3],["1",-5]]}})",
    // CLIP
    R"({"normalizer":{"type":"Sequence","normalizers":[{"type":"NFD"},{"type":"StripAccents"},{"type":"Nmt"},{"type":"Strip","strip_left":true,"strip_right":true}]},
"pre_tokenizer":{"type":"Sequence","pretokenizers":[{"type":"Whitespace"},{"type":"Digits","individual_digits":true},{"type":"Punctuation","behavior":"MergedWithNext"}]},
"decoder":{"type":"BPEDecoder","suffix":"</w>"},
"model":{"type":"BPE","unk_token":"?","end_of_word_suffix":"</w>","continuing_subword_prefix":"_",
"vocab":{"?":0,"a":1,"_a":2,"a</w>":3,"_a</w>":4,"aa":5,"aa</w>":6,"b":7,"_b":8},
"merges":[["a","_a"],["a","_a</w>"]]}})",
    R"({"normalizer":{"type":"ByteLevel"},
"pre_tokenizer":{"type":"Sequence","pretokenizers":[{"type":"UnicodeScripts"},{"type":"FixedLength","length":3},{"type":"CharDelimiterSplit","delimiter":"a"}]},
"model":{"type":"WordLevel","unk_token":"?","vocab":{"?":0,"bcd":1}}})",
};

std::vector<Tokenizer> load_all(const std::vector<std::string>& definitions) {
  std::vector<Tokenizer> tokenizers;
  for (const std::string& json : definitions) {
    auto tokenizer = Tokenizer::load(fuzz::bytes_of(json));
    fuzz::require(tokenizer.ok());
    tokenizers.push_back(std::move(tokenizer.value()));
  }
  return tokenizers;
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const uint8_t* data, size_t size) {
  static const auto exact = load_all(reversible), lossy = load_all(others);
  if (size == 0) return 0;
  const size_t choice = data[0] % (exact.size() + lossy.size());
  const std::string_view text = fuzz::text_of({data + 1, size - 1});
  Tokenizer::Workspace workspace;
  if (choice >= exact.size()) {
    fuzz::check_text(lossy[choice - exact.size()], text, workspace);
    return 0;
  }
  const Tokenizer& tokenizer = exact[choice];
  fuzz::check_text(tokenizer, text, workspace);
  Encoding encoding;
  tokenizer.encode(text, {}, workspace, encoding);
  fuzz::require(tokenizer.decode(encoding.ids, false) == fuzz::as_utf8(text));
  return 0;
}
