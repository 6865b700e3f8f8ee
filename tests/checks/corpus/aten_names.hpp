// SPDX-License-Identifier: MIT
// Declarations with the names of ATen, and an extension written against them.
#pragma once

namespace c10 {
enum class DeviceType : signed char { CPU = 0, CUDA = 1, HIP = 6, MPS = 13, COMPILE_TIME_MAX_DEVICE_TYPES = 21 };
constexpr DeviceType kCPU = DeviceType::CPU;
constexpr DeviceType kCUDA = DeviceType::CUDA;
struct Device {
  Device(DeviceType type, signed char index = -1);
  DeviceType type() const noexcept;
  signed char index() const noexcept;
  bool is_cuda() const noexcept;
  bool is_hip() const noexcept;
  bool is_mps() const noexcept;
  bool operator==(const Device& other) const noexcept;
};
const char* DeviceTypeName(DeviceType type, bool lower_case = false);
namespace detail {
[[noreturn]] void torchCheckFail(const char* function, const char* file, unsigned line, const char* what);
}
}  // namespace c10

namespace at {
using c10::Device;
using c10::DeviceType;
using c10::kCPU;
using c10::kCUDA;
class TensorBase {
 public:
  bool is_cuda() const;
  bool is_hip() const;
  bool is_cpu() const;
  bool is_contiguous() const;
  Device device() const;
  long numel() const;
};
class Tensor : public TensorBase {};
bool hasCUDA();
bool hasHIP();
bool hasMPS();
Tensor empty_like(const Tensor& like);
}  // namespace at

namespace torch {
struct Library {
  Library& impl(const char* name, void (*kernel)(at::Tensor&));
};
}  // namespace torch

#define TORCH_CHECK(condition, what)                                          \
  if (!(condition)) {                                                         \
    ::c10::detail::torchCheckFail(__func__, __FILE__, __LINE__, what);        \
  }
#define TORCH_LIBRARY_IMPL(space, key, m) \
  static void register_##space##_##key(torch::Library& m)

void launch_cuda(at::Tensor& x);
void launch_hip(at::Tensor& x);
void launch_any(at::Tensor& x);

// Of this project: defined in named_helpers.cpp.
bool prefers_fused(const at::Tensor& x);
