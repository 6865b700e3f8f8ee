/* SPDX-License-Identifier: MIT
 * What the rotary and cache-appending functions share: angles and key-value caches.
 */
#ifndef KGATE_ROPE_H
#define KGATE_ROPE_H

#include "kgate/core.h"

#ifdef __cplusplus
extern "C" {
#endif

/* Which two elements of a head are pair p. */
typedef enum kgate_rope_pairing {
  KGATE_ROPE_NEOX = 0,       /* p and p + rotary_dim / 2 */
  KGATE_ROPE_INTERLEAVED = 1 /* 2p and 2p + 1 (GPT-J) */
} kgate_rope_pairing;

/* Where the cosine and the sine of a pair come from. */
typedef enum kgate_rope_angles {
  KGATE_ROPE_NONE = 0,                /* no rotation; rotary_dim is 0 */
  KGATE_ROPE_TABLE = 1,               /* row `position` of `table` */
  KGATE_ROPE_INVERSE_FREQUENCIES = 2, /* computed from `inverse_frequencies` */
  KGATE_ROPE_BASE = 3                 /* computed from base^(-2p / rotary_dim) */
} kgate_rope_angles;

typedef enum kgate_rope_profile {
  KGATE_ROPE_F32 = 0,   /* products and sums in f32, then rounded to the activation type */
  KGATE_ROPE_NATIVE = 1 /* cos, sin, every product and every sum are rounded to it */
} kgate_rope_profile;

/* Pair p of a head at position m is turned by m * inverse_frequency[p]:
 *   first'  = first * cos - second * sin
 *   second' = second * cos + first * sin
 * Elements past rotary_dim pass through. Source: Su et al., RoFormer, 2021. */
typedef struct kgate_rope {
  kgate_tensor positions; /* [tokens] or, with sections, [3, tokens]; i32 or i64 */
  kgate_tensor table;     /* [positions, rotary_dim], f32 or the activation type: the cosines
                             of all pairs, then their sines */
  kgate_tensor inverse_frequencies; /* [rotary_dim / 2], f32 */
  kgate_tensor q_scales;         /* [n], f32: q is multiplied by element (position + q_scale_offset)
                                    / q_scale_period after the rotation; absent: it is not */
  int32_t rotary_dim;            /* even, at most the head size */
  uint32_t angles;               /* kgate_rope_angles */
  uint32_t pairing;              /* kgate_rope_pairing */
  uint32_t profile;              /* kgate_rope_profile */
  float base;                    /* above 1, for KGATE_ROPE_BASE */
  float attention_scaling;       /* multiplies computed cosines and sines (YaRN, LongRoPE); 0 or 1:
                                    plain. A table has it inside */
  int32_t sections[3];           /* multimodal: pairs that follow time, height and width; all 0: one
                                    row of positions. Else they add up to rotary_dim / 2 */
  uint32_t sections_interleaved; /* 0: runs of pairs; 1: pair p follows p % 3 (Qwen3-VL) */
  int32_t q_scale_period;
  int32_t q_scale_offset;
} kgate_rope;

/* How a token finds its cache entry. */
typedef enum kgate_kv_addressing {
  KGATE_KV_NONE = 0,  /* there is no cache */
  KGATE_KV_SLOTS = 1, /* entry slot % block_size of block slot / block_size */
  KGATE_KV_RING = 2   /* block `slot` is the ring of a sequence; the position picks the entry */
} kgate_kv_addressing;

/* Every layout is a choice of strides over [blocks, block_size, heads, head size]: a dense slab has
 * one block a sequence; paged NHD and HND differ in the strides of dimensions 1 and 2. */
typedef struct kgate_kv_cache {
  kgate_tensor k; /* [blocks, block_size, kv_heads, head_size]: the activation type, or an fp8 */
  kgate_tensor v; /* [blocks, block_size, kv_heads, v_head_size], k's type; absent without v */
  kgate_tensor slots; /* [at most tokens], i64. Negative: the token is not stored. No two tokens may
                         name one entry */
  const float*
      k_scale; /* one f32 in device memory, fp8 caches only: k / scale is stored; null: 1 */
  const float* v_scale; /* as k_scale */
  int32_t ring_keep;    /* first entries of a ring that are never overwritten */
  uint32_t addressing;  /* kgate_kv_addressing */
} kgate_kv_cache;

#ifdef __cplusplus
}
#endif

#endif
