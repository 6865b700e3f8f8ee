// SPDX-License-Identifier: MIT
// Chooses rope_append's entry and launch shape, and registers the kernel.
#include "kernels/rope_append/rope_append_launch.hpp"

#include <array>
#include <cstdint>
#include <span>
#include <string_view>

#include "kernels/device/append_plan.hpp"
#include "kernels/device/head_plan.hpp"
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

constexpr Entries kF32{"rope_append_f32_plain", "rope_append_f32_wide",
                       "rope_append_f32_unaligned"};
constexpr Entries kF16{"rope_append_f16_plain", "rope_append_f16_wide",
                       "rope_append_f16_unaligned"};
constexpr Entries kBf16{"rope_append_bf16_plain", "rope_append_bf16_wide",
                        "rope_append_bf16_unaligned"};

const Entries& entries(DataType activation) {
  if (activation == DataType::f32) {
    return kF32;
  }
  return activation == DataType::f16 ? kF16 : kBf16;
}

std::string_view entry(const RopeAppendArguments& arguments) {
  const Entries& choice = entries(arguments.activation);
  if (!in_whole_units(arguments)) {
    return choice.unaligned;
  }
  return device::is_plain(arguments) ? choice.plain : choice.wide;
}

Status launch_native(const void* contract, Launcher& launcher) {
  const auto& arguments = *static_cast<const RopeAppendArguments*>(contract);
  Status status = check(arguments);
  if (!status || arguments.tokens == 0) {
    return status;
  }
  const device::RopeAppendLaunch argument{arguments, device::append_plan(arguments)};
  const device::HeadPlan& plan = argument.plan.heads;
  const device::TokenGrid grid = device::token_grid(arguments.tokens);
  return launcher.launch(
      "rope_append", entry(arguments),
      {.x = grid.x, .y = grid.y, .z = static_cast<std::uint32_t>(plan.workgroups)},
      {.x = static_cast<std::uint32_t>(plan.threads), .y = 1, .z = 1}, 0,
      std::as_bytes(std::span(&argument, 1)));
}

}  // namespace

KGATE_REGISTER(rope_append, rocm, native, 0, nullptr, launch_native);
KGATE_REGISTER(rope_append, cuda, native, 0, nullptr, launch_native);

Status launch(const RopeAppendArguments& arguments, Launcher& launcher) {
  return launcher.operations().run("rope_append", &arguments, launcher);
}

}  // namespace kgate
