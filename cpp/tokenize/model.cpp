// Which model it is.
#include "tokenize/model.h"

#include <utility>

#include "tokenize/component.h"

namespace wembed {

namespace {

// Older files do not say which model they have; what is in them does.
Result<std::string_view> type_of(const JsonObject& model) {
  if (model.has("type")) return model.string("type");
  if (model.has("merges")) return std::string_view("BPE");
  const auto* vocab = model.find("vocab");
  if (vocab != nullptr && vocab->IsArray()) return std::string_view("Unigram");
  return std::string_view(model.has("continuing_subword_prefix") ? "WordPiece" : "WordLevel");
}

template <class Kind>
Result<Model> wrap(Result<Kind> kind) {
  if (!kind.ok()) return kind.error();
  return Model(std::move(kind.value()));
}

}  // namespace

Result<Model> Model::read(const JsonObject& tokenizer, bool reads_bytes) {
  WEMBED_TRY(json, tokenizer.object("model"));
  WEMBED_TRY(type, type_of(json));
  if (type == "BPE") return wrap(Bpe::read(json, reads_bytes));
  if (type == "WordPiece") return wrap(WordPiece::read(json));
  if (type == "Unigram") return wrap(Unigram::read(json));
  if (type == "WordLevel") return wrap(WordLevel::read(json));
  return unknown_type(json, type, "model");
}

}  // namespace wembed
