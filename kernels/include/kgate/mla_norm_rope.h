/* SPDX-License-Identifier: MIT
 * RMSNorm of the latent, rotary embedding and cache append of multi-head latent attention.
 */
#ifndef KGATE_MLA_NORM_ROPE_H
#define KGATE_MLA_NORM_ROPE_H

#include "kgate/rope.h"

#ifdef __cplusplus
extern "C" {
#endif

/* Where the normed latent is rounded to the activation type T. */
typedef enum kgate_mla_norm_profile {
  KGATE_MLA_NORM_F32 = 0,  /* once, after the weight */
  KGATE_MLA_NORM_GRAPH = 1 /* after the scaling, and again after the weight, which is rounded too */
} kgate_mla_norm_profile;

typedef struct kgate_mla_norm_rope_args {
  size_t size;     /* sizeof(kgate_mla_norm_rope_args) */
  kgate_tensor kv; /* [tokens, kv_lora_rank + pe_size], T: f16, bf16 or f32: the latent, then the
                      part that is rotated */
  kgate_tensor weight; /* [kv_lora_rank], T or f32 */
  kgate_tensor latent; /* [tokens, kv_lora_rank], T: the normed latent; may be that part of kv, with
                          its stride; absent: only the cache gets it */
  kgate_tensor pe;     /* [tokens, pe_size], T: the rotated part; may be that part of kv, with its
                          stride; absent: only the cache gets it */
  kgate_tensor q_pe;   /* [tokens, q_heads, pe_size], T: rotated like k's part; may be absent */
  kgate_tensor q_pe_out; /* may be q_pe, with its strides; there with q_pe */
  kgate_rope rope;       /* q_scales is absent */
  kgate_kv_cache cache;  /* k is [blocks, block_size, kv_lora_rank + pe_size]: latent, then rotated
                            part; v and v_scale are absent */
  uint64_t* error;   /* one word in device memory, 0 before the launch; see kgate_rope_append() */
  float eps;         /* added to the mean of squares */
  float weight_bias; /* 0, or 1 for weights stored minus one */
  uint32_t norm_profile; /* kgate_mla_norm_profile */
  kgate_workspace
      workspace; /* see kgate_mla_norm_rope_workspace(); zeros are fine where fused paths are on */
} kgate_mla_norm_rope_args;

/* latent = norm(kv[:kv_lora_rank]), pe = rope(kv[kv_lora_rank:]), q_pe_out = rope(q_pe), and the
 * cache entry of each token gets latent and pe side by side.
 *
 * Latents of up to 2048 and rotated parts of up to 256 elements. Tokens with a position or slot out
 * of range, aliasing and errors as for kgate_rope_append(); the order of roundings is in
 * kernels/mla_norm_rope/mla_norm_rope.md. Source: DeepSeek-V2, 2024, section 2.1. */
KGATE_EXPORT kgate_status kgate_mla_norm_rope(kgate_device* device, void* stream,
                                              const kgate_mla_norm_rope_args* args);

/* Bytes of workspace the call may need: what the separate launches use. Reads no tensor and
 * launches nothing; 0 too for arguments that kgate_mla_norm_rope() refuses. Null arguments: 0. */
KGATE_EXPORT uint64_t kgate_mla_norm_rope_workspace(const kgate_mla_norm_rope_args* args);

#ifdef __cplusplus
}
#endif

#endif
