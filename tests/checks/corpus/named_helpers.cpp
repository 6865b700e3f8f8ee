// SPDX-License-Identifier: MIT
// Helpers of another file, two calls away from the question, in each naming.
#include "aten_names.hpp"
#include "ggml_names.hpp"
#include "mlx_names.hpp"
#include "vt_names.hpp"

static bool is_not_on_hip(const at::Tensor& x) {
  return x.device().type() != at::DeviceType::HIP;
}
bool prefers_fused(const at::Tensor& x) { return !is_not_on_hip(x); }

static bool is_a_card(ggml_backend_dev_t device) {
  return ggml_backend_dev_type(device) == GGML_BACKEND_DEVICE_TYPE_GPU;
}
bool prefers_fused(ggml_backend_dev_t device) { return is_a_card(device); }

static bool runs_on(const vt::Queue& queue, vt::DeviceType type) {
  return queue.device.type == type;
}
bool prefers_fused(const vt::Queue& queue) { return runs_on(queue, vt::DeviceType::kROCM); }

static bool not_metal(mlxcel::GpuKernelBackend backend) {
  return backend != mlxcel::GpuKernelBackend::Metal;
}
bool prefers_fused(mlxcel::GpuKernelBackend backend) { return not_metal(backend); }
