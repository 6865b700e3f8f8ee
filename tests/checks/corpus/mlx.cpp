// SPDX-License-Identifier: MIT
// The built-in description of MLX and of kernel-port tables, against declarations of the same names.
#include <stdexcept>

namespace mlx::core {
struct Device {
  enum class DeviceType { cpu, gpu };
  DeviceType type;
};
namespace metal {
bool is_available();
}
namespace cu {
bool is_available();
}
struct array;
array& eval_on_gpu(array& x);
array& eval_anywhere(array& x);
}  // namespace mlx::core

namespace mlxcel {
enum class GpuKernelBackend { None, Metal, Cuda, Rocm };
GpuKernelBackend gpu_kernel_backend();
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

using namespace mlx::core;
using namespace mlxcel;

void by_kind() {
  if (gpu_kernel_backend() == GpuKernelBackend::Rocm) rocm_port();  // expect: backend-kind-gate
}

void not_cuda_is_metal() {
  const bool use_cuda = gpu_kernel_backend() == GpuKernelBackend::Cuda;
  const KernelPortGetter port = use_cuda ? cuda_port : metal_port;
  port();  // expect: backend-kind-gate
}

array& by_device(const Device& d, array& x) {
  return d.type == Device::DeviceType::gpu ? eval_on_gpu(x) : eval_anywhere(x);  // expect: backend-kind-gate
}

bool on_gpu() { return metal::is_available() || cu::is_available(); }  // expect: availability-chain

void refused() {
  if (!custom_kernels_available()) throw std::runtime_error("no kernels");  // expect: hand-rolled-refusal
  rocm_port();
}

// legitimate: the table of ports is the registration
const KernelPorts& rope_ports() {
  static const KernelPorts ports{.metal = metal_port, .cuda = cuda_port, .rocm = rocm_port};
  return ports;
}

// legitimate: the table is asked
void by_port() {
  if (has_kernel_port(rope_ports())) select_kernel_port("rope", "graph", rope_ports())();
}

// legitimate: whether there is any
bool has_backend() { return gpu_kernel_backend() != GpuKernelBackend::None; }
