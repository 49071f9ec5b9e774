// Reads the files of models from before tokenizer.json.
#include <array>
#include <utility>

#include "tokenize/component.h"
#include "tokenize/tokenizer.h"
#include "tokenize/vocabulary_json.h"

namespace wembed {

namespace {

std::string_view text_of(std::span<const uint8_t> bytes) {
  return {reinterpret_cast<const char*>(bytes.data()), bytes.size()};
}

// Of tokenizer_config.json, what these models have in common. A token is a string, or an object with
// "content".
class Config {
 public:
  static Result<Config> read(std::span<const uint8_t> bytes) {
    constexpr std::string_view nothing = "{}";
    const auto* empty = reinterpret_cast<const uint8_t*>(nothing.data());
    if (bytes.empty()) bytes = {empty, nothing.size()};
    WEMBED_TRY(document, JsonDocument::parse(bytes, "tokenizer_config.json", ErrorCode::invalid_tokenizer));
    WEMBED_TRY(checked, document.object());
    return Config(std::move(document));
  }
  JsonObject json() const { return document_.object().value(); }

  Result<AddedToken> token(std::string_view key, std::string_view otherwise) const {
    const JsonObject config = json();
    AddedToken token;
    token.normalized = false;
    token.special = true;
    token.content = otherwise;
    const auto* value = config.find(key);
    if (value == nullptr) return token;
    if (value->IsString()) {
      token.content = json_text(*value);
      return token;
    }
    WEMBED_TRY(object, config.object(key));
    WEMBED_TRY(content, object.string("content"));
    WEMBED_TRY(lstrip, boolean_or(object, "lstrip", false));
    WEMBED_TRY(rstrip, boolean_or(object, "rstrip", false));
    WEMBED_TRY(single_word, boolean_or(object, "single_word", false));
    token.content = content;
    token.lstrip = lstrip;
    token.rstrip = rstrip;
    token.single_word = single_word;
    return token;
  }

 private:
  explicit Config(JsonDocument document) : document_(std::move(document)) {}
  JsonDocument document_;
};

Result<int32_t> id_of(const Vocabulary& vocabulary, const AddedToken& token, std::string_view file) {
  const auto id = vocabulary.find(token.content);
  if (!id)
    return Error{ErrorCode::invalid_tokenizer,
                 std::string(file) + ": has no token \"" + token.content + "\""};
  return *id;
}

}  // namespace

Result<Tokenizer> Tokenizer::load_vocab_txt(std::span<const uint8_t> vocab_txt,
                                            std::span<const uint8_t> tokenizer_config) {
  WEMBED_TRY(config, Config::read(tokenizer_config));
  const JsonObject json = config.json();
  BertNormalizer normalizer;
  WEMBED_TRY(lowercase, boolean_or(json, "do_lower_case", true));
  WEMBED_TRY(strip_accents, boolean_or(json, "strip_accents", lowercase));
  WEMBED_TRY(chinese, boolean_or(json, "tokenize_chinese_chars", true));
  normalizer.lowercase = lowercase;
  normalizer.strip_accents = strip_accents;
  normalizer.handle_chinese_chars = chinese;
  WEMBED_TRY(unk, config.token("unk_token", "[UNK]"));
  WEMBED_TRY(sep, config.token("sep_token", "[SEP]"));
  WEMBED_TRY(pad, config.token("pad_token", "[PAD]"));
  WEMBED_TRY(cls, config.token("cls_token", "[CLS]"));
  WEMBED_TRY(mask, config.token("mask_token", "[MASK]"));

  WEMBED_TRY(vocabulary, read_vocabulary_lines(text_of(vocab_txt)));
  WEMBED_TRY(cls_id, id_of(vocabulary, cls, "vocab.txt"));
  WEMBED_TRY(sep_id, id_of(vocabulary, sep, "vocab.txt"));
  WordPieceSettings settings;
  settings.unk_token = unk.content;
  auto model = WordPiece::make(std::move(vocabulary), std::move(settings));
  if (!model.ok()) return Error{model.error().code, "vocab.txt: " + model.error().message};
  Tokenizer tokenizer{Model(std::move(model.value()))};
  tokenizer.normalizer_ = Normalizer::bert(normalizer);
  tokenizer.pre_tokenizer_ = PreTokenizer::bert();
  tokenizer.post_processor_ = PostProcessor::bert(cls_id, sep_id);
  tokenizer.decoder_ = Decoder::of(WordPieceDecoder{});
  tokenizer.add_tokens(std::array{unk, sep, pad, cls, mask});
  return tokenizer;
}

Result<Tokenizer> Tokenizer::load_vocab_merges(std::span<const uint8_t> vocab_json,
                                               std::span<const uint8_t> merges_txt,
                                               std::span<const uint8_t> tokenizer_config) {
  WEMBED_TRY(config, Config::read(tokenizer_config));
  const JsonObject json = config.json();
  WEMBED_TRY(kind, string_or(json, "tokenizer_class", "GPT2Tokenizer"));
  const bool is_roberta = kind.starts_with("Roberta");
  if (!is_roberta && !kind.starts_with("GPT2")) {
    return Error{
        ErrorCode::unsupported_architecture,
        json.error("tokenizer_class", "is \"" + std::string(kind) +
                                          "\": of vocab.json and merges.txt wembed knows GPT2Tokenizer and "
                                          "RobertaTokenizer")
            .message};
  }
  WEMBED_TRY(prefix_space, boolean_or(json, "add_prefix_space", false));

  WEMBED_TRY(document, JsonDocument::parse(vocab_json, "vocab.json", ErrorCode::invalid_tokenizer));
  WEMBED_TRY(vocab, document.object());
  BpeSettings settings;
  settings.reads_bytes = true;
  WEMBED_TRY(bpe, Bpe::read_files(vocab, text_of(merges_txt), std::move(settings)));
  Tokenizer tokenizer{Model(std::move(bpe))};
  tokenizer.pre_tokenizer_ = PreTokenizer::byte_level(prefix_space);
  tokenizer.pre_tokenizer_.reads_bytes();
  tokenizer.decoder_ = Decoder::of(ByteLevelDecoder{});
  if (!is_roberta) {
    WEMBED_TRY(end, config.token("eos_token", "<|endoftext|>"));
    tokenizer.add_tokens(std::array{end});
    return tokenizer;
  }
  WEMBED_TRY(bos, config.token("bos_token", "<s>"));
  WEMBED_TRY(eos, config.token("eos_token", "</s>"));
  WEMBED_TRY(unk, config.token("unk_token", "<unk>"));
  WEMBED_TRY(pad, config.token("pad_token", "<pad>"));
  WEMBED_TRY(mask, config.token("mask_token", "<mask>"));
  if (const auto* given = json.find("mask_token"); given == nullptr || given->IsString()) mask.lstrip = true;
  WEMBED_TRY(bos_id, id_of(tokenizer.model_.vocabulary(), bos, "vocab.json"));
  WEMBED_TRY(eos_id, id_of(tokenizer.model_.vocabulary(), eos, "vocab.json"));
  tokenizer.post_processor_ = PostProcessor::roberta(bos_id, eos_id, prefix_space);
  tokenizer.add_tokens(std::array{bos, pad, eos, unk, mask});
  return tokenizer;
}

}  // namespace wembed
