// SPDX-License-Identifier: MIT
// What families build their problems from: seeded values, stored elements, tensors with strides.
#pragma once

#include <cstddef>
#include <cstdint>
#include <filesystem>
#include <functional>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "kernels/case.hpp"

namespace kgate {

/// A bijection of 64-bit numbers in which every input bit reaches every output bit: the finaliser
/// of splitmix64.
[[nodiscard]] std::uint64_t mixed(std::uint64_t value);

/// Random numbers by counter: value i of a stream depends on (seed, stream, i) alone, so that a
/// tensor may be filled in any order and two tensors never share values. The same on every host: no
/// library function is involved.
class Randoms {
 public:
  Randoms(std::uint64_t seed, std::string_view stream);
  [[nodiscard]] std::uint64_t bits(std::uint64_t index) const;
  /// In [0, 1).
  [[nodiscard]] double uniform(std::uint64_t index) const;
  /// Bell-shaped, mean 0, standard deviation 1, within +-3.5: the sum of four uniform numbers.
  [[nodiscard]] double bell(std::uint64_t index) const;

 private:
  std::uint64_t key_;
};

/// Encodes by cutting the digits that do not fit: inputs need no rounding, and an encoder that
/// rounds is what is under test elsewhere. Beyond the largest finite number it gives that number;
/// infinity and NaN stay. For f32, f16, bf16, i32, i64 and u8; integers are cut toward zero.
void store_cut(DataType type, std::byte* element, double value);

/// The same encoding as a little-endian integer, for values that must be exact.
void store_code(DataType type, std::byte* element, std::uint64_t code);

[[nodiscard]] std::uint64_t load_code(DataType type, const std::byte* element);

/// Rows at a stride in a buffer of their own.
struct TensorShape {
  std::string_view name;
  DataType type = DataType::f32;
  std::int64_t rows = 1;
  std::int64_t columns = 1;
  std::int64_t stride = 1;         ///< elements from row to row
  std::uint32_t misalignment = 0;  ///< bytes
};

/// The buffer of a tensor, every byte poison; it ends with its last element. Rows more than 64 KiB
/// apart get a segment each, with up to 256 bytes of padding around them; others share one segment.
[[nodiscard]] CaseBuffer tensor_buffer(const TensorShape& shape, Access access, std::byte poison);

/// Where element `index` of the buffer is in its segments. The element must be in one.
[[nodiscard]] std::byte* element_at(CaseBuffer& buffer, std::int64_t index);

/// Sets element (row, column) of every row and column to store_cut(value(row, column)).
void fill(CaseBuffer& buffer, const TensorShape& shape,
          const std::function<double(std::int64_t row, std::int64_t column)>& value);

/// Index of the buffer of that name, or nothing.
[[nodiscard]] std::optional<std::size_t> find_buffer(const Problem& problem, std::string_view name);

/// The buffer of that name, which must exist.
[[nodiscard]] CaseBuffer& buffer_named(Problem& problem, std::string_view name);

/// `address` of a buffer plus an offset in bytes.
[[nodiscard]] void* at_offset(void* address, std::int64_t bytes);

/// Floats of a file of optional test data, `count` from float number `first` after a header of
/// `header_bytes`; nothing if the file is absent or shorter.
[[nodiscard]] std::optional<std::vector<float>> read_floats(const std::filesystem::path& file,
                                                            std::size_t header_bytes,
                                                            std::size_t first, std::size_t count);

}  // namespace kgate
