// SPDX-License-Identifier: MIT
// Each spelling of the question, with the names of MLX and of kernel-port tables.
#include <array>
#include <cstring>
#include <map>
#include <string>
#include <string_view>
#include <variant>

#include "mlx_names.hpp"

namespace mlx_spellings {

void equal(mlxcel::GpuKernelBackend backend) {
  if (backend == mlxcel::GpuKernelBackend::Rocm) mlxcel::rocm_port();  // expect: backend-kind-gate
}

void not_equal(mlxcel::GpuKernelBackend backend) {
  if (backend != mlxcel::GpuKernelBackend::Rocm) mlxcel::metal_port();  // expect: backend-kind-gate
}

void less(mlxcel::GpuKernelBackend backend) {
  if (backend < mlxcel::GpuKernelBackend::Rocm) mlxcel::metal_port();  // expect: backend-kind-gate
}

void cast(mlxcel::GpuKernelBackend backend) {
  if (static_cast<int>(backend) == 3) mlxcel::rocm_port();  // expect: backend-kind-gate
}

void ternary(mlxcel::GpuKernelBackend backend) {
  backend == mlxcel::GpuKernelBackend::Rocm ? (void)mlxcel::rocm_port() : (void)mlxcel::metal_port();  // expect: backend-kind-gate
}

void in_switch(mlxcel::GpuKernelBackend backend) {
  switch (backend) {  // expect: backend-kind-gate
    case mlxcel::GpuKernelBackend::Rocm:
      mlxcel::rocm_port();
      break;
    default:
      mlxcel::metal_port();
  }
}

const std::array<bool, 32> kFusedByNumber{true, false, true};

void array_index(mlxcel::GpuKernelBackend backend) {
  if (kFusedByNumber[static_cast<std::size_t>(backend)]) mlxcel::rocm_port();  // expect: backend-kind-gate
}

const std::map<mlxcel::GpuKernelBackend, bool> kFusedByKind{{mlxcel::GpuKernelBackend::Rocm, true}, {mlxcel::GpuKernelBackend::Metal, false}};

void map_index(mlxcel::GpuKernelBackend backend) {
  if (kFusedByKind.at(backend)) mlxcel::rocm_port();  // expect: backend-kind-gate
}

void name(mlxcel::GpuKernelBackend backend) {
  if (std::string_view(mlxcel::gpu_kernel_backend_name(backend)) == "rocm") mlxcel::rocm_port();  // expect: backend-kind-gate
}

void c_name(mlxcel::GpuKernelBackend backend) {
  if (std::strstr(mlxcel::gpu_kernel_backend_name(backend), "rocm") != nullptr) mlxcel::rocm_port();  // expect: backend-kind-gate
}

void context_class(const mlx::core::AnyDevice& context, mlxcel::GpuKernelBackend backend) {
  if (std::get_if<mlx::core::cu::Device>(&context) != nullptr) mlxcel::rocm_port();  // expect: backend-kind-gate
}

constexpr mlxcel::GpuKernelBackend kBuilt = mlxcel::GpuKernelBackend::Rocm;

void constant(mlxcel::GpuKernelBackend backend) {
  using Kind = mlxcel::GpuKernelBackend;
  constexpr auto kHere = kBuilt;
  if constexpr (kHere == Kind(mlxcel::GpuKernelBackend::Rocm)) mlxcel::rocm_port();  // expect: backend-kind-gate
}

void in_another_file(mlxcel::GpuKernelBackend backend) {
  if (prefers_fused(backend)) mlxcel::rocm_port();  // expect: backend-kind-gate
}

void cached(mlxcel::GpuKernelBackend backend) {
  const bool fused = backend == mlxcel::GpuKernelBackend::Rocm;
  if (fused) mlxcel::rocm_port();  // expect: backend-kind-gate
}

struct Runner {
  bool fused;
  explicit Runner(mlxcel::GpuKernelBackend kind) : fused(kind == mlxcel::GpuKernelBackend::Rocm) {}
  void run(mlxcel::GpuKernelBackend backend) const {
    if (fused) mlxcel::rocm_port();  // expect: backend-kind-gate
  }
};

void negated(mlxcel::GpuKernelBackend backend) {
  if (!(backend == mlxcel::GpuKernelBackend::Metal)) mlxcel::rocm_port();  // expect: backend-kind-gate
}

void lambda(mlxcel::GpuKernelBackend backend) {
  const auto fused = [](mlxcel::GpuKernelBackend kind) { return kind == mlxcel::GpuKernelBackend::Rocm; };
  if (fused(backend)) mlxcel::rocm_port();  // expect: backend-kind-gate
}

#define MLX_IS(kind, which) ((kind) == (which))

void macro(mlxcel::GpuKernelBackend backend) {
  if (MLX_IS(backend, mlxcel::GpuKernelBackend::Rocm)) mlxcel::rocm_port();  // expect: backend-kind-gate
}

template <class Kind>
bool is_kind(Kind a, Kind b) {
  return a == b;
}

void in_template(mlxcel::GpuKernelBackend backend) {
  if (is_kind(backend, mlxcel::GpuKernelBackend::Rocm)) mlxcel::rocm_port();  // expect: backend-kind-gate
}

}  // namespace mlx_spellings
