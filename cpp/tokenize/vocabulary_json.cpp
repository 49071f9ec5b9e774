// Checks ids and reads lines.
#include "tokenize/vocabulary_json.h"

#include <algorithm>
#include <string>

#include "text/unicode_class.h"
#include "text/utf8.h"

namespace wembed {

Result<Vocabulary> read_vocabulary(const JsonObject& vocab) {
  Vocabulary vocabulary;
  const auto members = vocab.value().GetObject();
  size_t bytes = 0;
  for (const auto& member : members) bytes += member.name.GetStringLength();
  vocabulary.reserve(members.MemberCount(), bytes);
  for (const auto& member : members) {
    const std::string_view token = json_text(member.name);
    if (!member.value.IsUint() || member.value.GetUint() >= Vocabulary::id_limit) {
      return vocab.error(
          token, "is not an id (a whole number from 0 to " + std::to_string(Vocabulary::id_limit - 1) + ")");
    }
    vocabulary.add(token, static_cast<int32_t>(member.value.GetUint()));
  }
  return vocabulary;
}

Result<Vocabulary> read_vocabulary_lines(std::string_view lines) {
  Vocabulary vocabulary;
  vocabulary.reserve(static_cast<size_t>(std::ranges::count(lines, '\n')) + 1, lines.size());
  int32_t id = 0;
  while (!lines.empty()) {
    std::string_view line = lines.substr(0, lines.find('\n'));
    lines.remove_prefix(std::min(lines.size(), line.size() + 1));
    while (!line.empty()) {
      size_t last = line.size() - 1;
      while (last > 0 && (static_cast<uint8_t>(line[last]) & 0xc0) == 0x80) --last;
      if (!is_whitespace(code_point_at(line, last).value)) break;
      line.remove_suffix(line.size() - last);
    }
    if (static_cast<size_t>(id) >= Vocabulary::id_limit) {
      return Error{ErrorCode::invalid_tokenizer, "vocab.txt has too many lines"};
    }
    vocabulary.add(line, id++);
  }
  return vocabulary;
}

}  // namespace wembed
