// A text on its way through the normalizers, every byte of it tied to the original.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

namespace wembed {

// Bytes of the original text: [begin, end).
struct Origin {
  uint32_t begin, end;
};

// The bytes from `at` to the next run. Where they are as they were, `size` is `unchanged` and the first one
// was at byte `origin`; otherwise each of them stems from all of [origin, origin + size).
struct OriginRun {
  static constexpr uint32_t unchanged = UINT32_MAX;
  uint32_t at, origin, size;
};

struct AlignedText {
  std::string text;             // UTF-8
  std::vector<OriginRun> runs;  // by `at`; empty where nobody asks for offsets
  bool tracked = true;

  // Starts over with a part of the original, in valid UTF-8, that begins at byte `origin` of it.
  void assign(std::string_view part, uint32_t origin, bool track);

  // Appends bytes that are as they were from byte `origin` on, or that all stem from one place.
  void append_unchanged(std::string_view bytes, uint32_t origin);
  void append(std::string_view bytes, Origin origin);
};

// Looks up origins; fastest where places do not go back.
class OriginReader {
 public:
  explicit OriginReader(const AlignedText& text) : text_(text) {}

  // The run that byte `at` is in.
  const OriginRun& run_at(size_t at);
  size_t run_end(const OriginRun& run) const;

  // What the character of byte `at` stems from.
  Origin origin_of(size_t at);

  // What the bytes [begin, end) stem from, first to last; begin < end.
  Origin origin_of(size_t begin, size_t end);

 private:
  const AlignedText& text_;
  size_t run_ = 0;
};

// Writes the next version of a text. Characters that a step replaces take the place of one in the source.
class Rewriter {
 public:
  Rewriter(const AlignedText& source, AlignedText& out);

  // The source's bytes [begin, end), unchanged.
  void copy(size_t begin, size_t end);

  // A character, or bytes, with the origin of the source's character at byte `at`.
  void put(char32_t value, size_t at);
  void put(std::string_view bytes, size_t at);

  // Bytes in front of everything.
  void put_first(std::string_view bytes);

  size_t size() const;

 private:
  const AlignedText& source_;
  AlignedText& out_;
  OriginReader reader_;
};

// Follows a list of (character, change) pairs, in the sense of NormalizedPoint, along the source.
class ChangeWriter {
 public:
  ChangeWriter(const AlignedText& source, Rewriter& writer, size_t begin)
      : source_(source), writer_(writer), at_(begin) {}

  void put(char32_t value, int32_t change);

  // Goes on from byte `at` of the source; what is in between, others have written.
  void move_to(size_t at) { at_ = at; }

 private:
  void skip();

  const AlignedText& source_;
  Rewriter& writer_;
  size_t at_;  // in the source
};

}  // namespace wembed
