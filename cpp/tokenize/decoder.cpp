// Each step turns a list of tokens into another; what the last one leaves is put together.
#include "tokenize/decoder.h"

#include <algorithm>
#include <optional>
#include <utility>

#include "text/utf8.h"
#include "tokenize/byte_level.h"
#include "tokenize/byte_pieces.h"

namespace wembed {

namespace {

using Tokens = std::vector<std::string>;

constexpr std::string_view replacement_bytes = "\xef\xbf\xbd";

std::string replaced(std::string_view text, std::string_view from, std::string_view to) {
  std::string out;
  size_t copied = 0;
  if (!from.empty()) {
    for (size_t at = text.find(from); at != std::string_view::npos; at = text.find(from, copied)) {
      out.append(text, copied, at - copied);
      out.append(to);
      copied = at + from.size();
    }
  }
  out.append(text, copied);
  return out;
}

std::string cleaned(std::string_view token) {
  std::string text(token);
  static constexpr std::pair<std::string_view, std::string_view> rules[] = {
      {" .", "."},   {" ?", "?"},           {" !", "!"},   {" ,", ","},     {" ' ", "'"},   {" n't", "n't"},
      {" 'm", "'m"}, {" do not", " don't"}, {" 's", "'s"}, {" 've", "'ve"}, {" 're", "'re"}};
  for (const auto& [from, to] : rules) text = replaced(text, from, to);
  return text;
}

// How many bytes at `at` are one character; 0 where they are none.
size_t character_size(std::string_view bytes, size_t at) {
  const CodePoint point = code_point_at(bytes, at);
  return point.value == replacement_character && point.size == 1 ? 0 : point.size;
}

// The length of a broken sequence: as much of it as could begin a character (Unicode Standard, section 3.9,
// "maximal subparts").
size_t broken_size(std::string_view bytes, size_t at) {
  const auto byte = [&](size_t i) { return i < bytes.size() ? static_cast<uint8_t>(bytes[i]) : uint8_t{0}; };
  const uint8_t lead = byte(at), second = byte(at + 1);
  const auto is_continuation = [](uint8_t value) { return (value & 0xc0) == 0x80; };
  if (lead < 0xe0 || lead > 0xf4 || !is_continuation(second)) return 1;
  if (lead < 0xf0) {
    const bool could = (lead != 0xe0 || second >= 0xa0) && (lead != 0xed || second < 0xa0);
    return could ? 2 : 1;
  }
  const bool could = (lead != 0xf0 || second >= 0x90) && (lead != 0xf4 || second < 0x90);
  if (!could) return 1;
  return is_continuation(byte(at + 2)) ? 3 : 2;
}

std::string valid_utf8(std::string_view bytes) {
  std::string out;
  out.reserve(bytes.size());
  for (size_t at = 0; at < bytes.size();) {
    if (const size_t size = character_size(bytes, at)) {
      out.append(bytes, at, size);
      at += size;
    } else {
      out.append(replacement_bytes);
      at += broken_size(bytes, at);
    }
  }
  return out;
}

bool is_utf8(std::string_view bytes) {
  for (size_t at = 0; at < bytes.size();) {
    const size_t size = character_size(bytes, at);
    if (size == 0) return false;
    at += size;
  }
  return true;
}

void apply(const WordPieceDecoder& step, Tokens& tokens) {
  for (size_t i = 0; i < tokens.size(); ++i) {
    if (i > 0) {
      if (tokens[i].starts_with(step.prefix)) {
        tokens[i].erase(0, step.prefix.size());
      } else {
        tokens[i].insert(0, " ");
      }
    }
    if (step.cleanup) tokens[i] = cleaned(tokens[i]);
  }
}

void apply(const ByteLevelDecoder&, Tokens& tokens) {
  std::string bytes;
  for (const std::string& token : tokens) {
    const auto decoded = bytes_of_characters(token);
    bytes.append(decoded ? *decoded : token);
  }
  tokens.assign(1, valid_utf8(bytes));
}

void apply(const MetaspaceDecoder& step, Tokens& tokens) {
  for (size_t i = 0; i < tokens.size(); ++i) {
    tokens[i] = replaced(tokens[i], step.replacement, i == 0 && step.drops_first ? "" : " ");
  }
}

void apply(const ByteFallbackDecoder&, Tokens& tokens) {
  Tokens out;
  std::string bytes;
  const auto flush = [&] {
    if (bytes.empty()) return;
    if (is_utf8(bytes)) {
      out.push_back(bytes);
    } else {
      out.insert(out.end(), bytes.size(), std::string(replacement_bytes));
    }
    bytes.clear();
  };
  for (std::string& token : tokens) {
    if (const auto byte = byte_of_piece(token)) {
      bytes.push_back(static_cast<char>(*byte));
    } else {
      flush();
      out.push_back(std::move(token));
    }
  }
  flush();
  tokens = std::move(out);
}

void apply(const FuseDecoder&, Tokens& tokens) {
  std::string whole;
  for (const std::string& token : tokens) whole.append(token);
  tokens.clear();
  tokens.push_back(std::move(whole));
}

void apply(const StripDecoder& step, Tokens& tokens) {
  std::string content;
  append_utf8(step.content, content);
  for (std::string& token : tokens) {
    std::string_view rest = token;
    size_t at_end = 0;
    std::string_view tail = rest;
    while (at_end < step.stop && tail.ends_with(content)) {
      tail.remove_suffix(content.size());
      ++at_end;
    }
    size_t at_start = 0;
    while (at_start < step.start && rest.starts_with(content)) {
      rest.remove_prefix(content.size());
      ++at_start;
    }
    const size_t removed = (at_start + at_end) * content.size();
    token = removed >= token.size() ? std::string()
                                    : token.substr(at_start * content.size(), token.size() - removed);
  }
}

void apply(const ReplaceDecoder& step, Tokens& tokens) {
  RegexWorkspace workspace;
  for (std::string& token : tokens) {
    std::string out;
    size_t copied = 0;
    for_each_match(step.pattern, token, workspace, [&](size_t begin, size_t end) {
      out.append(token, copied, begin - copied);
      out.append(step.content);
      copied = end;
    });
    out.append(token, copied);
    token = std::move(out);
  }
}

void apply(const BpeDecoder& step, Tokens& tokens) {
  for (size_t i = 0; i < tokens.size(); ++i) {
    tokens[i] = replaced(tokens[i], step.suffix, i + 1 == tokens.size() ? "" : " ");
  }
}

void apply(const CtcDecoder& step, Tokens& tokens) {
  tokens.erase(std::ranges::unique(tokens).begin(), tokens.end());
  for (std::string& token : tokens) {
    token = replaced(token, step.pad_token, "");
    if (step.cleanup) token = replaced(cleaned(token), step.word_delimiter_token, " ");
  }
  std::erase_if(tokens, [](const std::string& token) { return token.empty(); });
}

}  // namespace

Decoder Decoder::of(DecoderStep step) {
  Decoder decoder;
  decoder.is_null_ = false;
  decoder.steps_.push_back(std::move(step));
  return decoder;
}

std::string Decoder::decode(std::vector<std::string> tokens) const {
  for (const DecoderStep& step : steps_) {
    std::visit([&](const auto& kind) { apply(kind, tokens); }, step);
  }
  std::string text;
  for (size_t i = 0; i < tokens.size(); ++i) {
    if (is_null_ && i > 0) text.push_back(' ');
    text.append(tokens[i]);
  }
  return text;
}

}  // namespace wembed
