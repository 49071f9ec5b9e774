// Truncation, pairs and padding, on the cases that users of today's libraries met.
#include <catch2/catch_test_macros.hpp>
#include <catch2/generators/catch_generators.hpp>
#include <string>
#include <vector>

#include "support/bytes.h"
#include "tokenize/tokenizer.h"

using namespace wembed;

namespace {

std::string bert(const std::string& more) {
  return R"({"pre_tokenizer":{"type":"BertPreTokenizer"},"decoder":{"type":"WordPiece","prefix":"##","cleanup":false},
"post_processor":{"type":"TemplateProcessing",
  "single":[{"SpecialToken":{"id":"[CLS]","type_id":0}},{"Sequence":{"id":"A","type_id":0}},{"SpecialToken":{"id":"[SEP]","type_id":0}}],
  "pair":[{"SpecialToken":{"id":"[CLS]","type_id":0}},{"Sequence":{"id":"A","type_id":0}},{"SpecialToken":{"id":"[SEP]","type_id":0}},
          {"Sequence":{"id":"B","type_id":1}},{"SpecialToken":{"id":"[SEP]","type_id":1}}],
  "special_tokens":{"[CLS]":{"id":"[CLS]","ids":[101],"tokens":["[CLS]"]},"[SEP]":{"id":"[SEP]","ids":[102],"tokens":["[SEP]"]}}},)" +
         more +
         R"("model":{"type":"WordPiece","unk_token":"[UNK]","continuing_subword_prefix":"##","max_input_chars_per_word":100,
"vocab":{"[PAD]":0,"[UNK]":100,"[CLS]":101,"[SEP]":102,"a":1037,"b":1038,"c":1039,"d":1040,"e":1041,"f":1042,"g":1043}}})";
}

std::string truncation(const std::string& strategy, const std::string& direction, int length, int stride) {
  return "\"truncation\":{\"strategy\":\"" + strategy + "\",\"direction\":\"" + direction +
         "\",\"max_length\":" + std::to_string(length) + ",\"stride\":" + std::to_string(stride) + "},";
}

Tokenizer load(const std::string& more) {
  const std::string json = bert(more);
  auto tokenizer = Tokenizer::load(bytes_of(json));
  REQUIRE(tokenizer.ok());
  return std::move(tokenizer.value());
}

using Ids = std::vector<int32_t>;

}  // namespace

TEST_CASE("a pair has a type for each text", "[tokenize]") {
  const Tokenizer tokenizer = load("");
  Tokenizer::Workspace workspace;
  Encoding encoding;
  REQUIRE(tokenizer.encode_pair("a", "b c", {}, workspace, encoding).ok());
  CHECK(encoding.ids == Ids{101, 1037, 102, 1038, 1039, 102});
  CHECK(encoding.type_ids == Ids{0, 0, 0, 1, 1, 1});
  CHECK(encoding.special == std::vector<uint8_t>{1, 0, 1, 0, 0, 1});
  CHECK(encoding.word_ids == Ids{-1, 0, -1, 0, 1, -1});
  CHECK(tokenizer.decode(encoding.ids, false) == "[CLS] a [SEP] b c [SEP]");
}

TEST_CASE("what is too long is cut off on the side and by the strategy that was asked for", "[tokenize]") {
  struct Case {
    const char* name;
    std::string truncation;
    std::string first, second;
    Ids ids;
  };
  const auto c = GENERATE(values<Case>({
      {"right", truncation("LongestFirst", "Right", 5, 0), "a b c d e f", "", {101, 1037, 1038, 1039, 102}},
      {"left", truncation("LongestFirst", "Left", 5, 0), "a b c d e f", "", {101, 1040, 1041, 1042, 102}},
      {"pair, right",
       truncation("LongestFirst", "Right", 5, 0),
       "a b c d",
       "e f g",
       {101, 1037, 102, 1041, 102}},
      {"pair, left",
       truncation("LongestFirst", "Left", 5, 0),
       "a b c d",
       "e f g",
       {101, 1040, 102, 1043, 102}},
      {"specials alone", truncation("LongestFirst", "Right", 2, 0), "a b", "", {101, 102}},
      {"less than the specials", truncation("LongestFirst", "Right", 1, 0), "a b", "", {101, 102}},
      {"short enough", truncation("LongestFirst", "Right", 4, 0), "a b", "", {101, 1037, 1038, 102}},
      {"the second, of one", truncation("OnlySecond", "Right", 3, 0), "a b", "", {101, 1037, 1038, 102}},
  }));
  CAPTURE(c.name);
  const Tokenizer tokenizer = load(c.truncation);
  Tokenizer::Workspace workspace;
  Encoding encoding;
  if (c.second.empty()) {
    tokenizer.encode(c.first, {}, workspace, encoding);
  } else {
    REQUIRE(tokenizer.encode_pair(c.first, c.second, {}, workspace, encoding).ok());
  }
  CHECK(encoding.ids == c.ids);
}

TEST_CASE("a strategy that cannot be followed is an error", "[tokenize]") {
  const Tokenizer tokenizer = load(truncation("OnlyFirst", "Right", 5, 0));
  Tokenizer::Workspace workspace;
  Encoding encoding;
  const auto done = tokenizer.encode_pair("a b c d", "e f g", {}, workspace, encoding);
  REQUIRE_FALSE(done.ok());
  CHECK(done.error().code == ErrorCode::invalid_input);
}

TEST_CASE("what overflows comes in pieces that share a stride", "[tokenize]") {
  const Tokenizer tokenizer = load(truncation("LongestFirst", "Right", 6, 1));
  Tokenizer::Workspace workspace;
  Encoding encoding;
  tokenizer.encode("a b c d e f g", {.overflow = true}, workspace, encoding);
  CHECK(encoding.ids == Ids{101, 1037, 1038, 1039, 1040, 102});
  CHECK(encoding.truncated);
  REQUIRE(encoding.overflowing.size() == 1);
  CHECK(encoding.overflowing[0].ids == Ids{101, 1040, 1041, 1042, 1043, 102});
  CHECK(encoding.overflowing[0].starts == std::vector<uint32_t>{0, 6, 8, 10, 12, 0});
  tokenizer.encode("a b c d e f g", {}, workspace, encoding);
  CHECK(encoding.overflowing.empty());
}

TEST_CASE("padding goes to a length, a multiple, or the longest, on its side", "[tokenize]") {
  Tokenizer::Workspace workspace;
  const Tokenizer multiple = load(
      R"("padding":{"strategy":"BatchLongest","direction":"Right","pad_to_multiple_of":8,"pad_id":0,"pad_type_id":0,"pad_token":"[PAD]"},)");
  Encoding encoding;
  multiple.encode("a b c d e f g", {.padding = true}, workspace, encoding);
  CHECK(encoding.size() == 16);
  multiple.encode("a b c d e f g", {}, workspace, encoding);
  CHECK(encoding.size() == 9);

  const Tokenizer left = load(
      R"("padding":{"strategy":"BatchLongest","direction":"Left","pad_to_multiple_of":null,"pad_id":0,"pad_type_id":0,"pad_token":"[PAD]"},)");
  std::vector<Encoding> batch(2);
  left.encode("a", {}, workspace, batch[0]);
  left.encode("b c d", {}, workspace, batch[1]);
  left.pad_batch(batch);
  CHECK(batch[0].ids == Ids{0, 0, 101, 1037, 102});
  CHECK(batch[0].attention_mask == std::vector<uint8_t>{0, 0, 1, 1, 1});
  CHECK(batch[0].word_ids == Ids{-1, -1, -1, 0, -1});
  CHECK(batch[1].size() == 5);
}
