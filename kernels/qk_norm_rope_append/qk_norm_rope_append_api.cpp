// SPDX-License-Identifier: MIT
// kgate_qk_norm_rope_append: from the C arguments to the contract struct.
#include "kernels/include/kgate/qk_norm_rope_append.h"
#include "kernels/library/device_handle.hpp"
#include "kernels/library/rope_arguments.hpp"
#include "kernels/qk_norm_rope_append/qk_norm_rope_append_contract.hpp"
#include "kernels/unfused/unfused.hpp"

namespace kgate {
namespace {

static_assert(static_cast<int>(QkNormProfile::rounded) == KGATE_QK_NORM_ROUNDED);
static_assert(static_cast<int>(QkNormProfile::graph) == KGATE_QK_NORM_GRAPH);
static_assert(static_cast<int>(QkNormProfile::unrounded) == KGATE_QK_NORM_UNROUNDED);
static_assert(static_cast<int>(QkNormProfile::grouped) == KGATE_QK_NORM_GROUPED);

Status convert(const kgate_qk_norm_rope_append_args& args, QkNormRopeAppendArguments& out) {
  using library::TensorArguments;
  TensorArguments tensors("qk_norm_rope_append");
  library::convert_append(tensors, {args.q, args.k, args.v, args.q_out, args.k_out, args.v_out},
                          args.rope, args.cache, out.append);
  out.append.error = args.error;
  const std::int64_t size = out.append.head_size;
  const bool with_q = TensorArguments::present(args.q_weight);
  const kgate_tensor& first = with_q ? args.q_weight : args.k_weight;
  out.weight_type = TensorArguments::type(first);
  if (with_q && tensors.shape("q_weight", args.q_weight, {size})) {
    out.q_weight = args.q_weight.data;
  }
  if (TensorArguments::present(args.k_weight) &&
      tensors.shape("k_weight", args.k_weight, {size}, out.weight_type, with_q ? "q_weight" : "")) {
    out.k_weight = args.k_weight.data;
  }
  out.eps = args.eps;
  out.weight_bias = args.weight_bias;
  out.norm_profile = static_cast<QkNormProfile>(args.norm_profile);
  out.v_norm = args.v_norm;
  return tensors.status();
}

}  // namespace
}  // namespace kgate

kgate_status kgate_qk_norm_rope_append(kgate_device* device, void* stream,
                                       const kgate_qk_norm_rope_append_args* args) {
  return kgate::library::run_family("qk_norm_rope_append", device, stream, args, kgate::convert);
}

uint64_t kgate_qk_norm_rope_append_workspace(const kgate_qk_norm_rope_append_args* args) {
  return kgate::library::workspace_of(args, kgate::convert);
}
