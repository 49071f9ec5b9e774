// What comes out of a tokenizer.
#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

namespace wembed {

// The tokens of a text, or of a pair, one entry each in every list.
struct Encoding {
  std::vector<int32_t> ids;
  std::vector<int32_t> type_ids;
  std::vector<uint32_t> starts, ends;  // [start, end) in the text as given, in UTF-16 code units
  std::vector<uint8_t> special;        // 1 for tokens that the post-processor or padding added
  std::vector<int32_t> word_ids;       // which word of the pre-tokenizer; -1 for none
  std::vector<uint8_t> attention_mask;
  bool truncated = false;             // the text had more tokens
  std::vector<Encoding> overflowing;  // what was cut off, in pieces, if that was asked for

  void clear();
  size_t size() const { return ids.size(); }

  // Appends tokens [begin, end) of another encoding; lists that it has not are left alone.
  void append(const Encoding& other, size_t begin, size_t end);

  // Appends a token that stands for nothing in the text.
  void append_special(int32_t id, int32_t type_id, bool has_offsets);

  // Brings the lists that are the same for all tokens of a text to the length of `ids`.
  void fill(int32_t type_id);
};

enum class Side : uint8_t { left, right };

// Keeps at most `length` tokens and puts the rest into `overflowing`: pieces of that length of which
// neighbours share `stride` < length tokens. side: where tokens are cut off.
void truncate(Encoding& encoding, size_t length, size_t stride, Side side, bool keeps_overflow);

struct Padding {
  size_t fixed_length = 0;  // 0: the longest of a batch
  size_t multiple = 0;      // 0: any length
  Side side = Side::right;
  int32_t id = 0, type_id = 0;
};

// Brings an encoding, and what overflows, to a length.
void pad(Encoding& encoding, size_t length, const Padding& padding);

}  // namespace wembed
