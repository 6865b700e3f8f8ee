// SPDX-License-Identifier: MIT
// Arguments of mla_norm_rope and what they must satisfy; mla_norm_rope.md says what is computed.
#pragma once

#include <stdint.h>

#include "kernels/head_tensor.hpp"
#include "kernels/kv_cache_contract.hpp"
#include "kernels/rope_contract.hpp"
#include "kernels/token_error.hpp"

namespace kgate {

/// Where the normalised latent is rounded to the activation type. Values are part of the C ABI.
enum class MlaNormProfile : uint32_t {
  f32 = 0,    ///< once, after the weight
  graph = 1,  ///< after the scaling, and again after the weight, which is rounded too
};

/// One launch over `tokens` tokens. The struct's bytes are the kernel's argument. A row of `kv` is
/// the latent, then the part that is rotated (DeepSeek's k_pe).
struct MlaNormRopeArguments {
  const void* kv;       ///< [tokens, kv_lora_rank + pe_size], activation type
  const void* weight;   ///< [kv_lora_rank], weight type
  void* latent;         ///< [tokens, kv_lora_rank], activation type: the normalised latent. May be
                        ///< kv, with its stride; null: only the cache gets it
  void* pe;             ///< [tokens, pe_size], activation type: the rotated part. May be that part
                        ///< of kv, with its stride; null: only the cache gets it
  HeadTensor q_pe;      ///< [tokens, q_heads, pe_size]: rotated like k's part; data may be null
  HeadTensor q_pe_out;  ///< may be q_pe with its strides; must be there with q_pe
  RopeArguments rope;   ///< rotates the first rotary_dim elements of the part; q_scales is null
  KvCacheArguments cache;  ///< k is [blocks, block_size, kv_lora_rank + pe_size]: latent, then
                           ///< rotated part. k_head_stride is 0, v and v_scale are null
  uint64_t* error;         ///< one word, 0 before the launch; see token_error.hpp
  int64_t tokens;
  int64_t kv_stride;      ///< elements from token to token
  int64_t latent_stride;  ///< ignored without latent
  int64_t pe_stride;      ///< ignored without pe
  int32_t kv_lora_rank;
  int32_t pe_size;
  int32_t q_heads;       ///< 0 without q_pe
  float eps;             ///< added to the mean of squares
  float weight_bias;     ///< 0, or 1 for weights stored minus one (Gemma)
  DataType activation;   ///< f16, bf16 or f32
  DataType weight_type;  ///< the activation type or f32
  MlaNormProfile norm_profile;
};

constexpr int32_t kMlaNormRopeMaxLatent = 2048;
constexpr int32_t kMlaNormRopeMaxPeSize = 256;
constexpr int32_t kMlaNormRopeMaxHeads = 65536;
constexpr int64_t kMlaNormRopeMaxTokens = int64_t{65535} * 32768;  ///< grid lines times workgroups

class Status;

/// Refuses arguments the kernel cannot take, naming the field, its value and what is allowed: null
/// or misaligned pointers, sizes, strides and types out of range, a rotary dim that is odd or
/// larger than the rotated part, a latent or a rotated part without a destination, cache entries
/// that overlap one another, and outputs that overlap another tensor in any way but the exact
/// in-place ones named above. Nothing in device memory is read. With zero tokens pointers may be
/// anything.
inline Status check(const MlaNormRopeArguments& arguments);

}  // namespace kgate

#if !defined(__HIP__) && !defined(__CUDACC__)
#include "kernels/mla_norm_rope/mla_norm_rope_check.hpp"
#endif
