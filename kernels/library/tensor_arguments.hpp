// SPDX-License-Identifier: MIT
// Takes the tensors of C argument structs apart, and says what does not fit.
#pragma once

#include <cstdint>
#include <initializer_list>
#include <string_view>

#include "kernels/data_type.hpp"
#include "kernels/head_tensor.hpp"
#include "kernels/include/kgate/core.h"
#include "kernels/status.hpp"

namespace kgate::library {

/// A dimension that may have any length.
inline constexpr std::int64_t kAny = -1;

/// Reads the tensors of one call. The first thing that does not fit stays in status(); what is read
/// after it is of no use. Contents and addresses are for the family's own check.
class TensorArguments {
 public:
  explicit TensorArguments(std::string_view family) : family_(family) {}

  [[nodiscard]] const Status& status() const { return status_; }

  /// Whether the tensor is there.
  [[nodiscard]] static bool present(const kgate_tensor& tensor) { return tensor.data != nullptr; }

  /// Demands as many dimensions as `shape` has, of these lengths, contiguous in the last one, and
  /// an element type there is.
  bool shape(std::string_view name, const kgate_tensor& tensor,
             std::initializer_list<std::int64_t> shape);
  /// The same, and this element type, which is that of `as`.
  bool shape(std::string_view name, const kgate_tensor& tensor,
             std::initializer_list<std::int64_t> shape, DataType type, std::string_view as);

  /// The element type; f32 after an error.
  [[nodiscard]] static DataType type(const kgate_tensor& tensor) {
    return tensor.type <= static_cast<std::uint32_t>(DataType::i64)
               ? static_cast<DataType>(tensor.type)
               : DataType::f32;
  }

  /// A length as the 32 bits contracts have for it.
  std::int32_t length(std::string_view name, const kgate_tensor& tensor, std::uint32_t dimension);

  /// A [tokens, heads, head size] tensor; absent: null with no strides.
  HeadTensor heads(std::string_view name, const kgate_tensor& tensor,
                   std::initializer_list<std::int64_t> shape, DataType type, std::string_view as);

  void fail(const Status& status) {
    if (status_.ok()) {
      status_ = status;
    }
  }
  [[nodiscard]] std::string_view family() const { return family_; }

 private:
  bool fits(std::string_view name, const kgate_tensor& tensor,
            std::initializer_list<std::int64_t> shape);

  std::string_view family_;
  Status status_;
};

}  // namespace kgate::library
