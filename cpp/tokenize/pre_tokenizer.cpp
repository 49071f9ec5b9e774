// Each step takes the spans of the one before and cuts them further.
#include "tokenize/pre_tokenizer.h"

#include <algorithm>
#include <array>
#include <optional>
#include <utility>

#include "text/script.h"
#include "text/unicode_class.h"
#include "text/utf8.h"
#include "tokenize/byte_level.h"

namespace wembed {

namespace {

// Pieces of a text at single characters that match.
template <class Matches>
void split_characters(std::string_view text, Span span, SplitWriter& out, Matches matches) {
  size_t begin = span.begin;
  for (size_t at = span.begin; at < span.end;) {
    const CodePoint point = code_point_at(text, at);
    if (matches(point.value)) {
      if (begin < at) out.piece(begin, at, false);
      out.piece(at, at + point.size, true);
      begin = at + point.size;
    }
    at += point.size;
  }
  if (begin < span.end) out.piece(begin, span.end, false);
  out.finish();
}

template <class Matches>
void split_each(const std::string& text, const std::vector<Span>& spans, SplitBehavior behavior,
                std::vector<Span>& out, Matches matches) {
  SplitWriter writer(behavior, false, out);
  for (const Span span : spans) split_characters(text, span, writer, matches);
}

struct Input {
  AlignedText& text;
  const std::vector<Span>& spans;
  PreTokenizerWorkspace& workspace;
  std::vector<Span>& out;
};

void cut(const BertSplit&, const Input& in) {
  enum class Kind : uint8_t { word, space, punctuation };
  const auto kind_of = [](char32_t value) {
    if (is_whitespace(value)) return Kind::space;
    return is_bert_punctuation(value) ? Kind::punctuation : Kind::word;
  };
  std::array<Kind, 128> ascii;
  for (char32_t value = 0; value < 128; ++value) ascii[value] = kind_of(value);
  const std::string_view text = in.text.text;
  for (const Span span : in.spans) {
    uint32_t begin = span.begin;
    for (uint32_t at = span.begin; at < span.end;) {
      const auto byte = static_cast<uint8_t>(text[at]);
      uint32_t size = 1;
      Kind kind = Kind::word;
      if (byte < 128) {
        kind = ascii[byte];
      } else {
        const CodePoint point = code_point_at(text, at);
        kind = kind_of(point.value);
        size = point.size;
      }
      if (kind != Kind::word) {
        if (begin < at) in.out.push_back({begin, at});
        if (kind == Kind::punctuation) in.out.push_back({at, at + size});
        begin = at + size;
      }
      at += size;
    }
    if (begin < span.end) in.out.push_back({begin, span.end});
  }
}

void cut(const WhitespaceSplit&, const Input& in) {
  split_each(in.text.text, in.spans, SplitBehavior::removed, in.out, is_whitespace);
}

void cut(const WordSplit&, const Input& in) {
  const std::string_view text = in.text.text;
  for (const Span span : in.spans) {
    uint32_t begin = span.begin;
    int previous = 0;
    for (uint32_t at = span.begin; at < span.end;) {
      const CodePoint point = code_point_at(text, at);
      const int kind = is_whitespace(point.value) ? 0 : is_word(point.value) ? 1 : 2;
      if (kind != previous) {
        if (previous != 0) in.out.push_back({begin, at});
        begin = at;
        previous = kind;
      }
      at += point.size;
    }
    if (previous != 0) in.out.push_back({begin, span.end});
  }
}

void cut(const PunctuationSplit& step, const Input& in) {
  split_each(in.text.text, in.spans, step.behavior, in.out, is_bert_punctuation);
}

void cut(const DigitSplit& step, const Input& in) {
  split_each(in.text.text, in.spans, step.behavior, in.out,
             [](char32_t value) { return is_in(value, numbers); });
}

void cut(const DelimiterSplit& step, const Input& in) {
  split_each(in.text.text, in.spans, SplitBehavior::removed, in.out,
             [&](char32_t value) { return value == step.delimiter; });
}

// A new word where a script differs from the last one that was not common to all (Rust: UnicodeScripts).
void cut(const ScriptSplit&, const Input& in) {
  const std::string_view text = in.text.text;
  for (const Span span : in.spans) {
    // What comes before the first character with a script is dropped, as in the Rust library.
    std::optional<uint32_t> begin;
    std::optional<Script> last;
    for (uint32_t at = span.begin; at < span.end;) {
      const CodePoint point = code_point_at(text, at);
      const Script script = tokenizer_script(point.value);
      if (script != Script::any) {
        if (last != script) {
          if (begin) in.out.push_back({*begin, at});
          begin = at;
        }
        last = script;
      }
      at += point.size;
    }
    if (begin) in.out.push_back({*begin, span.end});
  }
}

void cut(const FixedLengthSplit& step, const Input& in) {
  const std::string_view text = in.text.text;
  for (const Span span : in.spans) {
    for (uint32_t begin = span.begin; begin < span.end;) {
      uint32_t end = begin;
      for (size_t count = 0; count < step.length && end < span.end; ++count)
        end += code_point_at(text, end).size;
      in.out.push_back({begin, end});
      begin = end;
    }
  }
}

void cut(const PatternSplit& step, const Input& in) {
  SplitWriter writer(step.behavior, step.invert, in.out);
  for (const Span span : in.spans) {
    const std::string_view text = std::string_view(in.text.text).substr(span.begin, span.end - span.begin);
    size_t copied = 0;
    for_each_match(step.pattern, text, in.workspace.regex, [&](size_t begin, size_t end) {
      if (copied != begin) writer.piece(span.begin + copied, span.begin + begin, false);
      writer.piece(span.begin + begin, span.begin + end, true);
      copied = end;
    });
    if (copied != text.size()) writer.piece(span.begin + copied, span.end, false);
    writer.finish();
  }
}

void cut_words(const WordRules& rules, std::string_view text, Span span, std::vector<Span>& out) {
  const std::string_view part = text.substr(0, span.end);
  for (size_t begin = span.begin; begin < span.end;) {
    const size_t end = word_end(rules, part, begin);
    out.push_back({static_cast<uint32_t>(begin), static_cast<uint32_t>(end)});
    begin = end;
  }
}

void cut(const KnownPatternSplit& step, const Input& in) {
  for (const Span span : in.spans) cut_words(step.rules, in.text.text, span, in.out);
}

void cut(const MetaspaceSplit& step, const Input& in) {
  const std::string_view source = in.text.text;
  Rewriter writer(in.text, in.workspace.next);
  OriginReader origins(in.text);
  std::vector<Span>& out = in.out;
  const std::string& result = in.workspace.next.text;
  for (const Span span : in.spans) {
    const std::string_view part = source.substr(span.begin, span.end - span.begin);
    const auto begin = static_cast<uint32_t>(writer.size());
    const bool has_prefix = part.starts_with(' ') || part.starts_with(step.replacement);
    const bool prepends =
        !has_prefix && (step.prepend == PrependScheme::always ||
                        (step.prepend == PrependScheme::first && origins.origin_of(span.begin).begin == 0));
    if (prepends) writer.put(step.replacement, span.begin);
    for (size_t at = span.begin; at < span.end;) {
      const size_t space = std::min<size_t>(source.find(' ', at), span.end);
      writer.copy(at, space);
      if (space < span.end) writer.put(step.replacement, space);
      at = space + 1;
    }
    const auto end = static_cast<uint32_t>(writer.size());
    if (!step.split) {
      out.push_back({begin, end});
      continue;
    }
    // Each replacement begins a word.
    uint32_t word = begin;
    for (size_t at = result.find(step.replacement, begin); at < end;
         at = result.find(step.replacement, at + step.replacement.size())) {
      if (at > word) out.push_back({word, static_cast<uint32_t>(at)});
      word = static_cast<uint32_t>(at);
    }
    if (word < end) out.push_back({word, end});
  }
  std::swap(in.text, in.workspace.next);
}

void cut(const ByteLevelSplit& step, const Input& in) {
  std::vector<Span> spans = in.spans;
  const auto starts_with_space = [&](Span span) { return in.text.text[span.begin] == ' '; };
  if (step.add_prefix_space && !std::ranges::all_of(spans, starts_with_space)) {
    Rewriter writer(in.text, in.workspace.next);
    for (Span& span : spans) {
      const auto begin = static_cast<uint32_t>(writer.size());
      if (!starts_with_space(span)) writer.put(" ", span.begin);
      writer.copy(span.begin, span.end);
      span = {begin, static_cast<uint32_t>(writer.size())};
    }
    std::swap(in.text, in.workspace.next);
  }
  if (step.use_regex) {
    for (const Span span : spans) cut_words(gpt2_rules, in.text.text, span, in.out);
  } else {
    in.out = std::move(spans);
  }
  if (!step.writes_bytes) return;
  Rewriter writer(in.text, in.workspace.next);
  for (Span& span : in.out) {
    const auto begin = static_cast<uint32_t>(writer.size());
    for (size_t at = span.begin; at < span.end; ++at) {
      writer.put(byte_characters[static_cast<uint8_t>(in.text.text[at])], at);
    }
    span = {begin, static_cast<uint32_t>(writer.size())};
  }
  std::swap(in.text, in.workspace.next);
}

}  // namespace

PreTokenizer PreTokenizer::bert() {
  PreTokenizer pre_tokenizer;
  pre_tokenizer.steps_.push_back(BertSplit{});
  return pre_tokenizer;
}

PreTokenizer PreTokenizer::byte_level(bool add_prefix_space) {
  PreTokenizer pre_tokenizer;
  pre_tokenizer.steps_.push_back(ByteLevelSplit{add_prefix_space, true, true});
  return pre_tokenizer;
}

bool PreTokenizer::ends_in_bytes() const {
  return !steps_.empty() && std::holds_alternative<ByteLevelSplit>(steps_.back());
}

void PreTokenizer::reads_bytes() { std::get_if<ByteLevelSplit>(&steps_.back())->writes_bytes = false; }

bool PreTokenizer::needs_origins() const {
  return std::ranges::any_of(steps_, [](const PreTokenizerStep& step) {
    const auto* metaspace = std::get_if<MetaspaceSplit>(&step);
    return metaspace != nullptr && metaspace->prepend == PrependScheme::first;
  });
}

void PreTokenizer::apply(AlignedText& text, std::vector<Span>& spans,
                         PreTokenizerWorkspace& workspace) const {
  for (const PreTokenizerStep& step : steps_) {
    workspace.spans.clear();
    std::visit([&](const auto& kind) { cut(kind, Input{text, spans, workspace, workspace.spans}); }, step);
    std::swap(spans, workspace.spans);
  }
}

}  // namespace wembed
