// Parses and checks a safetensors header.
#include "io/safetensors.h"

#include <algorithm>
#include <array>
#include <optional>

#include "io/json.h"

namespace wembed {

namespace {

constexpr size_t length_size = 8;                  // of the header's length, little endian
constexpr uint64_t max_header_size = 100'000'000;  // as in the reference implementation

struct TypeName {
  TensorType type;
  std::string_view name;
  size_t size;
};
constexpr std::array<TypeName, 10> type_names{{{TensorType::f64, "F64", 8},
                                               {TensorType::f32, "F32", 4},
                                               {TensorType::f16, "F16", 2},
                                               {TensorType::bf16, "BF16", 2},
                                               {TensorType::i64, "I64", 8},
                                               {TensorType::i32, "I32", 4},
                                               {TensorType::i16, "I16", 2},
                                               {TensorType::i8, "I8", 1},
                                               {TensorType::u8, "U8", 1},
                                               {TensorType::boolean, "BOOL", 1}}};

const TypeName& names_of(TensorType type) { return *std::ranges::find(type_names, type, &TypeName::type); }

Error broken(const std::string& problem) {
  return {ErrorCode::invalid_model, "model.safetensors: " + problem + "; is the file whole?"};
}

std::optional<uint64_t> whole_number(const rapidjson::Value& value) {
  if (!value.IsUint64()) return std::nullopt;
  return value.GetUint64();
}

// A tensor and where its bytes are, counted from the end of the header.
struct Entry {
  Tensor tensor;
  uint64_t begin, end;
};

Result<Entry> parse_entry(const JsonObject& entry, std::string_view name, std::span<uint8_t> data) {
  WEMBED_TRY(type_name, entry.string("dtype"));
  WEMBED_TRY(shape, entry.array("shape"));
  WEMBED_TRY(offsets, entry.array("data_offsets"));
  const auto type = std::ranges::find(type_names, type_name, &TypeName::name);
  if (type == type_names.end()) {
    return Error{ErrorCode::unsupported_architecture, "model.safetensors: tensor " + std::string(name) +
                                                          " has the type " + std::string(type_name) +
                                                          ", which wembed does not read"};
  }
  Entry result{{.type = type->type, .shape = {}, .bytes = {}}, 0, 0};
  uint64_t size = type->size;
  for (const auto& value : shape) {
    const auto length = whole_number(value);
    if (!length) return broken("the shape of tensor " + std::string(name) + " is not whole numbers");
    // An overflow would make a huge shape fit few bytes.
    if (*length != 0 && size > UINT64_MAX / *length) {
      return broken("the shape of tensor " + std::string(name) + " is too large");
    }
    size *= *length;
    if (*length > SIZE_MAX) return broken("the shape of tensor " + std::string(name) + " is too large");
    result.tensor.shape.push_back(static_cast<size_t>(*length));
  }
  const auto begin = offsets.size() == 2 ? whole_number(offsets[0]) : std::nullopt;
  const auto end = offsets.size() == 2 ? whole_number(offsets[1]) : std::nullopt;
  if (!begin || !end || *begin > *end || *end > data.size()) {
    return broken("tensor " + std::string(name) + " lies outside the file of " + std::to_string(data.size()) +
                  " bytes of data");
  }
  if (*end - *begin != size) {
    return broken("tensor " + std::string(name) + " has " + std::to_string(*end - *begin) + " bytes, but " +
                  shape_text(result.tensor.shape) + " of " + std::string(type_name) + " needs " +
                  std::to_string(size));
  }
  result.begin = *begin;
  result.end = *end;
  result.tensor.bytes = data.subspan(static_cast<size_t>(*begin), static_cast<size_t>(size));
  return result;
}

}  // namespace

std::string_view tensor_type_name(TensorType type) { return names_of(type).name; }
size_t tensor_type_size(TensorType type) { return names_of(type).size; }

std::string shape_text(std::span<const size_t> shape) {
  std::string text = "[";
  for (size_t i = 0; i < shape.size(); ++i) text += (i == 0 ? "" : ", ") + std::to_string(shape[i]);
  return text + "]";
}

Result<Safetensors> Safetensors::parse(std::span<uint8_t> file) {
  if (file.size() < length_size) return broken("it has only " + std::to_string(file.size()) + " bytes");
  uint64_t header_size = 0;
  for (size_t i = 0; i < length_size; ++i) header_size |= static_cast<uint64_t>(file[i]) << (8 * i);
  if (header_size > std::min<uint64_t>(max_header_size, file.size() - length_size)) {
    return broken("its header of " + std::to_string(header_size) + " bytes does not fit its " +
                  std::to_string(file.size()) + " bytes");
  }
  const auto header_bytes = file.subspan(length_size, static_cast<size_t>(header_size));
  const auto data = file.subspan(length_size + static_cast<size_t>(header_size));
  WEMBED_TRY(document, JsonDocument::parse(header_bytes, "model.safetensors", ErrorCode::invalid_model));
  WEMBED_TRY(header, document.object());

  Safetensors result;
  std::vector<std::pair<uint64_t, uint64_t>> ranges;
  for (const auto& member : header.value().GetObject()) {
    const std::string_view name = json_text(member.name);
    if (name == "__metadata__") continue;
    WEMBED_TRY(json, header.child(name, member.value));
    WEMBED_TRY(entry, parse_entry(json, name, data));
    ranges.emplace_back(entry.begin, entry.end);
    if (!result.tensors_.emplace(name, std::move(entry.tensor)).second) {
      return broken("tensor " + std::string(name) + " is there twice");
    }
  }
  // Weights are packed in place, so two tensors must not share bytes; the format forbids holes as well.
  std::ranges::sort(ranges);
  uint64_t end = 0;
  for (const auto& [begin, next] : ranges) {
    if (begin != end) return broken("its tensors overlap or leave a hole at byte " + std::to_string(end));
    end = next;
  }
  if (end != data.size()) {
    return broken(std::to_string(data.size() - end) + " bytes follow the last tensor");
  }
  return result;
}

const Tensor* Safetensors::find(std::string_view name) const {
  const auto found = tensors_.find(name);
  return found == tensors_.end() ? nullptr : &found->second;
}

}  // namespace wembed
