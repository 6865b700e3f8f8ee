// SPDX-License-Identifier: MIT
// Declarations with the names of MLX and of kernel-port tables over it.
#pragma once

#include <variant>

namespace mlx::core {
struct Device {
  enum class DeviceType { cpu, gpu };
  DeviceType type;
};
namespace metal {
struct Device {
  int index;
};
bool is_available();
}  // namespace metal
namespace cu {
struct Device {
  int index;
};
bool is_available();
}  // namespace cu
using AnyDevice = std::variant<metal::Device, cu::Device>;
struct array;
array& eval_on_gpu(array& x);
array& eval_anywhere(array& x);
}  // namespace mlx::core

namespace mlxcel {
enum class GpuKernelBackend { None, Metal, Cuda, Rocm };
GpuKernelBackend gpu_kernel_backend();
const char* gpu_kernel_backend_name(GpuKernelBackend backend);
bool custom_kernels_available();
using KernelPortGetter = void (*)();
struct KernelPorts {
  KernelPortGetter metal = nullptr;
  KernelPortGetter cuda = nullptr;
  KernelPortGetter rocm = nullptr;
};
bool has_kernel_port(const KernelPorts& ports);
KernelPortGetter select_kernel_port(const char* entry, const char* fallback, const KernelPorts& ports);
void metal_port();
void cuda_port();
void rocm_port();
}  // namespace mlxcel

// Of this project: defined in named_helpers.cpp.
bool prefers_fused(mlxcel::GpuKernelBackend backend);
