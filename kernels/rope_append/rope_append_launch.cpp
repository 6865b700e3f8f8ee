// SPDX-License-Identifier: MIT
// Chooses rope_append's entry and launch shape, and registers the kernel.
#include "kernels/rope_append/rope_append_launch.hpp"

#include <array>
#include <cstdint>
#include <limits>
#include <span>
#include <string_view>

#include "kernels/device/append_plan.hpp"
#include "kernels/device/head_plan.hpp"
#include "kernels/registry/registry.hpp"
#include "kernels/rope_append/rope_append_plan.hpp"
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

struct NeoxEntries {
  std::string_view rotate;
  std::string_view rotate_many;
  std::string_view append;
};

constexpr NeoxEntries kNeoxF32{"rope_append_f32_neox_f32_rotate",
                               "rope_append_f32_neox_f32_rotate_many",
                               "rope_append_f32_neox_f32_append"};
constexpr NeoxEntries kNeoxF16{"rope_append_f16_neox_f32_rotate",
                               "rope_append_f16_neox_f32_rotate_many",
                               "rope_append_f16_neox_f32_append"};
constexpr NeoxEntries kNeoxF16Native{"rope_append_f16_neox_native_rotate",
                                     "rope_append_f16_neox_native_rotate_many",
                                     "rope_append_f16_neox_native_append"};
constexpr NeoxEntries kNeoxBf16{"rope_append_bf16_neox_f32_rotate",
                                "rope_append_bf16_neox_f32_rotate_many",
                                "rope_append_bf16_neox_f32_append"};
constexpr NeoxEntries kNeoxBf16Native{"rope_append_bf16_neox_native_rotate",
                                      "rope_append_bf16_neox_native_rotate_many",
                                      "rope_append_bf16_neox_native_append"};

/// The entries for NeoX pairs of this launch's types and profile; null where there are none.
const NeoxEntries* neox_entries(const RopeAppendArguments& arguments) {
  const RopeArguments& rope = arguments.rope;
  const DataType activation = arguments.activation;
  if (activation == DataType::f32) {
    return &kNeoxF32;  // where every profile is the same
  }
  if (rope.profile == RopeProfile::f32 && rope.table_type == DataType::f32) {
    return activation == DataType::f16 ? &kNeoxF16 : &kNeoxBf16;
  }
  if (rope.profile == RopeProfile::native && rope.table_type == activation) {
    return activation == DataType::f16 ? &kNeoxF16Native : &kNeoxBf16Native;
  }
  return nullptr;
}

bool has_cache(const RopeAppendArguments& arguments) {
  return arguments.cache.addressing != KvCacheAddressing::none;
}

/// Whether more is done than q and k rotated.
bool appends(const RopeAppendArguments& arguments) {
  return has_cache(arguments) || arguments.v.data != nullptr;
}

/// Whether the neox entries know no less than the launch asks for and are faster. Over many tokens
/// with a cache they are not: 110 against 106 us for 16384 tokens of 32/8 x 128 on an H200.
bool is_neox(const RopeAppendArguments& arguments, const device::AppendPlan& plan) {
  const RopeArguments& rope = arguments.rope;
  const KvCacheArguments& cache = arguments.cache;
  constexpr std::int64_t kManyTokens = 1024;
  const auto is_short = [](std::int64_t stride) {
    return stride <= std::numeric_limits<std::int32_t>::max();
  };
  const auto is_near = [&](const HeadTensor& tensor) {
    return is_short(tensor.token_stride) && is_short(tensor.head_stride);
  };
  return device::is_plain(arguments) && rope.angles == RopeAngles::table &&
         rope.pairing == RopePairing::neox && neox_entries(arguments) != nullptr &&
         (arguments.tokens < kManyTokens || !appends(arguments)) &&
         plan.units <= 1 << device::kMaxHeadLaneBits && is_short(rope.table_stride) &&
         is_near(arguments.q) && is_near(arguments.k) && is_near(arguments.v) &&
         is_near(arguments.q_out) && is_near(arguments.k_out) && is_near(arguments.v_out) &&
         is_short(cache.k_block_stride) && is_short(cache.k_token_stride) &&
         is_short(cache.k_head_stride) && is_short(cache.v_block_stride) &&
         is_short(cache.v_token_stride) && is_short(cache.v_head_stride);
}

