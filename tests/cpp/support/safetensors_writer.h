// Writes safetensors files for tests.
#pragma once

#include <cstdint>
#include <cstring>
#include <span>
#include <string>
#include <vector>

namespace wembed {

// A file from its JSON header and the bytes after it; the header is padded so that these start at a multiple
// of 8.
inline std::vector<uint8_t> safetensors_file(std::string header, std::span<const uint8_t> data) {
  while (header.size() % 8 != 0) header += ' ';
  std::vector<uint8_t> file;
  for (int i = 0; i < 8; ++i) file.push_back(static_cast<uint8_t>(uint64_t{header.size()} >> (8 * i)));
  file.insert(file.end(), header.begin(), header.end());
  file.insert(file.end(), data.begin(), data.end());
  return file;
}

// Collects tensors, then writes them one after the other.
class SafetensorsWriter {
 public:
  void add(const std::string& name, const std::string& type, const std::vector<size_t>& shape,
           std::span<const uint8_t> bytes) {
    std::string lengths;
    for (const size_t length : shape) lengths += (lengths.empty() ? "" : ",") + std::to_string(length);
    header_ +=
        (header_.empty() ? "" : ",") +
        ("\"" + name + R"(":{"dtype":")" + type + R"(","shape":[)" + lengths + R"(],"data_offsets":[)" +
         std::to_string(data_.size()) + "," + std::to_string(data_.size() + bytes.size()) + "]}");
    data_.insert(data_.end(), bytes.begin(), bytes.end());
  }
  void add_floats(const std::string& name, const std::vector<size_t>& shape, std::span<const float> values) {
    add(name, "F32", shape, {reinterpret_cast<const uint8_t*>(values.data()), values.size_bytes()});
  }
  std::vector<uint8_t> file() const { return safetensors_file("{" + header_ + "}", data_); }

 private:
  std::string header_;
  std::vector<uint8_t> data_;
};

}  // namespace wembed
