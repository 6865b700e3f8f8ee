// SPDX-License-Identifier: MIT
// kgate_mla_norm_rope: from the C arguments to the contract struct.
#include "kernels/include/kgate/mla_norm_rope.h"
#include "kernels/library/device_handle.hpp"
#include "kernels/library/rope_arguments.hpp"
#include "kernels/mla_norm_rope/mla_norm_rope_contract.hpp"
#include "kernels/unfused/unfused.hpp"

namespace kgate {
namespace {

static_assert(static_cast<int>(MlaNormProfile::f32) == KGATE_MLA_NORM_F32);
static_assert(static_cast<int>(MlaNormProfile::graph) == KGATE_MLA_NORM_GRAPH);

Status convert(const kgate_mla_norm_rope_args& args, MlaNormRopeArguments& out) {
  using library::kAny;
  using library::TensorArguments;
  TensorArguments tensors("mla_norm_rope");
  if (!tensors.shape("kv", args.kv, {kAny, kAny}) ||
      !tensors.shape("weight", args.weight, {kAny})) {
    return tensors.status();
  }
  const std::int64_t tokens = args.kv.shape[0];
  const std::int64_t rank = args.weight.shape[0];
  const std::int64_t pe_size = args.kv.shape[1] - rank;
  const DataType type = TensorArguments::type(args.kv);
  if (pe_size < 0) {
    tensors.fail(
        Status::error(StatusCode::invalid_argument,
                      "kgate_mla_norm_rope: rows of kv have {} elements and weight has {}: "
                      "the latent alone is longer than the row",
                      args.kv.shape[1], rank));
    return tensors.status();
  }
  if (TensorArguments::present(args.latent) &&
      tensors.shape("latent", args.latent, {tokens, rank}, type, "kv")) {
    out.latent = args.latent.data;
    out.latent_stride = args.latent.stride[0];
  }
  if (TensorArguments::present(args.pe) &&
      tensors.shape("pe", args.pe, {tokens, pe_size}, type, "kv")) {
    out.pe = args.pe.data;
    out.pe_stride = args.pe.stride[0];
  }
  out.q_pe = tensors.heads("q_pe", args.q_pe, {tokens, kAny, pe_size}, type, "kv");
  out.q_pe_out =
      tensors.heads("q_pe_out", args.q_pe_out, {tokens, args.q_pe.shape[1], pe_size}, type, "kv");
  out.kv = args.kv.data;
  out.weight = args.weight.data;
  out.error = args.error;
  out.tokens = tokens;
  out.kv_stride = args.kv.stride[0];
  out.kv_lora_rank = tensors.length("weight", args.weight, 0);
  out.pe_size = tensors.length("kv", args.kv, 1) - out.kv_lora_rank;
  out.q_heads = TensorArguments::present(args.q_pe) ? tensors.length("q_pe", args.q_pe, 1) : 0;
  out.eps = args.eps;
  out.weight_bias = args.weight_bias;
  out.activation = type;
  out.weight_type = TensorArguments::type(args.weight);
  out.norm_profile = static_cast<MlaNormProfile>(args.norm_profile);
  library::convert_rope(tensors, args.rope, tokens, out.rope);
  library::convert_latent_cache(tensors, args.cache, args.kv.shape[1], out.cache);
  out.cache.v_scale = args.cache.v_scale;
  return tensors.status();
}

}  // namespace
}  // namespace kgate

kgate_status kgate_mla_norm_rope(kgate_device* device, void* stream,
                                 const kgate_mla_norm_rope_args* args) {
  return kgate::library::run_family("mla_norm_rope", device, stream, args, kgate::convert);
}

uint64_t kgate_mla_norm_rope_workspace(const kgate_mla_norm_rope_args* args) {
  return kgate::library::workspace_of(args, kgate::convert);
}
