// SPDX-License-Identifier: MIT
// Chooses mla_norm_rope's entry and launch shape, and registers the kernel.
#include "kernels/mla_norm_rope/mla_norm_rope_launch.hpp"

#include <cstdint>
#include <span>
#include <string_view>

#include "kernels/device/head_plan.hpp"
#include "kernels/mla_norm_rope/mla_plan.hpp"
#include "kernels/registry/registry.hpp"
#include "kernels/runtime/launcher.hpp"

namespace kgate {
namespace {

struct Entries {
  std::string_view wide;
  std::string_view unaligned;
};

constexpr Entries kF32F32{"mla_norm_rope_f32_f32_wide", "mla_norm_rope_f32_f32_unaligned"};
constexpr Entries kF16F16{"mla_norm_rope_f16_f16_wide", "mla_norm_rope_f16_f16_unaligned"};
constexpr Entries kF16F32{"mla_norm_rope_f16_f32_wide", "mla_norm_rope_f16_f32_unaligned"};
constexpr Entries kBf16Bf16{"mla_norm_rope_bf16_bf16_wide", "mla_norm_rope_bf16_bf16_unaligned"};
constexpr Entries kBf16F32{"mla_norm_rope_bf16_f32_wide", "mla_norm_rope_bf16_f32_unaligned"};

const Entries& entries(DataType activation, DataType weight) {
  if (activation == DataType::f32) {
    return kF32F32;
  }
  if (activation == DataType::f16) {
    return weight == DataType::f32 ? kF16F32 : kF16F16;
  }
  return weight == DataType::f32 ? kBf16F32 : kBf16Bf16;
}

/// Collects what must be a multiple of 16 bytes.
class Alignment {
 public:
  void add(const void* pointer) { bits_ |= reinterpret_cast<std::uintptr_t>(pointer); }
  void add(std::int64_t elements, std::uint64_t element_size) {
    bits_ |= static_cast<std::uint64_t>(elements) * element_size;
  }
  [[nodiscard]] bool holds() const { return bits_ % device::kVectorBytes == 0; }

 private:
  std::uint64_t bits_ = 0;
};

/// Whether every vector of every tensor is whole and aligned.
bool in_whole_vectors(const MlaNormRopeArguments& arguments) {
  const std::uint64_t size = size_of(arguments.activation);
  Alignment alignment;
  const auto add_rows = [&](const void* pointer, std::int64_t stride) {
    if (pointer != nullptr) {
      alignment.add(pointer);
      alignment.add(stride, size);
    }
  };
  add_rows(arguments.kv, arguments.kv_stride);
  add_rows(arguments.latent, arguments.latent_stride);
  add_rows(arguments.pe, arguments.pe_stride);
  for (const HeadTensor* tensor : {&arguments.q_pe, &arguments.q_pe_out}) {
    add_rows(tensor->data, tensor->token_stride);
    if (tensor->data != nullptr) {
      alignment.add(tensor->head_stride, size);
    }
  }
  alignment.add(arguments.weight);
  alignment.add(arguments.kv_lora_rank, size);
  const RopeArguments& rope = arguments.rope;
  if (rope.angles == RopeAngles::table) {
    alignment.add(rope.table);
    alignment.add(rope.table_stride, size_of(rope.table_type));
  }
  const KvCacheArguments& cache = arguments.cache;
  if (kv_cache_checks::has_cache(cache)) {
    const std::uint64_t element = size_of(cache.type);
    alignment.add(cache.k);
    alignment.add(cache.k_block_stride, element);
    alignment.add(cache.k_token_stride, element);
    alignment.add(arguments.kv_lora_rank, element);
  }
  return alignment.holds() && rope.rotary_dim % device::kUnitElements == 0 &&
         (arguments.pe_size - rope.rotary_dim) % device::kUnitElements == 0;
}

Status launch_native(const void* contract, Launcher& launcher) {
  const auto& arguments = *static_cast<const MlaNormRopeArguments*>(contract);
  Status status = check(arguments);
  if (!status || arguments.tokens == 0) {
    return status;
  }
  const device::MlaNormRopeLaunch argument{arguments, device::mla_plan(arguments)};
  const device::MlaPlan& plan = argument.plan;
  const device::TokenGrid grid = device::token_grid(arguments.tokens);
  const Entries& pair = entries(arguments.activation, arguments.weight_type);
  return launcher.launch(
      "mla_norm_rope", in_whole_vectors(arguments) ? pair.wide : pair.unaligned,
      {.x = grid.x, .y = grid.y, .z = static_cast<std::uint32_t>(plan.workgroups)},
      {.x = static_cast<std::uint32_t>(plan.threads), .y = 1, .z = 1}, 0,
      std::as_bytes(std::span(&argument, 1)));
}

}  // namespace

KGATE_REGISTER(mla_norm_rope, rocm, native, 0, nullptr, launch_native);
KGATE_REGISTER(mla_norm_rope, cuda, native, 0, nullptr, launch_native);

Status launch(const MlaNormRopeArguments& arguments, Launcher& launcher) {
  return launcher.operations().run("mla_norm_rope", &arguments, launcher);
}

}  // namespace kgate
