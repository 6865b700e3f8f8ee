// SPDX-License-Identifier: MIT
// kgate_gated_activation: from the C arguments to the contract struct.
#include <limits>

#include "kernels/gated_activation/gated_activation_contract.hpp"
#include "kernels/include/kgate/gated_activation.h"
#include "kernels/library/device_handle.hpp"
#include "kernels/library/tensor_arguments.hpp"
#include "kernels/unfused/unfused.hpp"

namespace kgate {
namespace {

static_assert(static_cast<int>(GatedActivationFunction::silu) == KGATE_SILU);
static_assert(static_cast<int>(GatedActivationFunction::gelu) == KGATE_GELU);
static_assert(static_cast<int>(GatedActivationFunction::gelu_tanh) == KGATE_GELU_TANH);
static_assert(static_cast<int>(GatedActivationProfile::stored_activation) ==
              KGATE_GATED_ACTIVATION_STORED);
static_assert(static_cast<int>(GatedActivationProfile::f32_activation) ==
              KGATE_GATED_ACTIVATION_F32);

Status convert(const kgate_gated_activation_args& args, GatedActivationArguments& out) {
  library::TensorArguments tensors("gated_activation");
  if (!tensors.shape("gate", args.gate, {library::kAny, library::kAny})) {
    return tensors.status();
  }
  const std::int64_t rows = args.gate.shape[0];
  const std::int64_t intermediate = args.gate.shape[1];
  const DataType type = library::TensorArguments::type(args.gate);
  tensors.shape("up", args.up, {rows, intermediate}, type, "gate");
  tensors.shape("out", args.out, {rows, intermediate}, type, "gate");
  out.gate = args.gate.data;
  out.up = args.up.data;
  out.out = args.out.data;
  out.rows = rows;
  out.gate_stride = args.gate.stride[0];
  out.up_stride = args.up.stride[0];
  out.out_stride = args.out.stride[0];
  out.intermediate = tensors.length("gate", args.gate, 1);
  out.limit = args.limit == 0.0F ? std::numeric_limits<float>::infinity() : args.limit;
  out.alpha = args.alpha == 0.0F ? 1.0F : args.alpha;
  out.up_bias = args.up_bias;
  out.type = type;
  out.function = static_cast<GatedActivationFunction>(args.function);
  out.profile = static_cast<GatedActivationProfile>(args.profile);
  return tensors.status();
}

}  // namespace
}  // namespace kgate

kgate_status kgate_gated_activation(kgate_device* device, void* stream,
                                    const kgate_gated_activation_args* args) {
  return kgate::library::run_family("gated_activation", device, stream, args, kgate::convert);
}

uint64_t kgate_gated_activation_workspace(const kgate_gated_activation_args* args) {
  return kgate::library::workspace_of(args, kgate::convert);
}
