// A tokenizer on the command line, so that scripts can compare it with others without WebAssembly.
//
//   tokenize TOKENIZER.json [--no-specials] [--overflow] [--padding] [--max N]   < lines > lines
//   tokenize TOKENIZER.json --bench FILE [--chunk BYTES] [--ids]
//
// A line of input is a JSON string, or a list of two for a pair; a line of output is an object.
#include <rapidjson/document.h>
#include <rapidjson/stringbuffer.h>
#include <rapidjson/writer.h>

#include <chrono>
#include <cstdio>
#include <cstdlib>
#include <fstream>
#include <iostream>
#include <iterator>
#include <string>
#include <vector>

#include "io/json.h"
#include "tokenize/tokenizer.h"

using namespace wembed;

namespace {

std::string read_file(const std::string& path) {
  std::ifstream file(path, std::ios::binary);
  return {std::istreambuf_iterator<char>(file), {}};
}

std::span<const uint8_t> bytes_of(const std::string& text) {
  return {reinterpret_cast<const uint8_t*>(text.data()), text.size()};
}

using Writer = rapidjson::Writer<rapidjson::StringBuffer>;

template <class T>
void write_list(Writer& writer, const char* key, const std::vector<T>& list) {
  writer.Key(key);
  writer.StartArray();
  for (const T value : list) writer.Int64(value);
  writer.EndArray();
}

void write_encoding(Writer& writer, const Tokenizer& tokenizer, const Encoding& encoding) {
  writer.StartObject();
  write_list(writer, "ids", encoding.ids);
  write_list(writer, "typeIds", encoding.type_ids);
  write_list(writer, "starts", encoding.starts);
  write_list(writer, "ends", encoding.ends);
  write_list(writer, "special", encoding.special);
  write_list(writer, "words", encoding.word_ids);
  write_list(writer, "mask", encoding.attention_mask);
  for (const bool skip : {false, true}) {
    const std::string text = tokenizer.decode(encoding.ids, skip);
    writer.Key(skip ? "decodedWithoutSpecials" : "decoded");
    writer.String(text.data(), static_cast<rapidjson::SizeType>(text.size()));
  }
  writer.Key("truncated");
  writer.Bool(encoding.truncated);
  writer.Key("overflowing");
  writer.StartArray();
  for (const Encoding& rest : encoding.overflowing) write_encoding(writer, tokenizer, rest);
  writer.EndArray();
  writer.EndObject();
}

int bench(const Tokenizer& tokenizer, const std::string& text, size_t chunk, EncodeOptions options) {
  std::vector<std::string_view> parts;
  for (size_t begin = 0; begin < text.size();) {
    size_t end = std::min(text.size(), begin + chunk);
    while (end < text.size() && (static_cast<uint8_t>(text[end]) & 0xc0) == 0x80) ++end;
    parts.push_back(std::string_view(text).substr(begin, end - begin));
    begin = end;
  }
  double best = 1e9;
  size_t tokens = 0;
  for (int round = 0; round < 7; ++round) {
    Tokenizer::Workspace workspace;
    Encoding encoding;
    tokens = 0;
    const auto start = std::chrono::steady_clock::now();
    for (const std::string_view part : parts) {
      tokenizer.encode(part, options, workspace, encoding);
      tokens += encoding.size();
    }
    best = std::min(best, std::chrono::duration<double>(std::chrono::steady_clock::now() - start).count());
  }
  std::printf("%.2f MB/s, %zu tokens\n", static_cast<double>(text.size()) / best / 1e6, tokens);
  return 0;
}

}  // namespace

int main(int count, char** arguments) {
  if (count < 2) return 2;
  EncodeOptions options;
  size_t chunk = SIZE_MAX;
  std::string bench_file;
  for (int i = 2; i < count; ++i) {
    const std::string argument = arguments[i];
    if (argument == "--no-specials") options.add_special_tokens = false;
    if (argument == "--overflow") options.overflow = true;
    if (argument == "--padding") options.padding = true;
    if (argument == "--ids") options.offsets = false;
    if (argument == "--max" && i + 1 < count) options.max_length = std::strtoul(arguments[++i], nullptr, 10);
    if (argument == "--bench" && i + 1 < count) bench_file = arguments[++i];
    if (argument == "--chunk" && i + 1 < count) chunk = std::strtoul(arguments[++i], nullptr, 10);
  }
  const std::string json = read_file(arguments[1]);
  const auto start = std::chrono::steady_clock::now();
  const auto tokenizer = Tokenizer::load(bytes_of(json));
  if (!tokenizer.ok()) {
    std::fprintf(stderr, "%s\n", tokenizer.error().message.c_str());
    return 1;
  }
  if (!bench_file.empty()) {
    const auto took = std::chrono::duration<double>(std::chrono::steady_clock::now() - start).count();
    std::printf("load %.0f ms; ", took * 1e3);
    return bench(tokenizer.value(), read_file(bench_file), chunk, options);
  }
  Tokenizer::Workspace workspace;
  Encoding encoding;
  std::string line;
  while (std::getline(std::cin, line)) {
    rapidjson::Document input;
    input.Parse(line.data(), line.size());
    rapidjson::StringBuffer buffer;
    Writer writer(buffer);
    if (input.IsString()) {
      tokenizer.value().encode(json_text(input), options, workspace, encoding);
      write_encoding(writer, tokenizer.value(), encoding);
    } else if (input.IsArray() && input.Size() == 2) {
      const auto done = tokenizer.value().encode_pair(json_text(input[0]), json_text(input[1]), options,
                                                      workspace, encoding);
      if (done.ok()) {
        write_encoding(writer, tokenizer.value(), encoding);
      } else {
        writer.StartObject();
        writer.Key("error");
        writer.String(done.error().message.c_str());
        writer.EndObject();
      }
    }
    std::printf("%s\n", buffer.GetString());
  }
  return 0;
}