device::NeoxHeads neox_heads(const HeadTensor& from, const HeadTensor& to) {
  device::NeoxHeads heads = {};
  heads.from = from.data;
  heads.to = to.data;
  heads.from_token_stride = static_cast<std::int32_t>(from.token_stride);
  heads.from_head_stride = static_cast<std::int32_t>(from.head_stride);
  heads.to_token_stride = static_cast<std::int32_t>(to.token_stride);
  heads.to_head_stride = static_cast<std::int32_t>(to.head_stride);
  return heads;
}

device::RopeAppendNeoxLaunch neox_launch(const RopeAppendArguments& arguments,
                                         const device::AppendPlan& plan) {
  const RopeArguments& rope = arguments.rope;
  const KvCacheArguments& cache = arguments.cache;
  device::RopeAppendNeoxLaunch launch = {};
  launch.positions = rope.positions;
  launch.table = rope.table;
  launch.tokens = static_cast<std::int32_t>(arguments.tokens);
  launch.q_heads = plan.q_heads;
  launch.qk_heads = plan.qk_heads;
  launch.all_heads = plan.all_heads;
  launch.lane_bits = plan.heads.lane_bits;
  launch.position_type = rope.position_type;
  launch.position_limit = static_cast<std::uint32_t>(rope.table_rows);
  launch.rotary_dim = rope.rotary_dim;
  launch.rotated_units = plan.rotated_units;
  launch.qk_units = plan.qk_units;
  launch.v_units = plan.v_units;
  launch.table_stride = static_cast<std::int32_t>(rope.table_stride);
  launch.q = neox_heads(arguments.q, arguments.q_out);
  launch.k = neox_heads(arguments.k, arguments.k_out);
  launch.v = neox_heads(arguments.v, arguments.v_out);
  launch.error = arguments.error;
  if (has_cache(arguments)) {
    launch.k.cached = cache.k;
    launch.k.cached_block_stride = static_cast<std::int32_t>(cache.k_block_stride);
    launch.k.cached_token_stride = static_cast<std::int32_t>(cache.k_token_stride);
    launch.k.cached_head_stride = static_cast<std::int32_t>(cache.k_head_stride);
    launch.v.cached = cache.v;
    launch.v.cached_block_stride = static_cast<std::int32_t>(cache.v_block_stride);
    launch.v.cached_token_stride = static_cast<std::int32_t>(cache.v_token_stride);
    launch.v.cached_head_stride = static_cast<std::int32_t>(cache.v_head_stride);
    launch.slots = cache.slots;
    launch.slot_count = static_cast<std::int32_t>(cache.slot_count);
    launch.cache = {cache.blocks, cache.block_size, cache.ring_keep, cache.addressing};
  }
  return launch;
}

Status launch_neox(const RopeAppendArguments& arguments, const device::AppendPlan& plan,
                   Launcher& launcher) {
  device::RopeAppendNeoxLaunch argument = neox_launch(arguments, plan);
  const NeoxEntries& choice = *neox_entries(arguments);
  const device::NeoxPlan shape =
      device::neox_plan(arguments.tokens, plan.all_heads, plan.heads.lane_bits);
  argument.groups = shape.groups;
  argument.threads = shape.threads;
  const std::string_view entry = appends(arguments) ? choice.append
                                 : shape.parts == 1 ? choice.rotate
                                                    : choice.rotate_many;
  const device::TokenGrid grid = device::token_grid(arguments.tokens);
  return launcher.launch(
      "rope_append", entry,
      {.x = grid.x, .y = grid.y, .z = static_cast<std::uint32_t>(shape.workgroups)},
      {.x = static_cast<std::uint32_t>(shape.threads), .y = 1, .z = 1}, 0,
      std::as_bytes(std::span(&argument, 1)));
}

Status launch_native(const void* contract, Launcher& launcher) {
  const auto& arguments = *static_cast<const RopeAppendArguments*>(contract);
  Status status = check(arguments);
  if (!status || arguments.tokens == 0) {
    return status;
  }
  const device::RopeAppendLaunch argument{arguments, device::append_plan(arguments)};
  const bool whole = in_whole_units(arguments);
  if (whole && is_neox(arguments, argument.plan)) {
    return launch_neox(arguments, argument.plan, launcher);
  }
  const Entries& choice = entries(arguments.activation);
  const std::string_view aligned = device::is_plain(arguments) ? choice.plain : choice.wide;
  const device::HeadPlan& plan = argument.plan.heads;
  const device::TokenGrid grid = device::token_grid(arguments.tokens);
  return launcher.launch(
      "rope_append", whole ? aligned : choice.unaligned,
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
