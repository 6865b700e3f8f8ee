// SPDX-License-Identifier: MIT
// Arguments of rope_append and what they must satisfy; rope_append.md says what is computed.
#pragma once

#include <stdint.h>

#include "kernels/head_tensor.hpp"
#include "kernels/kv_cache_contract.hpp"
#include "kernels/rope_contract.hpp"
#include "kernels/token_error.hpp"

namespace kgate {

/// One launch over `tokens` tokens. The struct's bytes are the kernel's argument. q, k and v are
/// each optional; q and k have head_size elements a head, v has v_head_size.
struct RopeAppendArguments {
  HeadTensor q;      ///< [tokens, q_heads, head_size]
  HeadTensor k;      ///< [tokens, kv_heads, head_size]
  HeadTensor v;      ///< [tokens, kv_heads, v_head_size]
  HeadTensor q_out;  ///< rotated q; may be q with its strides; must be there with q
  HeadTensor k_out;  ///< rotated k; may be k with its strides; null: only the cache gets it
  HeadTensor v_out;  ///< copy of v; may be v with its strides; null: only the cache gets it
  RopeArguments rope;
  KvCacheArguments cache;
  uint64_t* error;  ///< one word, 0 before the launch; see token_error.hpp
  int64_t tokens;
  int32_t q_heads;
  int32_t kv_heads;
  int32_t head_size;
  int32_t v_head_size;
  DataType activation;  ///< f16, bf16 or f32: type of q, k, v and the three outputs
};

constexpr int32_t kRopeAppendMaxHeadSize = 4096;
constexpr int32_t kRopeAppendMaxHeads = 65536;
constexpr int64_t kRopeAppendMaxTokens = int64_t{65535} * 16384;

class Status;

/// Refuses arguments the kernel cannot take, naming the field, its value and what is allowed: null
/// or misaligned pointers, sizes, strides and types out of range, a rotary dim that is odd or
/// larger than a head, sections that do not add up, tensors without a destination, cache entries
/// that overlap one another, and outputs that overlap another tensor in any way but the exact
/// in-place ones named above. Nothing in device memory is read. With zero tokens nothing is touched
/// or checked further.
Status check(const RopeAppendArguments& arguments);

}  // namespace kgate

#if !defined(__HIP__) && !defined(__CUDACC__)
#include "kernels/rope_append/rope_append_check.hpp"
#endif
