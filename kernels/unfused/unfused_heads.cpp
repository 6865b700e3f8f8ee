// SPDX-License-Identifier: MIT
// rope_append and qk_norm_rope_append as separate launches.
#include "kernels/unfused/step_launcher.hpp"
#include "kernels/unfused/unfused.hpp"

namespace kgate::unfused {
namespace {

bool has_cache(const RopeAppendArguments& arguments) {
  return arguments.cache.addressing != KvCacheAddressing::none;
}

/// A packed [tokens, heads, size] tensor of the workspace.
HeadTensor carve(Carver& carver, std::int64_t tokens, std::int32_t heads, std::int32_t size,
                 DataType type) {
  return {carver.take(tokens * heads * size, type), std::int64_t{heads} * size, size};
}

/// Where the heads of k and v are between the steps, and q's and k's before they are rounded.
struct HeadPlaces {
  HeadTensor k{};
  HeadTensor v{};
  HeadTensor q_normed{};
  HeadTensor k_normed{};
  DataType normed = DataType::f32;
};

/// k_out, or where k is until the cache has it.
HeadTensor k_place(const RopeAppendArguments& arguments, Carver& carver) {
  if (arguments.k.data == nullptr || arguments.k_out.data != nullptr) {
    return arguments.k_out;
  }
  return carve(carver, arguments.tokens, arguments.kv_heads, arguments.head_size,
               arguments.activation);
}

HeadPlaces places(const RopeAppendArguments& arguments, Carver& carver) {
  HeadPlaces places;
  places.k = k_place(arguments, carver);
  return places;
}

HeadPlaces places(const QkNormRopeAppendArguments& arguments, Carver& carver) {
  const RopeAppendArguments& append = arguments.append;
  HeadPlaces places;
  places.k = k_place(append, carver);
  places.v = append.v_out;
  if (append.v.data != nullptr && append.v_out.data == nullptr && arguments.v_norm != 0) {
    places.v = carve(carver, append.tokens, append.kv_heads, append.v_head_size, append.activation);
  }
  const bool rounded = arguments.norm_profile == QkNormProfile::rounded ||
                       arguments.norm_profile == QkNormProfile::graph;
  places.normed = rounded ? append.activation : DataType::f32;
  places.q_normed = append.q_out;
  places.k_normed = places.k;
  if (places.normed != append.activation) {
    if (append.q.data != nullptr) {
      places.q_normed =
          carve(carver, append.tokens, append.q_heads, append.head_size, DataType::f32);
    }
    if (append.k.data != nullptr) {
      places.k_normed =
          carve(carver, append.tokens, append.kv_heads, append.head_size, DataType::f32);
    }
  }
  return places;
}

HeadStep head_step(const RopeAppendArguments& arguments, const HeadTensor& from,
                   const HeadTensor& to, std::int32_t heads, std::int32_t size) {
  return {.checks = {arguments.rope, arguments.cache, arguments.error},
          .from = from,
          .to = to,
          .tokens = arguments.tokens,
          .heads = heads,
          .head_size = size,
          .workgroups = 1};
}

/// Rotates q and k from where they are, scales q, and stores k.
void rope_and_append_k(const RopeAppendArguments& arguments, const HeadTensor& q,
                       const HeadTensor& k, DataType from, const HeadTensor& k_to,
                       StepLauncher& steps) {
  const DataType type = arguments.activation;
  if (q.data != nullptr) {
    steps.rope(head_step(arguments, q, arguments.q_out, arguments.q_heads, arguments.head_size),
               from, type);
    if (arguments.rope.q_scales != nullptr) {
      steps.scale(head_step(arguments, arguments.q_out, arguments.q_out, arguments.q_heads,
                            arguments.head_size),
                  type);
    }
  }
  if (k.data != nullptr) {
    steps.rope(head_step(arguments, k, k_to, arguments.kv_heads, arguments.head_size), from, type);
    if (has_cache(arguments)) {
      steps.run(AppendStep{.heads = head_step(arguments, k_to, {}, arguments.kv_heads,
                                              arguments.head_size),
                           .first_element = 0,
                           .is_v = 0},
                type);
    }
  }
}

/// Stores v in the cache.
void append_v(const RopeAppendArguments& arguments, const HeadTensor& v, StepLauncher& steps) {
  if (has_cache(arguments)) {
    steps.run(
        AppendStep{.heads = head_step(arguments, v, {}, arguments.kv_heads, arguments.v_head_size),
                   .first_element = 0,
                   .is_v = 1},
        arguments.activation);
  }
}

void copy_v(const RopeAppendArguments& arguments, StepLauncher& steps) {
  if (arguments.v_out.data != nullptr) {
    steps.copy(head_step(arguments, arguments.v, arguments.v_out, arguments.kv_heads,
                         arguments.v_head_size),
               arguments.activation);
  }
}

HeadNormStep norm_step(const QkNormRopeAppendArguments& arguments, const HeadStep& heads,
                       const void* weight) {
  return {.heads = heads,
          .weight = weight,
          .eps = arguments.eps,
          .weight_bias = arguments.weight_bias,
          .weight_type = arguments.weight_type,
          .profile = arguments.norm_profile};
}

}  // namespace

std::uint64_t workspace_size(const RopeAppendArguments& arguments) {
  Carver carver;
  if (kgate::check(arguments)) {
    static_cast<void>(places(arguments, carver));
  }
  return carver.size();
}

Status launch(const RopeAppendArguments& arguments, Launcher& launcher,
              const Workspace& workspace) {
  Status status = kgate::check(arguments);
  if (status) {
    status = check(workspace, workspace_size(arguments), "rope_append");
  }
  if (!status || arguments.tokens == 0) {
    return status;
  }
  Carver carver(workspace);
  const HeadPlaces at = places(arguments, carver);
  StepLauncher steps(launcher);
  rope_and_append_k(arguments, arguments.q, arguments.k, arguments.activation, at.k, steps);
  if (arguments.v.data != nullptr) {
    copy_v(arguments, steps);
    append_v(arguments, arguments.v, steps);
  }
  return steps.status();
}

std::uint64_t workspace_size(const QkNormRopeAppendArguments& arguments) {
  Carver carver;
  if (kgate::check(arguments)) {
    static_cast<void>(places(arguments, carver));
  }
  return carver.size();
}

Status launch(const QkNormRopeAppendArguments& arguments, Launcher& launcher,
              const Workspace& workspace) {
  Status status = kgate::check(arguments);
  if (status) {
    status = check(workspace, workspace_size(arguments), "qk_norm_rope_append");
  }
  const RopeAppendArguments& append = arguments.append;
  if (!status || append.tokens == 0) {
    return status;
  }
  Carver carver(workspace);
  const HeadPlaces at = places(arguments, carver);
  StepLauncher steps(launcher);
  const auto norm = [&](const HeadTensor& from, const HeadTensor& to, std::int32_t heads,
                        std::int32_t size, const void* weight, DataType type) {
    if (from.data != nullptr) {
      steps.run(norm_step(arguments, head_step(append, from, to, heads, size), weight),
                append.activation, type);
    }
  };
  norm(append.q, at.q_normed, append.q_heads, append.head_size, arguments.q_weight, at.normed);
  norm(append.k, at.k_normed, append.kv_heads, append.head_size, arguments.k_weight, at.normed);
  rope_and_append_k(append, append.q.data == nullptr ? HeadTensor{} : at.q_normed,
                    append.k.data == nullptr ? HeadTensor{} : at.k_normed, at.normed, at.k, steps);
  if (append.v.data == nullptr) {
    return steps.status();
  }
  if (arguments.v_norm != 0) {
    norm(append.v, at.v, append.kv_heads, append.v_head_size, nullptr, append.activation);
    append_v(append, at.v, steps);
  } else {
    copy_v(append, steps);
    append_v(append, append.v, steps);
  }
  return steps.status();
}

}  // namespace kgate::unfused
