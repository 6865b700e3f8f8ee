// SPDX-License-Identifier: MIT
// Grids and entry names of the unfused kernels.
#include "kernels/unfused/step_launcher.hpp"

#include <algorithm>
#include <array>
#include <cstddef>

#include "kernels/device/head_plan.hpp"
#include "kernels/device/row_plan.hpp"

namespace kgate::unfused {
namespace {

/// "bf16_f32" without allocating.
class TypePair {
 public:
  TypePair(DataType from, DataType to) {
    const auto end = fmt::format_to_n(text_.data(), text_.size(), "{}_{}", name(from), name(to));
    size_ = std::min(end.size, text_.size());
  }
  [[nodiscard]] std::string_view view() const { return {text_.data(), size_}; }

 private:
  std::array<char, 16> text_{};
  std::size_t size_ = 0;
};

std::uint32_t ceil_divided(std::int64_t count, std::int64_t by) {
  return static_cast<std::uint32_t>((count + by - 1) / by);
}

Dim3 element_grid(std::int64_t rows, std::int32_t columns) {
  return {.x = ceil_divided(columns, kElementThreads),
          .y = static_cast<std::uint32_t>(std::min<std::int64_t>(rows, kElementRowsPerGrid)),
          .z = 1};
}

Dim3 token_dim(std::int64_t tokens, std::int32_t workgroups) {
  const device::TokenGrid grid = device::token_grid(tokens);
  return {.x = grid.x, .y = grid.y, .z = static_cast<std::uint32_t>(workgroups)};
}

/// Workgroups along z that give each unit of a token's heads a thread, as far as they may.
std::int32_t unit_workgroups(const HeadStep& step, std::int32_t rotary_dim) {
  const std::int64_t units =
      std::int64_t{device::head_units(step.head_size, rotary_dim)} * step.heads;
  return static_cast<std::int32_t>(
      std::clamp<std::int64_t>(units / kHeadStepThreads, 1, kMaxHeadStepWorkgroups));
}

}  // namespace

Status check(const Workspace& workspace, std::uint64_t needed, std::string_view family) {
  if (needed > 0 && (workspace.data == nullptr || workspace.size < needed)) {
    return Status::error(StatusCode::invalid_argument,
                         "{}, unfused: the workspace has {} bytes; it needs {}", family,
                         workspace.data == nullptr ? 0 : workspace.size, needed);
  }
  if (needed > 0 && reinterpret_cast<std::uintptr_t>(workspace.data) % 16 != 0) {
    return Status::error(StatusCode::invalid_argument,
                         "{}, unfused: the workspace at {} is not 16-byte aligned", family,
                         workspace.data);
  }
  return {};
}

template <class Step>
void StepLauncher::launch(std::string_view family, std::string_view entry, std::string_view types,
                          Dim3 grid, int threads, const Step& step) {
  if (!status_) {
    return;
  }
  std::array<char, 48> text{};
  const auto end = fmt::format_to_n(text.data(), text.size(), "{}_{}", entry, types);
  status_ = launcher_->launch(family, {text.data(), std::min(end.size, text.size())}, grid,
                              {.x = static_cast<std::uint32_t>(threads), .y = 1, .z = 1}, 0,
                              std::as_bytes(std::span(&step, 1)));
}

void StepLauncher::run(const AddStep& step, DataType type, DataType sum) {
  launch("unfused_add", "unfused_add", TypePair(type, sum).view(),
         element_grid(step.rows, step.columns), kElementThreads, step);
}

void StepLauncher::run(const RoundStep& step, DataType to) {
  launch("unfused_add", "unfused_round", name(to), element_grid(step.rows, step.columns),
         kElementThreads, step);
}

void StepLauncher::run(const ActivationStep& step, DataType type, DataType activated) {
  launch("unfused_activation", "unfused_activation", TypePair(type, activated).view(),
         element_grid(step.rows, step.columns), kElementThreads, step);
}

void StepLauncher::run(const MultiplyStep& step, DataType activated, DataType type) {
  launch("unfused_multiply", "unfused_multiply", TypePair(activated, type).view(),
         element_grid(step.rows, step.columns), kElementThreads, step);
}

void StepLauncher::run(const RmsNormStep& step, DataType from, DataType to) {
  const int width = device::kVectorBytes / static_cast<int>(size_of(to));
  const int vectors = device::row_vectors(step.columns, width);
  const int threads = device::row_threads(vectors, device::row_vectors_per_thread(vectors));
  launch("unfused_rms_norm", "unfused_rms_norm", TypePair(from, to).view(), token_dim(step.rows, 1),
         threads, step);
}

void StepLauncher::rope(HeadStep step, DataType from, DataType to) {
  step.workgroups = unit_workgroups(step, step.checks.rope.rotary_dim);
  launch("unfused_rope", "unfused_rope", TypePair(from, to).view(),
         token_dim(step.tokens, step.workgroups), kHeadStepThreads, step);
}

void StepLauncher::scale(HeadStep step, DataType type) {
  step.workgroups = unit_workgroups(step, 0);
  launch("unfused_scale", "unfused_scale", name(type), token_dim(step.tokens, step.workgroups),
         kHeadStepThreads, step);
}

void StepLauncher::copy(HeadStep step, DataType type) {
  step.workgroups = unit_workgroups(step, 0);
  launch("unfused_copy", "unfused_copy", name(type), token_dim(step.tokens, step.workgroups),
         kHeadStepThreads, step);
}

void StepLauncher::run(HeadNormStep step, DataType from, DataType to) {
  step.heads.workgroups = std::min(step.heads.heads, kMaxHeadStepWorkgroups);
  launch("unfused_head_norm", "unfused_head_norm", TypePair(from, to).view(),
         token_dim(step.heads.tokens, step.heads.workgroups), kHeadNormThreads, step);
}

void StepLauncher::run(AppendStep step, DataType type) {
  step.heads.workgroups = unit_workgroups(step.heads, 0);
  launch("unfused_append", "unfused_append", name(type),
         token_dim(step.heads.tokens, step.heads.workgroups), kHeadStepThreads, step);
}

}  // namespace kgate::unfused
