// SPDX-License-Identifier: MIT
// Arguments of gated_activation and what they must satisfy; gated_activation.md says what is
// computed.
#pragma once

#include <stdint.h>

namespace kgate {

enum class DataType : uint32_t;  // kernels/data_type.hpp

/// The activation of the gate. Values are part of the C ABI.
enum class GatedActivationFunction : uint32_t {
  silu = 0,       ///< g * sigmoid(alpha * g)
  gelu = 1,       ///< g * (1 + erf(g / sqrt 2)) / 2
  gelu_tanh = 2,  ///< g * (1 + tanh(sqrt(2/pi) * (g + 0.044715 * g^3))) / 2
};

/// Where the result is rounded to the tensors' type. Values are part of the C ABI.
enum class GatedActivationProfile : uint32_t {
  stored_activation = 0,  ///< the activation is rounded, then the product
  f32_activation = 1,     ///< only the product is rounded
};

/// One launch over `rows` rows of `intermediate` elements. The struct's bytes are the kernel's
/// argument. Row r of a tensor begins r * stride elements after its pointer; a row is contiguous.
/// Halves of one [rows, 2 * intermediate] tensor are two pointers with one stride.
struct GatedActivationArguments {
  const void* gate;  ///< [rows, intermediate]: what is activated
  const void* up;    ///< [rows, intermediate]: what the activation is multiplied with
  void* out;         ///< [rows, intermediate]; may be gate or up, with that tensor's stride
  int64_t rows;
  int64_t gate_stride;
  int64_t up_stride;
  int64_t out_stride;
  int32_t intermediate;
  float limit;    ///< gate is clamped from above, up on both sides; positive, a number of `type`;
                  ///< infinity: no clamp
  float alpha;    ///< inside the sigmoid of silu, 1/1024 to 1024; 1 with the other functions
  float up_bias;  ///< added to up after the clamp
  DataType type;  ///< of all three tensors: f16, bf16 or f32
  GatedActivationFunction function;
  GatedActivationProfile profile;
};

constexpr int32_t kGatedActivationMaxIntermediate = 1 << 24;

class Status;

/// Refuses arguments the kernel cannot take, naming the field, its value and what is allowed:
/// null or misaligned pointers, sizes and strides out of range, a limit that `type` cannot hold,
/// and an output that overlaps an input in any way but the exact in-place ones named above. No
/// tensor is read. With zero rows pointers may be anything.
inline Status check(const GatedActivationArguments& arguments);

}  // namespace kgate

#if !defined(__HIP__) && !defined(__CUDACC__)
#include "kernels/gated_activation/gated_activation_check.hpp"
#endif
