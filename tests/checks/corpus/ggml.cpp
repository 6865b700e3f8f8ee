// SPDX-License-Identifier: MIT
// The built-in description of ggml, against declarations of the same names.
#include <cstring>

extern "C" {
typedef struct ggml_backend* ggml_backend_t;
typedef struct ggml_backend_device* ggml_backend_dev_t;
typedef struct ggml_backend_buffer_type* ggml_backend_buffer_type_t;
struct ggml_tensor;
enum ggml_backend_dev_type {
  GGML_BACKEND_DEVICE_TYPE_CPU,
  GGML_BACKEND_DEVICE_TYPE_GPU,
  GGML_BACKEND_DEVICE_TYPE_ACCEL
};
bool ggml_backend_is_cuda(ggml_backend_t backend);
bool ggml_backend_is_vk(ggml_backend_t backend);
bool ggml_backend_supports_op(ggml_backend_t backend, const ggml_tensor* op);
bool ggml_backend_buft_is_host(ggml_backend_buffer_type_t type);
const char* ggml_backend_name(ggml_backend_t backend);
enum ggml_backend_dev_type ggml_backend_dev_type(ggml_backend_dev_t device);
ggml_backend_dev_t ggml_backend_dev_by_type(enum ggml_backend_dev_type type);
[[noreturn]] void ggml_abort(const char* file, int line, const char* format, ...);
void ggml_compute_fused(ggml_backend_t backend, ggml_tensor* x);
void ggml_compute(ggml_backend_t backend, ggml_tensor* x);
void ggml_use(ggml_backend_dev_t device);
}
#define GGML_ASSERT(x) \
  if (!(x)) ggml_abort(__FILE__, __LINE__, "GGML_ASSERT(%s) failed", #x)

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
