/* SPDX-License-Identifier: MIT
 * Rotary embedding of q and k, and their append to a key-value cache, in one launch.
 */
#ifndef KGATE_ROPE_APPEND_H
#define KGATE_ROPE_APPEND_H

#include "kgate/rope.h"

#ifdef __cplusplus
extern "C" {
#endif

typedef struct kgate_rope_append_args {
  size_t size;        /* sizeof(kgate_rope_append_args) */
  kgate_tensor q;     /* [tokens, q_heads, head_size], T: f16, bf16 or f32; q, k and v may each be
                         absent */
  kgate_tensor k;     /* [tokens, kv_heads, head_size], T */
  kgate_tensor v;     /* [tokens, kv_heads, v_head_size], T */
  kgate_tensor q_out; /* rotated q; may be q, with its strides; there with q */
  kgate_tensor k_out; /* rotated k; may be k, with its strides; absent: only the cache gets it */
  kgate_tensor v_out; /* copy of v; may not be v; absent: only the cache gets it */
  kgate_rope rope;
  kgate_kv_cache cache; /* where rotated k and v go */
  uint64_t* error;      /* one word in device memory, 0 before the launch; see below */
  kgate_workspace
      workspace; /* see kgate_rope_append_workspace(); zeros are fine where fused paths are on */
} kgate_rope_append_args;

/* q_out = rope(q), k_out = rope(k), v_out = v, and the cache entry of each token gets rotated k and
 * v.
 *
 * Positions and slots are in device memory and are checked there: a token whose position or slot is
 * out of range writes nothing, and the word at `error` then names it; kgate_token_status() has the
 * words. The order of roundings and the layouts are in kernels/rope_append/rope_append.md. Outputs
 * may overlap no other tensor but as said above. Does not wait; with no tokens nothing is launched.
 * Errors: KGATE_INVALID_ARGUMENT names the argument, its value and what is allowed; KGATE_NOT_FOUND
 * where the device has no kernel for it. */
KGATE_EXPORT kgate_status kgate_rope_append(kgate_device* device, void* stream,
                                            const kgate_rope_append_args* args);

/* Bytes of workspace the call may need: what the separate launches use. Reads no tensor and
 * launches nothing; 0 too for arguments that kgate_rope_append() refuses. Null arguments: 0. */
KGATE_EXPORT uint64_t kgate_rope_append_workspace(const kgate_rope_append_args* args);

#ifdef __cplusplus
}
#endif

#endif
