// SPDX-License-Identifier: MIT
// Chooses qk_norm_rope_append's entry and launch shape, and registers the kernel.
#include "kernels/qk_norm_rope_append/qk_norm_rope_append_launch.hpp"

#include <cstdint>
#include <span>
#include <string_view>

#include "kernels/device/head_plan.hpp"
#include "kernels/qk_norm_rope_append/qk_norm_rope_append_plan.hpp"
#include "kernels/registry/registry.hpp"
#include "kernels/runtime/launcher.hpp"
#include "kernels/whole_units.hpp"

namespace kgate {
namespace {

struct Entries {
  std::string_view plain;
  std::string_view wide;
  std::string_view unaligned;
};

constexpr Entries kF32{"qk_norm_rope_append_f32_plain", "qk_norm_rope_append_f32_wide",
                       "qk_norm_rope_append_f32_unaligned"};
constexpr Entries kF16{"qk_norm_rope_append_f16_plain", "qk_norm_rope_append_f16_wide",
                       "qk_norm_rope_append_f16_unaligned"};
constexpr Entries kBf16{"qk_norm_rope_append_bf16_plain", "qk_norm_rope_append_bf16_wide",
                        "qk_norm_rope_append_bf16_unaligned"};

const Entries& entries(DataType activation) {
  if (activation == DataType::f32) {
    return kF32;
  }
  return activation == DataType::f16 ? kF16 : kBf16;
}

/// Of the weights and of the sum's vectors, what in_whole_units() asks of the rest.
bool norm_in_whole_units(const QkNormRopeAppendArguments& arguments) {
  constexpr std::uintptr_t kAlignment = 16;
  const auto bits = reinterpret_cast<std::uintptr_t>(arguments.q_weight) |
                    reinterpret_cast<std::uintptr_t>(arguments.k_weight) |
                    static_cast<std::uintptr_t>(arguments.append.head_size);
  return bits % kAlignment == 0;
}

std::string_view entry(const QkNormRopeAppendArguments& arguments) {
  const Entries& choice = entries(arguments.append.activation);
  if (!in_whole_units(arguments.append) || !norm_in_whole_units(arguments)) {
    return choice.unaligned;
  }
  return device::is_plain(arguments.append) ? choice.plain : choice.wide;
}

Status launch_native(const void* contract, Launcher& launcher) {
  const auto& arguments = *static_cast<const QkNormRopeAppendArguments*>(contract);
  Status status = check(arguments);
  const RopeAppendArguments& append = arguments.append;
  if (!status || append.tokens == 0) {
    return status;
  }
  const device::QkNormRopeAppendLaunch argument{arguments, device::append_plan(append)};
  const device::HeadPlan& plan = argument.plan.heads;
  const device::TokenGrid grid = device::token_grid(append.tokens);
  return launcher.launch(
      "qk_norm_rope_append", entry(arguments),
      {.x = grid.x, .y = grid.y, .z = static_cast<std::uint32_t>(plan.workgroups)},
      {.x = static_cast<std::uint32_t>(plan.threads), .y = 1, .z = 1}, 0,
      std::as_bytes(std::span(&argument, 1)));
}

}  // namespace

KGATE_REGISTER(qk_norm_rope_append, rocm, native, 0, nullptr, launch_native);
KGATE_REGISTER(qk_norm_rope_append, cuda, native, 0, nullptr, launch_native);

Status launch(const QkNormRopeAppendArguments& arguments, Launcher& launcher) {
  return launcher.operations().run("qk_norm_rope_append", &arguments, launcher);
}

}  // namespace kgate
