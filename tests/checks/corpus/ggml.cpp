// SPDX-License-Identifier: MIT
// The built-in description of ggml, against declarations of the same names.
#include <cstdio>

#include "ggml_names.hpp"

void by_helper(ggml_backend_t backend, ggml_tensor* x) {
  if (ggml_backend_is_cuda(backend)) ggml_compute_fused(backend, x);  // expect: backend-kind-gate
}

void by_short_name(ggml_backend_t backend, ggml_tensor* x) {
  if (!ggml_backend_is_vk(backend)) ggml_compute_fused(backend, x);  // expect: backend-kind-gate
}

void by_name(ggml_backend_t backend, ggml_tensor* x) {
  if (strcmp(ggml_backend_name(backend), "ROCm0") == 0) ggml_compute_fused(backend, x);  // expect: backend-kind-gate
}

void by_device_type(ggml_backend_dev_t device) {
  if (ggml_backend_dev_type(device) == GGML_BACKEND_DEVICE_TYPE_GPU) ggml_use(device);  // expect: backend-kind-gate
}

void asserted(ggml_backend_t backend, ggml_tensor* x) {
  GGML_ASSERT(ggml_backend_is_cuda(backend));  // expect: hand-rolled-refusal
  ggml_compute_fused(backend, x);
}

// legitimate: the backend says what it supports
void by_support(ggml_backend_t backend, ggml_tensor* x) {
  if (ggml_backend_supports_op(backend, x)) ggml_compute(backend, x);
}

// legitimate: whether memory is the host's is a capability
void by_memory(ggml_backend_t backend, ggml_backend_buffer_type_t type, ggml_tensor* x) {
  if (ggml_backend_buft_is_host(type)) ggml_compute(backend, x);
}

// legitimate: a device is looked up
void by_lookup() {
  if (ggml_backend_dev_t device = ggml_backend_dev_by_type(GGML_BACKEND_DEVICE_TYPE_GPU)) {
    ggml_use(device);
  }
}

// legitimate: the name is logged
void log_backend(ggml_backend_t backend) { std::printf("on %s\n", ggml_backend_name(backend)); }

// legitimate: one handle is compared with another
void on_same_backend(ggml_backend_t a, ggml_backend_t b, ggml_tensor* x) {
  if (a == b) ggml_compute(a, x);
}

// legitimate: the build decides
void by_build(ggml_backend_t backend, ggml_tensor* x) {
#ifdef GGML_USE_HIP
  ggml_compute_fused(backend, x);
#else
  ggml_compute(backend, x);
#endif
}

// legitimate: an operation, not a backend
enum ggml_op { GGML_OP_ADD, GGML_OP_ROPE };
void by_op(ggml_op op, ggml_backend_t backend, ggml_tensor* x) {
  if (op == GGML_OP_ROPE) ggml_compute(backend, x);
}

// legitimate: a cached capability
struct ggml_plan {
  bool supported;
  ggml_plan(ggml_backend_t backend, ggml_tensor* x)
      : supported(ggml_backend_supports_op(backend, x)) {}
  void run(ggml_backend_t backend, ggml_tensor* x) const {
    if (supported) ggml_compute(backend, x);
  }
};
