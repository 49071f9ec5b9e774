// Keeping text and origins in step.
#include "tokenize/aligned_text.h"

#include "text/utf8.h"

namespace wembed {

void AlignedText::clear() {
  text.clear();
  origins.clear();
}

void AlignedText::assign(std::string_view original, bool track) {
  clear();
  tracked = track;
  for (size_t at = 0; at < original.size();) {
    const CodePoint point = code_point_at(original, at);
    const Origin origin{static_cast<uint32_t>(at), static_cast<uint32_t>(at + point.size)};
    if (point.value == replacement_character) {
      append(point.value, origin);
    } else {
      append(original.substr(at, point.size), origin);
    }
    at += point.size;
  }
}

void AlignedText::append(std::string_view piece, Origin origin) {
  text.append(piece);
  if (tracked) origins.insert(origins.end(), piece.size(), origin);
}

void AlignedText::append(char32_t value, Origin origin) {
  const size_t before = text.size();
  append_utf8(value, text);
  if (tracked) origins.insert(origins.end(), text.size() - before, origin);
}

}  // namespace wembed
