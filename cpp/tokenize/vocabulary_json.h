// Vocabularies in files.
#pragma once

#include <string_view>

#include "base/result.h"
#include "io/json.h"
#include "tokenize/vocabulary.h"

namespace wembed {

// {"token": id, ...}.
Result<Vocabulary> read_vocabulary(const JsonObject& vocab);

// vocab.txt: a token a line, its id is the line's number from 0.
Result<Vocabulary> read_vocabulary_lines(std::string_view lines);

}  // namespace wembed
