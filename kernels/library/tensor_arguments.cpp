// SPDX-License-Identifier: MIT
// Takes the tensors of C argument structs apart, and says what does not fit.
#include "kernels/library/tensor_arguments.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <limits>
#include <span>
#include <string>

namespace kgate::library {
namespace {

template <class Lengths>
std::string print_shape(const Lengths& lengths) {
  std::string text = "[";
  for (const std::int64_t length : lengths) {
    text += text.size() > 1 ? ", " : "";
    text += length == kAny ? "any" : fmt::format("{}", length);
  }
  return text + "]";
}

std::string print_shape(const kgate_tensor& tensor) {
  const std::uint32_t dims = std::min<std::uint32_t>(tensor.dims, KGATE_MAX_DIMS);
  return print_shape(std::span(tensor.shape).first(dims));
}

}  // namespace

bool TensorArguments::fits(std::string_view name, const kgate_tensor& tensor,
                           std::initializer_list<std::int64_t> shape) {
  bool same = tensor.dims == shape.size();
  std::size_t at = 0;
  for (const std::int64_t length : shape) {
    same = same && at < KGATE_MAX_DIMS && tensor.shape[at] >= 0 &&
           (length == kAny || tensor.shape[at] == length);
    ++at;
  }
  if (!same) {
    fail(Status::error(StatusCode::invalid_argument, "kgate_{}: {} has shape {}; expected {}",
                       family_, name, print_shape(tensor), print_shape(shape)));
    return false;
  }
  const std::size_t last = shape.size() - 1;
  if (tensor.stride[last] != 1 && tensor.shape[last] > 1) {
    fail(Status::error(StatusCode::invalid_argument,
                       "kgate_{}: {}'s last stride is {}; elements of the last dimension must be "
                       "contiguous, stride 1",
                       family_, name, tensor.stride[last]));
    return false;
  }
  if (tensor.type > KGATE_I64) {
    fail(Status::error(StatusCode::invalid_argument,
                       "kgate_{}: {}'s type is {}; a kgate_type is 0 to 6", family_, name,
                       tensor.type));
    return false;
  }
  return true;
}

bool TensorArguments::shape(std::string_view name, const kgate_tensor& tensor,
                            std::initializer_list<std::int64_t> shape) {
  return status_.ok() && fits(name, tensor, shape);
}

bool TensorArguments::shape(std::string_view name, const kgate_tensor& tensor,
                            std::initializer_list<std::int64_t> shape, DataType wanted,
                            std::string_view as) {
  if (!status_.ok() || !fits(name, tensor, shape)) {
    return false;
  }
  if (type(tensor) != wanted) {
    fail(Status::error(StatusCode::invalid_argument, "kgate_{}: {} is {}; it must be {}{}{}",
                       family_, name, kgate::name(type(tensor)), kgate::name(wanted),
                       as.empty() ? "" : " like ", as));
    return false;
  }
  return true;
}

std::int32_t TensorArguments::length(std::string_view name, const kgate_tensor& tensor,
                                     std::uint32_t dimension) {
  const std::int64_t value = tensor.shape[dimension];
  if (value > std::numeric_limits<std::int32_t>::max()) {
    fail(Status::error(StatusCode::invalid_argument,
                       "kgate_{}: {} has length {} in dimension {}; it must be below 2^31", family_,
                       name, value, dimension));
    return 0;
  }
  return static_cast<std::int32_t>(value);
}

HeadTensor TensorArguments::heads(std::string_view name, const kgate_tensor& tensor,
                                  std::initializer_list<std::int64_t> wanted, DataType as_type,
                                  std::string_view as) {
  if (!present(tensor) || !shape(name, tensor, wanted, as_type, as)) {
    return {};
  }
  return {tensor.data, tensor.stride[0], tensor.stride[1]};
}

}  // namespace kgate::library
