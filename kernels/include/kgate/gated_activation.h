/* SPDX-License-Identifier: MIT
 * Gated activations (SwiGLU, GeGLU) in one launch.
 */
#ifndef KGATE_GATED_ACTIVATION_H
#define KGATE_GATED_ACTIVATION_H

#include "kgate/core.h"

#ifdef __cplusplus
extern "C" {
#endif

typedef enum kgate_gated_activation_function {
  KGATE_SILU = 0,     /* g * sigmoid(alpha * g) */
  KGATE_GELU = 1,     /* g * (1 + erf(g / sqrt 2)) / 2 */
  KGATE_GELU_TANH = 2 /* g * (1 + tanh(sqrt(2/pi) * (g + 0.044715 * g^3))) / 2 */
} kgate_gated_activation_function;

typedef enum kgate_gated_activation_profile {
  KGATE_GATED_ACTIVATION_STORED = 0, /* the activation is rounded to T, then the product */
  KGATE_GATED_ACTIVATION_F32 = 1     /* only the product is rounded */
} kgate_gated_activation_profile;

typedef struct kgate_gated_activation_args {
  size_t size;       /* sizeof(kgate_gated_activation_args) */
  kgate_tensor gate; /* [rows, intermediate], T: f16, bf16 or f32: what is activated */
  kgate_tensor up;   /* [rows, intermediate], T: what the activation is multiplied with */
  kgate_tensor out;  /* [rows, intermediate], T; may be gate or up, with its strides */
  float limit;       /* gate is clamped from above, up on both sides; positive and a number of T;
                        infinity or 0: no clamp */
  float alpha;       /* inside the sigmoid of silu; 1 or 0 (which is 1) with the others */
  float up_bias;     /* added to up after the clamp */
  uint32_t function; /* kgate_gated_activation_function */
  uint32_t profile;  /* kgate_gated_activation_profile */
  kgate_workspace workspace; /* see kgate_gated_activation_workspace(); zeros are fine where fused
                                paths are on */
} kgate_gated_activation_args;

/* out = activation(min(gate, limit)) * (clamp(up, -limit, limit) + up_bias), element by element.
 *
 * Halves of one [rows, 2 * intermediate] projection are two tensors with one stride. The functions
 * are computed exactly as kernels/gated_activation/gated_activation.md says, so the bits are the
 * same everywhere. The output may overlap no input but as said above. Does not wait; with no rows
 * nothing is launched. Errors: KGATE_INVALID_ARGUMENT names the argument, its value and what is
 * allowed; KGATE_NOT_FOUND where the device has no kernel for it. Source of the formula: Shazeer,
 * GLU Variants Improve Transformer, 2020. */
KGATE_EXPORT kgate_status kgate_gated_activation(kgate_device* device, void* stream,
                                                 const kgate_gated_activation_args* args);

/* Bytes of workspace the call may need: what the separate launches use. Reads no tensor and
 * launches nothing; 0 too for arguments that kgate_gated_activation() refuses. Null arguments: 0.
 */
KGATE_EXPORT uint64_t kgate_gated_activation_workspace(const kgate_gated_activation_args* args);

#ifdef __cplusplus
}
#endif

#endif
