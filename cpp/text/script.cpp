// Binary search in the table.
#include "text/script.h"

#include <algorithm>
#include <iterator>

#include "text/script_table.h"

namespace wembed {

Script tokenizer_script(char32_t value) {
  const auto* next = std::upper_bound(std::begin(script_starts), std::end(script_starts), value,
                                      [](char32_t point, ScriptStart start) { return point < start.first; });
  return static_cast<Script>(std::prev(next)->script);
}

}  // namespace wembed
