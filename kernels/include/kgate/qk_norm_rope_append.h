/* SPDX-License-Identifier: MIT
 * RMSNorm of each head of q and k, rotary embedding and cache append in one launch.
 */
#ifndef KGATE_QK_NORM_ROPE_APPEND_H
#define KGATE_QK_NORM_ROPE_APPEND_H

#include "kgate/rope_append.h"

#ifdef __cplusplus
extern "C" {
#endif

/* Where the normed head is rounded to the activation type T before it is rotated. */
typedef enum kgate_qk_norm_profile {
  KGATE_QK_NORM_ROUNDED = 0,   /* T(x * inv * weight) */
  KGATE_QK_NORM_GRAPH = 1,     /* T(T(x * inv) * T(weight)) */
  KGATE_QK_NORM_UNROUNDED = 2, /* x * inv * weight, in f32 */
  KGATE_QK_NORM_GROUPED = 3    /* x * (inv * weight), in f32 */
} kgate_qk_norm_profile;

typedef struct kgate_qk_norm_rope_append_args {
  size_t size;    /* sizeof(kgate_qk_norm_rope_append_args) */
  kgate_tensor q; /* these and all up to `error` as in kgate_rope_append_args */
  kgate_tensor k;
  kgate_tensor v;
  kgate_tensor q_out;
  kgate_tensor k_out;
  kgate_tensor v_out;
  kgate_rope rope;
  kgate_kv_cache cache;
  uint64_t* error;
  kgate_tensor q_weight;     /* [head_size], T or f32; there with q */
  kgate_tensor k_weight;     /* [head_size], q_weight's type; there with k */
  float eps;                 /* added to the mean of squares */
  float weight_bias;         /* 0, or 1 for weights stored minus one (Gemma) */
  uint32_t norm_profile;     /* kgate_qk_norm_profile */
  uint32_t v_norm;           /* 1: v is normed too, without weights (Gemma 4); 0: copied */
  kgate_workspace workspace; /* see kgate_qk_norm_rope_append_workspace(); zeros are fine where
                                fused paths are on */
} kgate_qk_norm_rope_append_args;

/* kgate_rope_append() of head / sqrt(mean(head^2) + eps) * (weight + weight_bias). Heads of up to
 * 512 elements; everything else, errors included, as kgate_rope_append(). The order of roundings is
 * in kernels/qk_norm_rope_append/qk_norm_rope_append.md. */
KGATE_EXPORT kgate_status kgate_qk_norm_rope_append(kgate_device* device, void* stream,
                                                    const kgate_qk_norm_rope_append_args* args);

/* Bytes of workspace the call may need: what the separate launches use. Reads no tensor and
 * launches nothing; 0 too for arguments that kgate_qk_norm_rope_append() refuses. Null arguments:
 * 0. */
KGATE_EXPORT uint64_t
kgate_qk_norm_rope_append_workspace(const kgate_qk_norm_rope_append_args* args);

#ifdef __cplusplus
}
#endif

#endif
