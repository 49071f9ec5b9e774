// A rectangle of numbers that somebody else owns.
#pragma once

#include <cassert>
#include <cstddef>
#include <span>
#include <type_traits>

namespace wembed {

// Rows are contiguous; neighbouring rows are `stride` elements apart, so that a block of columns of a wider
// matrix (one head, one of q, k, v) is a view too. Borrowed: valid as long as the memory under it.
template <class T>
class MatrixView {
 public:
  MatrixView() = default;
  MatrixView(T* data, size_t rows, size_t columns, size_t stride)
      : data_(data), rows_(rows), columns_(columns), stride_(stride) {
    assert(stride >= columns || rows <= 1);
  }
  MatrixView(std::span<T> values, size_t rows, size_t columns)
      : MatrixView(values.data(), rows, columns, columns) {
    assert(values.size() >= rows * columns);
  }
  operator MatrixView<const T>() const
    requires(!std::is_const_v<T>)
  {
    return {data_, rows_, columns_, stride_};
  }

  size_t rows() const { return rows_; }
  size_t columns() const { return columns_; }
  size_t stride() const { return stride_; }
  T* data() const { return data_; }

  std::span<T> row(size_t index) const {
    assert(index < rows_);
    return {data_ + index * stride_, columns_};
  }
  MatrixView row_range(size_t begin, size_t count) const {
    assert(begin + count <= rows_);
    return {data_ + begin * stride_, count, columns_, stride_};
  }
  MatrixView column_range(size_t begin, size_t count) const {
    assert(begin + count <= columns_);
    return {data_ + begin, rows_, count, stride_};
  }

 private:
  T* data_ = nullptr;
  size_t rows_ = 0, columns_ = 0, stride_ = 0;
};

}  // namespace wembed
