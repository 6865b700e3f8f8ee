/* SPDX-License-Identifier: MIT
 * Residual addition and RMSNorm in one launch.
 */
#ifndef KGATE_ADD_RMS_NORM_H
#define KGATE_ADD_RMS_NORM_H

#include "kgate/core.h"

#ifdef __cplusplus
extern "C" {
#endif

/* Where the result is rounded to the activation type T. */
typedef enum kgate_add_rms_norm_profile {
  KGATE_ADD_RMS_NORM_F32_SUM = 0,    /* the f32 sum is squared and scaled; rounded once */
  KGATE_ADD_RMS_NORM_STORED_SUM = 1, /* the sum as stored is squared and scaled; rounded once */
  KGATE_ADD_RMS_NORM_GRAPH = 2       /* as stored; rounded after the scaling and after the weight */
} kgate_add_rms_norm_profile;

typedef struct kgate_add_rms_norm_args {
  size_t size;               /* sizeof(kgate_add_rms_norm_args) */
  kgate_tensor x;            /* [rows, hidden], T: f16, bf16 or f32 */
  kgate_tensor residual;     /* [rows, hidden], T; absent: plain RMSNorm of x */
  kgate_tensor weight;       /* [hidden], T or f32 */
  kgate_tensor normed;       /* [rows, hidden], T; may be x, with its strides */
  kgate_tensor new_residual; /* [rows, hidden], T; may be residual, with its strides; absent: not
                                stored */
  float eps;                 /* added to the mean of squares */
  float weight_bias;         /* 0, or 1 for weights stored minus one (Gemma) */
  uint32_t profile;          /* kgate_add_rms_norm_profile */
  kgate_workspace
      workspace; /* see kgate_add_rms_norm_workspace(); zeros are fine where fused paths are on */
} kgate_add_rms_norm_args;

/* new_residual = x + residual;
 * normed = sum / sqrt(mean(sum^2) + eps) * (weight + weight_bias), row by row.
 *
 * The order of every rounding is in kernels/add_rms_norm/add_rms_norm.md; the bits depend on the
 * inputs, the hidden size and the profile alone. Hidden sizes go up to 65536, rows to 1073725440.
 * Outputs may overlap no other tensor but as said above. Does not wait; with no rows nothing is
 * launched. Errors: KGATE_INVALID_ARGUMENT names the argument, its value and what is allowed;
 * KGATE_NOT_FOUND where the device has no kernel for it.
 * Source of the formula: Zhang and Sennrich, Root Mean Square Layer Normalization, 2019. */
KGATE_EXPORT kgate_status kgate_add_rms_norm(kgate_device* device, void* stream,
                                             const kgate_add_rms_norm_args* args);

/* Bytes of workspace the call may need: what the separate launches use. Reads no tensor and
 * launches nothing; 0 too for arguments that kgate_add_rms_norm() refuses. Null arguments: 0. */
KGATE_EXPORT uint64_t kgate_add_rms_norm_workspace(const kgate_add_rms_norm_args* args);

#ifdef __cplusplus
}
#endif

#endif
