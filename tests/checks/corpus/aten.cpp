// SPDX-License-Identifier: MIT
// The built-in description of ATen, against declarations of the same names.
#include <cstdio>

#include "aten_names.hpp"

void by_method(at::Tensor& x) {
  if (x.is_cuda()) launch_cuda(x);  // expect: backend-kind-gate
}

void by_device_method(at::Tensor& x) {
  if (!x.device().is_hip()) return;  // expect: backend-kind-gate
  launch_hip(x);
}

void by_type(at::Tensor& x) {
  if (x.device().type() == at::kCUDA) launch_cuda(x);  // expect: backend-kind-gate
}

void by_switch(at::Tensor& x) {
  switch (x.device().type()) {  // expect: backend-kind-gate
    case at::DeviceType::HIP:
      launch_hip(x);
      break;
    default:
      launch_any(x);
  }
}

void by_device_object(at::Tensor& x) {
  if (x.device() == at::Device(at::kCUDA)) launch_cuda(x);  // expect: backend-kind-gate
}

void checked(at::Tensor& x) {
  TORCH_CHECK(x.is_cuda(), "x must be a CUDA tensor");  // expect: hand-rolled-refusal
  launch_cuda(x);
}

bool any_gpu() { return at::hasCUDA() || at::hasHIP(); }  // expect: availability-chain

// legitimate: two tensors on one device
void same_device(at::Tensor& a, at::Tensor& b) {
  TORCH_CHECK(a.device() == b.device(), "tensors must be on one device");
  launch_any(a);
}

// legitimate: a property of the tensor
void contiguous(at::Tensor& x) {
  TORCH_CHECK(x.is_contiguous(), "x must be contiguous");
  launch_any(x);
}

// legitimate: the dispatcher decides, by registration
TORCH_LIBRARY_IMPL(engine, CUDA, m) { m.impl("rms_norm", launch_cuda); }
TORCH_LIBRARY_IMPL(engine, HIP, m) { m.impl("rms_norm", launch_hip); }

// legitimate: the name of the device is logged
void log_device(const at::Tensor& x) {
  std::printf("on %s\n", c10::DeviceTypeName(x.device().type()));
}

// legitimate: a result goes where the input is
at::Tensor like(const at::Tensor& x) { return at::empty_like(x); }

// legitimate: the number of a device
void on_first(at::Tensor& x) {
  if (x.device().index() == 0) launch_any(x);
}

// legitimate: the build decides
void by_build(at::Tensor& x) {
#if defined(USE_ROCM)
  launch_hip(x);
#else
  launch_cuda(x);
#endif
}

// legitimate: an unrelated enumeration called DeviceKind
enum class DeviceKind { host, worker };
void by_role(DeviceKind kind, at::Tensor& x) {
  if (kind == DeviceKind::worker) launch_any(x);
}
