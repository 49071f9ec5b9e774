// The joining of BPE.
#pragma once

#include "tokenize/bpe.h"
#include "tokenize/merge_table.h"

namespace wembed {

// Joins workspace.symbols until no pair of neighbours has a merge: the lowest rank first, of equal ones the
// first in the word.
void merge_symbols(const MergeTable& merges, BpeWorkspace& workspace);

}  // namespace wembed
