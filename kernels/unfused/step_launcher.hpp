// SPDX-License-Identifier: MIT
// Launches the steps of a composition one after the other, as long as all of them succeed.
#pragma once

#include <cstdint>
#include <span>
#include <string_view>

#include "kernels/data_type.hpp"
#include "kernels/runtime/launcher.hpp"
#include "kernels/unfused/head_steps.hpp"
#include "kernels/unfused/row_steps.hpp"
#include "kernels/unfused/unfused.hpp"

namespace kgate::unfused {

/// Cuts a workspace into tensors. Made without a workspace it only adds up what would be needed.
class Carver {
 public:
  explicit Carver(const Workspace& workspace = {}) : data_(workspace.data) {}

  /// The next `elements` elements, 16-byte aligned; null without a workspace.
  void* take(std::int64_t elements, DataType type) {
    const std::uint64_t begin = size_;
    size_ += (static_cast<std::uint64_t>(elements) * size_of(type) + 15) / 16 * 16;
    return data_ == nullptr ? nullptr : static_cast<std::byte*>(data_) + begin;
  }

  /// Bytes taken so far.
  [[nodiscard]] std::uint64_t size() const { return size_; }

 private:
  void* data_;
  std::uint64_t size_ = 0;
};

/// Refuses a workspace that is too small for `needed` bytes or not aligned.
Status check(const Workspace& workspace, std::uint64_t needed, std::string_view family);

class StepLauncher {
 public:
  explicit StepLauncher(Launcher& launcher) : launcher_(&launcher) {}

  // Element-wise steps. A sum or an activation is stored in the tensors' type or in f32.
  void run(const AddStep& step, DataType type, DataType sum);
  void run(const RoundStep& step, DataType to);
  void run(const ActivationStep& step, DataType type, DataType activated);
  void run(const MultiplyStep& step, DataType activated, DataType type);

  void run(const RmsNormStep& step, DataType from, DataType to);

  // Steps over heads; `workgroups` of the step is set here.
  void rope(HeadStep step, DataType from, DataType to);
  void scale(HeadStep step, DataType type);
  void copy(HeadStep step, DataType type);
  void run(HeadNormStep step, DataType from, DataType to);
  void run(AppendStep step, DataType type);

  /// The first refusal, or ok.
  [[nodiscard]] const Status& status() const { return status_; }

 private:
  template <class Step>
  void launch(std::string_view family, std::string_view entry, std::string_view types, Dim3 grid,
              int threads, const Step& step);

  Launcher* launcher_;
  Status status_;
};

}  // namespace kgate::unfused
