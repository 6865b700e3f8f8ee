// SPDX-License-Identifier: MIT
// kgate_rope_append: from the C arguments to the contract struct.
#include "kernels/include/kgate/rope_append.h"
#include "kernels/library/device_handle.hpp"
#include "kernels/library/rope_arguments.hpp"
#include "kernels/unfused/unfused.hpp"

namespace kgate {
namespace {

Status convert(const kgate_rope_append_args& args, RopeAppendArguments& out) {
  library::TensorArguments tensors("rope_append");
  library::convert_append(tensors, {args.q, args.k, args.v, args.q_out, args.k_out, args.v_out},
                          args.rope, args.cache, out);
  out.error = args.error;
  return tensors.status();
}

}  // namespace
}  // namespace kgate

kgate_status kgate_rope_append(kgate_device* device, void* stream,
                               const kgate_rope_append_args* args) {
  return kgate::library::run_family("rope_append", device, stream, args, kgate::convert);
}

uint64_t kgate_rope_append_workspace(const kgate_rope_append_args* args) {
  return kgate::library::workspace_of(args, kgate::convert);
}
