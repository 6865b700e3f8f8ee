// SPDX-License-Identifier: MIT
// kgate_add_rms_norm: from the C arguments to the contract struct.
#include "kernels/add_rms_norm/add_rms_norm_contract.hpp"
#include "kernels/include/kgate/add_rms_norm.h"
#include "kernels/library/device_handle.hpp"
#include "kernels/library/tensor_arguments.hpp"
#include "kernels/unfused/unfused.hpp"

namespace kgate {
namespace {

static_assert(static_cast<int>(AddRmsNormProfile::f32_sum) == KGATE_ADD_RMS_NORM_F32_SUM);
static_assert(static_cast<int>(AddRmsNormProfile::stored_sum) == KGATE_ADD_RMS_NORM_STORED_SUM);
static_assert(static_cast<int>(AddRmsNormProfile::graph) == KGATE_ADD_RMS_NORM_GRAPH);

Status convert(const kgate_add_rms_norm_args& args, AddRmsNormArguments& out) {
  using library::kAny;
  library::TensorArguments tensors("add_rms_norm");
  if (!tensors.shape("x", args.x, {kAny, kAny})) {
    return tensors.status();
  }
  const std::int64_t rows = args.x.shape[0];
  const std::int64_t hidden = args.x.shape[1];
  const DataType type = library::TensorArguments::type(args.x);
  tensors.shape("weight", args.weight, {hidden});
  tensors.shape("normed", args.normed, {rows, hidden}, type, "x");
  out.x = args.x.data;
  out.x_stride = args.x.stride[0];
  if (library::TensorArguments::present(args.residual) &&
      tensors.shape("residual", args.residual, {rows, hidden}, type, "x")) {
    out.residual = args.residual.data;
    out.residual_stride = args.residual.stride[0];
  }
  if (library::TensorArguments::present(args.new_residual) &&
      tensors.shape("new_residual", args.new_residual, {rows, hidden}, type, "x")) {
    out.new_residual = args.new_residual.data;
    out.new_residual_stride = args.new_residual.stride[0];
  }
  out.weight = args.weight.data;
  out.weight_type = library::TensorArguments::type(args.weight);
  out.normed = args.normed.data;
  out.normed_stride = args.normed.stride[0];
  out.rows = rows;
  out.hidden = tensors.length("x", args.x, 1);
  out.eps = args.eps;
  out.weight_bias = args.weight_bias;
  out.activation = type;
  out.profile = static_cast<AddRmsNormProfile>(args.profile);
  return tensors.status();
}

}  // namespace
}  // namespace kgate

kgate_status kgate_add_rms_norm(kgate_device* device, void* stream,
                                const kgate_add_rms_norm_args* args) {
  return kgate::library::run_family("add_rms_norm", device, stream, args, kgate::convert);
}

uint64_t kgate_add_rms_norm_workspace(const kgate_add_rms_norm_args* args) {
  return kgate::library::workspace_of(args, kgate::convert);
}
