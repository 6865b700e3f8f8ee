// SPDX-License-Identifier: MIT
// add_rms_norm and gated_activation as separate launches.
#include "kernels/unfused/step_launcher.hpp"
#include "kernels/unfused/unfused.hpp"

namespace kgate::unfused {
namespace {

/// Where the sum of x and residual is until it has been normed.
struct SumPlace {
  TargetRows rows{};
  DataType type = DataType::f32;
};

bool keeps_f32_sum(const AddRmsNormArguments& arguments) {
  return arguments.residual != nullptr && arguments.activation != DataType::f32 &&
         arguments.profile == AddRmsNormProfile::f32_sum;
}

SumPlace sum_place(const AddRmsNormArguments& arguments, Carver& carver) {
  if (keeps_f32_sum(arguments)) {
    return {{carver.take(arguments.rows * arguments.hidden, DataType::f32), arguments.hidden},
            DataType::f32};
  }
  if (arguments.new_residual != nullptr) {
    return {{arguments.new_residual, arguments.new_residual_stride}, arguments.activation};
  }
  return {{arguments.normed, arguments.normed_stride}, arguments.activation};
}

RmsNormStep norm_step(const AddRmsNormArguments& arguments, const SourceRows& from) {
  return {.checks = {},
          .from = from,
          .weight = arguments.weight,
          .to = {arguments.normed, arguments.normed_stride},
          .rows = arguments.rows,
          .columns = arguments.hidden,
          .eps = arguments.eps,
          .weight_bias = arguments.weight_bias,
          .weight_type = arguments.weight_type,
          .rounds_scaled = arguments.profile == AddRmsNormProfile::graph ? 1U : 0U};
}

/// Whether the product would be written over up before it is read: the activation cannot be where
/// the product goes.
bool writes_over_up(const GatedActivationArguments& arguments) {
  return arguments.out == arguments.up;
}

struct ActivatedPlace {
  TargetRows rows{};
  DataType type = DataType::f32;
};

ActivatedPlace activated_place(const GatedActivationArguments& arguments, Carver& carver) {
  const bool stored = arguments.profile == GatedActivationProfile::stored_activation;
  const DataType type = stored ? arguments.type : DataType::f32;
  if (type == arguments.type && !writes_over_up(arguments)) {
    return {{arguments.out, arguments.out_stride}, type};
  }
  return {{carver.take(arguments.rows * arguments.intermediate, type), arguments.intermediate},
          type};
}

}  // namespace

std::uint64_t workspace_size(const AddRmsNormArguments& arguments) {
  Carver carver;
  if (kgate::check(arguments)) {
    static_cast<void>(sum_place(arguments, carver));
  }
  return carver.size();
}

Status launch(const AddRmsNormArguments& arguments, Launcher& launcher,
              const Workspace& workspace) {
  Status status = kgate::check(arguments);
  if (status) {
    status = check(workspace, workspace_size(arguments), "add_rms_norm");
  }
  if (!status || arguments.rows == 0) {
    return status;
  }
  StepLauncher steps(launcher);
  if (arguments.residual == nullptr) {
    steps.run(norm_step(arguments, {arguments.x, arguments.x_stride}), arguments.activation,
              arguments.activation);
    return steps.status();
  }
  Carver carver(workspace);
  const SumPlace sum = sum_place(arguments, carver);
  const SourceRows from{sum.rows.data, sum.rows.stride};
  steps.run(AddStep{.x = {arguments.x, arguments.x_stride},
                    .residual = {arguments.residual, arguments.residual_stride},
                    .sum = sum.rows,
                    .rows = arguments.rows,
                    .columns = arguments.hidden},
            arguments.activation, sum.type);
  if (keeps_f32_sum(arguments) && arguments.new_residual != nullptr) {
    steps.run(RoundStep{.from = from,
                        .to = {arguments.new_residual, arguments.new_residual_stride},
                        .rows = arguments.rows,
                        .columns = arguments.hidden},
              arguments.activation);
  }
  steps.run(norm_step(arguments, from), sum.type, arguments.activation);
  return steps.status();
}

std::uint64_t workspace_size(const GatedActivationArguments& arguments) {
  Carver carver;
  if (kgate::check(arguments)) {
    static_cast<void>(activated_place(arguments, carver));
  }
  return carver.size();
}

Status launch(const GatedActivationArguments& arguments, Launcher& launcher,
              const Workspace& workspace) {
  Status status = kgate::check(arguments);
  if (status) {
    status = check(workspace, workspace_size(arguments), "gated_activation");
  }
  if (!status || arguments.rows == 0) {
    return status;
  }
  Carver carver(workspace);
  const ActivatedPlace activated = activated_place(arguments, carver);
  StepLauncher steps(launcher);
  steps.run(ActivationStep{.gate = {arguments.gate, arguments.gate_stride},
                           .activated = activated.rows,
                           .rows = arguments.rows,
                           .columns = arguments.intermediate,
                           .limit = arguments.limit,
                           .alpha = arguments.alpha,
                           .function = arguments.function},
            arguments.type, activated.type);
  steps.run(MultiplyStep{.activated = {activated.rows.data, activated.rows.stride},
                         .up = {arguments.up, arguments.up_stride},
                         .out = {arguments.out, arguments.out_stride},
                         .rows = arguments.rows,
                         .columns = arguments.intermediate,
                         .limit = arguments.limit,
                         .up_bias = arguments.up_bias},
            activated.type, arguments.type);
  return steps.status();
}

}  // namespace kgate::unfused
