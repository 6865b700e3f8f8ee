// SPDX-License-Identifier: MIT
// mla_norm_rope as separate launches.
#include "kernels/unfused/step_launcher.hpp"
#include "kernels/unfused/unfused.hpp"

namespace kgate::unfused {
namespace {

/// Where the normed latent and the rotated part are until the cache has them.
struct MlaPlaces {
  TargetRows latent{};
  TargetRows pe{};
};

MlaPlaces places(const MlaNormRopeArguments& arguments, Carver& carver) {
  const DataType type = arguments.activation;
  MlaPlaces places;
  places.latent = {arguments.latent, arguments.latent_stride};
  if (arguments.latent == nullptr) {
    places.latent = {carver.take(arguments.tokens * arguments.kv_lora_rank, type),
                     arguments.kv_lora_rank};
  }
  places.pe = {arguments.pe, arguments.pe_stride};
  if (arguments.pe == nullptr) {
    places.pe = {carver.take(arguments.tokens * arguments.pe_size, type), arguments.pe_size};
  }
  return places;
}

/// The rotated part of kv as a tensor of one head. Steps do not write the tensor they read from.
HeadTensor pe_of_kv(const MlaNormRopeArguments& arguments) {
  const auto offset =
      static_cast<std::int64_t>(size_of(arguments.activation)) * arguments.kv_lora_rank;
  auto* kv = static_cast<std::byte*>(const_cast<void*>(arguments.kv));
  return {kv + offset, arguments.kv_stride, 0};
}

HeadStep head_step(const MlaNormRopeArguments& arguments, const HeadTensor& from,
                   const HeadTensor& to, std::int32_t heads, std::int32_t size) {
  return {.checks = {arguments.rope, arguments.cache, arguments.error},
          .from = from,
          .to = to,
          .tokens = arguments.tokens,
          .heads = heads,
          .head_size = size,
          .workgroups = 1};
}

/// Stores rows of `size` elements at element `first` of the tokens' entries.
void append_rows(const MlaNormRopeArguments& arguments, const TargetRows& rows, std::int32_t size,
                 std::int64_t first, StepLauncher& steps) {
  steps.run(AppendStep{.heads = head_step(arguments, {rows.data, rows.stride, 0}, {}, 1, size),
                       .first_element = first,
                       .is_v = 0},
            arguments.activation);
}

}  // namespace

std::uint64_t workspace_size(const MlaNormRopeArguments& arguments) {
  Carver carver;
  if (kgate::check(arguments)) {
    static_cast<void>(places(arguments, carver));
  }
  return carver.size();
}

Status launch(const MlaNormRopeArguments& arguments, Launcher& launcher,
              const Workspace& workspace) {
  Status status = kgate::check(arguments);
  if (status) {
    status = check(workspace, workspace_size(arguments), "mla_norm_rope");
  }
  if (!status || arguments.tokens == 0) {
    return status;
  }
  Carver carver(workspace);
  const MlaPlaces at = places(arguments, carver);
  const DataType type = arguments.activation;
  StepLauncher steps(launcher);
  steps.run(RmsNormStep{.checks = {arguments.rope, arguments.cache, arguments.error},
                        .from = {arguments.kv, arguments.kv_stride},
                        .weight = arguments.weight,
                        .to = at.latent,
                        .rows = arguments.tokens,
                        .columns = arguments.kv_lora_rank,
                        .eps = arguments.eps,
                        .weight_bias = arguments.weight_bias,
                        .weight_type = arguments.weight_type,
                        .rounds_scaled = arguments.norm_profile == MlaNormProfile::graph ? 1U : 0U},
            type, type);
  steps.rope(head_step(arguments, pe_of_kv(arguments), {at.pe.data, at.pe.stride, 0}, 1,
                       arguments.pe_size),
             type, type);
  if (arguments.q_pe.data != nullptr) {
    steps.rope(head_step(arguments, arguments.q_pe, arguments.q_pe_out, arguments.q_heads,
                         arguments.pe_size),
               type, type);
  }
  if (arguments.cache.addressing != KvCacheAddressing::none) {
    append_rows(arguments, at.latent, arguments.kv_lora_rank, 0, steps);
    append_rows(arguments, at.pe, arguments.pe_size, arguments.kv_lora_rank, steps);
  }
  return steps.status();
}

}  // namespace kgate::unfused
