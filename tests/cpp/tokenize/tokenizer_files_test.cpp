// Models from before tokenizer.json.
#include <catch2/catch_test_macros.hpp>
#include <catch2/generators/catch_generators.hpp>
#include <catch2/matchers/catch_matchers_string.hpp>

#include "support/bytes.h"
#include "tokenize/tokenizer.h"

using namespace wembed;
using Catch::Matchers::ContainsSubstring;

namespace {

std::vector<int32_t> ids(const Tokenizer& tokenizer, std::string_view text) {
  Tokenizer::Workspace workspace;
  Encoding encoding;
  tokenizer.encode(text, {}, workspace, encoding);
  return encoding.ids;
}

const std::string bert_vocab = "[PAD]\n[UNK]\n[CLS]\n[SEP]\n[MASK]\nun\n##able\nUn\n\u00e9\ne\n";
const std::string gpt2_vocab = R"({"a":0,"b":1,"ab":2,"\u0120":3,"\u0120ab":4,"<|endoftext|>":5})";
const std::string roberta_vocab =
    R"({"<s>":0,"<pad>":1,"</s>":2,"<unk>":3,"<mask>":4,"a":5,"\u0120":6,"\u0120a":7})";

}  // namespace

TEST_CASE("vocab.txt is BERT's, in lower case unless its configuration says otherwise", "[tokenize]") {
  struct Case {
    const char* name;
    std::string vocab, config;
    std::vector<int32_t> ids;
  };
  const auto c = GENERATE(values<Case>({
      {"no configuration", bert_vocab, "", {2, 5, 6, 9, 4, 3}},
      {"cased", bert_vocab, R"({"do_lower_case":false})", {2, 7, 6, 8, 4, 3}},
      {"lower case, accents kept", bert_vocab, R"({"strip_accents":false})", {2, 5, 6, 8, 4, 3}},
      {"lines that end as on Windows",
       "[PAD]\r\n[UNK]\r\n[CLS]\r\n[SEP]\r\n[MASK]\r\nun\r\n##able\r\nUn\r\n\u00e9\r\ne\r\n",
       "",
       {2, 5, 6, 9, 4, 3}},
  }));
  CAPTURE(c.name);
  const auto tokenizer = Tokenizer::load_vocab_txt(bytes_of(c.vocab), bytes_of(c.config));
  REQUIRE(tokenizer.ok());
  CHECK(ids(tokenizer.value(), "Unable \u00e9 [MASK]") == c.ids);
  CHECK(tokenizer.value().is_special(4));
}

TEST_CASE("vocab.json and merges.txt are GPT-2's, or RoBERTa's if its configuration says so", "[tokenize]") {
  const std::string merges = "#version: 0.2\na b\n\u0120 ab\n";
  const auto gpt2 = Tokenizer::load_vocab_merges(bytes_of(gpt2_vocab), bytes_of(merges), {});
  REQUIRE(gpt2.ok());
  CHECK(ids(gpt2.value(), "ab ab<|endoftext|>") == std::vector<int32_t>{2, 4, 5});
  CHECK(gpt2.value().decode(std::vector<int32_t>{2, 4}, true) == "ab ab");

  const std::string config = R"({"tokenizer_class":"RobertaTokenizer"})", space = "\u0120 a\n";
  const auto roberta =
      Tokenizer::load_vocab_merges(bytes_of(roberta_vocab), bytes_of(space), bytes_of(config));
  REQUIRE(roberta.ok());
  // The mask takes the space before it along.
  CHECK(ids(roberta.value(), "a a <mask>") == std::vector<int32_t>{0, 5, 7, 4, 2});
}

TEST_CASE("a broken file of an older model is an error that names it", "[tokenize]") {
  const auto no_cls = Tokenizer::load_vocab_txt(bytes_of("[PAD]\n[UNK]\n"), {});
  REQUIRE_FALSE(no_cls.ok());
  CHECK_THAT(no_cls.error().message, ContainsSubstring("vocab.txt: has no token \"[CLS]\""));
  const auto bad_config = Tokenizer::load_vocab_txt(bytes_of(bert_vocab), bytes_of("{"));
  REQUIRE_FALSE(bad_config.ok());
  CHECK_THAT(bad_config.error().message, ContainsSubstring("tokenizer_config.json"));
  const auto other = Tokenizer::load_vocab_merges(bytes_of(gpt2_vocab), {},
                                                  bytes_of(R"({"tokenizer_class":"T5Tokenizer"})"));
  REQUIRE_FALSE(other.ok());
  CHECK_THAT(other.error().message, ContainsSubstring("T5Tokenizer"));
  const auto bad_merge = Tokenizer::load_vocab_merges(bytes_of(gpt2_vocab), bytes_of("a z\n"), {});
  REQUIRE_FALSE(bad_merge.ok());
  CHECK_THAT(bad_merge.error().message, ContainsSubstring("z"));
}
