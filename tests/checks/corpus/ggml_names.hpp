// SPDX-License-Identifier: MIT
// Declarations with the names of ggml.
#pragma once

#include <cstring>
#include <variant>

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
const char* ggml_backend_dev_name(ggml_backend_dev_t device);
enum ggml_backend_dev_type ggml_backend_dev_type(ggml_backend_dev_t device);
ggml_backend_dev_t ggml_backend_dev_by_type(enum ggml_backend_dev_type type);
[[noreturn]] void ggml_abort(const char* file, int line, const char* format, ...);
void ggml_compute_fused(ggml_backend_t backend, ggml_tensor* x);
void ggml_compute(ggml_backend_t backend, ggml_tensor* x);
void ggml_use(ggml_backend_dev_t device);
void ggml_use_anywhere(ggml_backend_dev_t device);
}

struct ggml_backend_cuda_context {
  int device;
};
struct ggml_backend_vk_context {
  int device;
};
using ggml_any_context = std::variant<ggml_backend_cuda_context, ggml_backend_vk_context>;

// Of this project: defined in named_helpers.cpp.
bool prefers_fused(ggml_backend_dev_t device);

#define GGML_ASSERT(x) \
  if (!(x)) ggml_abort(__FILE__, __LINE__, "GGML_ASSERT(%s) failed", #x)
