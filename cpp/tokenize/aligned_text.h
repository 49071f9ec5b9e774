// A text on its way through the normalizers, every byte of it tied to the original.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

namespace wembed {

// Bytes of the original text: [begin, end).
struct Origin {
  uint32_t begin, end;
};

struct AlignedText {
  std::string text;             // UTF-8
  std::vector<Origin> origins;  // [text.size()], or empty where nobody asks for offsets
  bool tracked = true;

  // Starts over from an original. What is not UTF-8 becomes U+FFFD, so that everything after may trust it.
  void assign(std::string_view original, bool track);

  // Appends text whose bytes all come from `origin`.
  void append(std::string_view piece, Origin origin);
  void append(char32_t value, Origin origin);

  void clear();
};

}  // namespace wembed
