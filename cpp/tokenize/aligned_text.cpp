// Keeping text and origins in step.
#include "tokenize/aligned_text.h"

#include <algorithm>

#include "text/utf8.h"

namespace wembed {

namespace {

bool is_continuation(char byte) { return (static_cast<uint8_t>(byte) & 0xc0) == 0x80; }

}  // namespace

void AlignedText::assign(std::string_view part, uint32_t origin, bool track) {
  text.assign(part);
  runs.clear();
  tracked = track;
  if (track && !part.empty()) runs.push_back({0, origin, OriginRun::unchanged});
}

void AlignedText::append_unchanged(std::string_view bytes, uint32_t origin) {
  if (bytes.empty()) return;
  if (tracked) {
    const auto at = static_cast<uint32_t>(text.size());
    const bool continues = !runs.empty() && runs.back().size == OriginRun::unchanged &&
                           runs.back().origin + (at - runs.back().at) == origin;
    if (!continues) runs.push_back({at, origin, OriginRun::unchanged});
  }
  text.append(bytes);
}

void AlignedText::append(std::string_view bytes, Origin origin) {
  if (bytes.empty()) return;
  if (tracked) {
    const uint32_t size = origin.end - origin.begin;
    const bool continues = !runs.empty() && runs.back().size == size && runs.back().origin == origin.begin;
    if (!continues) runs.push_back({static_cast<uint32_t>(text.size()), origin.begin, size});
  }
  text.append(bytes);
}

const OriginRun& OriginReader::run_at(size_t at) {
  const auto& runs = text_.runs;
  if (runs[run_].at > at) {
    const auto next = std::upper_bound(runs.begin(), runs.begin() + static_cast<ptrdiff_t>(run_), at,
                                       [](size_t place, const OriginRun& run) { return place < run.at; });
    run_ = static_cast<size_t>(next - runs.begin()) - 1;
  }
  while (run_ + 1 < runs.size() && runs[run_ + 1].at <= at) ++run_;
  return runs[run_];
}

size_t OriginReader::run_end(const OriginRun& run) const {
  const auto index = static_cast<size_t>(&run - text_.runs.data());
  return index + 1 < text_.runs.size() ? text_.runs[index + 1].at : text_.text.size();
}

Origin OriginReader::origin_of(size_t at) { return origin_of(at, at + 1); }

Origin OriginReader::origin_of(size_t begin, size_t end) {
  const std::string& text = text_.text;
  Origin origin{};
  const OriginRun& first = run_at(begin);
  if (first.size == OriginRun::unchanged) {
    size_t start = begin;
    while (start > first.at && is_continuation(text[start])) --start;
    origin.begin = first.origin + static_cast<uint32_t>(start - first.at);
  } else {
    origin.begin = first.origin;
  }
  const OriginRun& last = run_at(end - 1);
  if (last.size == OriginRun::unchanged) {
    size_t stop = end;
    while (stop < text.size() && is_continuation(text[stop])) ++stop;
    origin.end = last.origin + static_cast<uint32_t>(stop - last.at);
  } else {
    origin.end = last.origin + last.size;
  }
  return origin;
}

Rewriter::Rewriter(const AlignedText& source, AlignedText& out)
    : source_(source), out_(out), reader_(source) {
  out_.text.clear();
  out_.runs.clear();
  out_.tracked = source.tracked;
}

void Rewriter::copy(size_t begin, size_t end) {
  if (!source_.tracked) {
    out_.text.append(source_.text, begin, end - begin);
    return;
  }
  const std::string_view bytes = source_.text;
  while (begin < end) {
    const OriginRun& run = reader_.run_at(begin);
    const size_t stop = std::min(end, reader_.run_end(run));
    if (run.size == OriginRun::unchanged) {
      out_.append_unchanged(bytes.substr(begin, stop - begin),
                            run.origin + static_cast<uint32_t>(begin - run.at));
    } else {
      out_.append(bytes.substr(begin, stop - begin), {run.origin, run.origin + run.size});
    }
    begin = stop;
  }
}

void Rewriter::put(char32_t value, size_t at) {
  if (!source_.tracked) {
    append_utf8(value, out_.text);
    return;
  }
  std::string bytes;  // short enough never to allocate
  append_utf8(value, bytes);
  out_.append(bytes, reader_.origin_of(at));
}

void Rewriter::put(std::string_view bytes, size_t at) {
  if (source_.tracked) {
    out_.append(bytes, reader_.origin_of(at));
  } else {
    out_.text.append(bytes);
  }
}

void Rewriter::put_first(std::string_view bytes) { out_.append(bytes, {0, 0}); }

size_t Rewriter::size() const { return out_.text.size(); }

void ChangeWriter::skip() {
  if (at_ < source_.text.size()) at_ += code_point_at(source_.text, at_).size;
}

void ChangeWriter::put(char32_t value, int32_t change) {
  if (change > 0) {
    if (at_ == 0) {
      std::string bytes;
      append_utf8(value, bytes);
      writer_.put_first(bytes);
    } else {
      writer_.put(value, at_ - 1);
    }
    return;
  }
  writer_.put(value, std::min(at_, source_.text.size() - 1));
  skip();
  for (; change < 0; ++change) skip();
}

}  // namespace wembed
