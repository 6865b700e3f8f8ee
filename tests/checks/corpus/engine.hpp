// SPDX-License-Identifier: MIT
// A small engine that the corpus is written against; only the kinds of names matter.
#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>
#include <map>
#include <memory>
#include <stdexcept>
#include <string>
#include <string_view>
#include <variant>
#include <vector>

namespace engine {

enum class BackendKind { none, hip, cuda, metal, cpu };

struct Buffer;

struct Device {
  BackendKind kind() const;
  int index() const;
  int wave_size() const;
  bool supports_bf16() const;
  std::size_t free_memory() const;
};

struct Tensor {
  Device device() const;
  std::size_t size() const;
  bool is_contiguous() const;
};

// Kernels and what else an engine does; bodies are elsewhere.
void launch_hip(Buffer& x);
void launch_cuda(Buffer& x);
void launch_metal(Buffer& x);
void launch_any(Buffer& x);
int try_hip(Buffer& x);
int try_any(Buffer& x);
Buffer* allocate_hip(std::size_t bytes);
Buffer* allocate_any(std::size_t bytes);

using Kernel = void (*)(Buffer&);

// The seam that code should ask instead.
namespace registry {
Kernel find(std::string_view op, BackendKind kind);
bool has(std::string_view op, BackendKind kind);
void add(std::string_view op, BackendKind kind, Kernel kernel);
}  // namespace registry

// What is available in this process.
bool hip_is_available();
bool cuda_is_available();
bool metal_is_available();

const char* backend_name(BackendKind kind);
void log_info(const char* format, ...);

enum class Status { ok, unsupported, failed };

struct Backend {
  virtual ~Backend() = default;
  virtual void run(Buffer& x) = 0;
  virtual const char* label() const = 0;
};
struct HipBackend : Backend {
  void run(Buffer& x) override;
  const char* label() const override;
  void run_hip_graph(Buffer& x);
};
struct CudaBackend : Backend {
  void run(Buffer& x) override;
  const char* label() const override;
};

}  // namespace engine
