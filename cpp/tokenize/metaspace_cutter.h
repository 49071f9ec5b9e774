// Where a long text of SentencePiece's kind can be cut so that its parts may be tokenized each alone.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <string_view>

namespace wembed {

// The mark that SentencePiece puts for a space: U+2581.
inline constexpr std::string_view metaspace = "\xe2\x96\x81";

// No token crosses the place in front of a mark, unless some token has a mark inside, behind the same byte.
class MetaspaceCutter {
 public:
  // A token that the model can make.
  void add(std::string_view token) {
    for (size_t at = token.find(metaspace); at != std::string_view::npos;
         at = token.find(metaspace, at + 1)) {
      if (at > 0 && !token.substr(0, at).ends_with(metaspace))
        joins_[static_cast<uint8_t>(token[at - 1])] = true;
    }
  }

  // The end of the part that begins at `begin`: in front of the next mark that follows something else.
  size_t part_end(std::string_view text, size_t begin) const {
    for (size_t at = begin + 1; at < text.size(); ++at) {
      at = text.find(metaspace[0], at);
      if (at == std::string_view::npos) break;
      const bool is_mark = text.substr(at).starts_with(metaspace);
      if (is_mark && !joins_[static_cast<uint8_t>(text[at - 1])] &&
          !text.substr(0, at).ends_with(metaspace)) {
        return at;
      }
    }
    return text.size();
  }

 private:
  std::array<bool, 256> joins_{};  // bytes in front of an inner mark
};

}  // namespace wembed
