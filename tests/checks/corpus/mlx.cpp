// SPDX-License-Identifier: MIT
// The built-in description of MLX and of kernel-port tables, against declarations of the same names.
#include <cstdio>
#include <stdexcept>

#include "mlx_names.hpp"

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

// legitimate: the name is logged
void log_backend() { std::printf("on %s\n", gpu_kernel_backend_name(gpu_kernel_backend())); }

// legitimate: the build decides
void by_build() {
#ifdef MLX_BUILD_ROCM
  rocm_port();
#else
  metal_port();
#endif
}

// legitimate: the index of a device
array& by_index(const metal::Device& d, array& x) {
  return d.index == 0 ? eval_on_gpu(x) : eval_anywhere(x);
}

// legitimate: an unrelated enumeration called Kind
struct Primitive {
  enum class Kind { unary, binary } kind;
};
array& by_primitive(const Primitive& p, array& x) {
  return p.kind == Primitive::Kind::unary ? eval_on_gpu(x) : eval_anywhere(x);
}
