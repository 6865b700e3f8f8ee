// SPDX-License-Identifier: MIT
// Converts what the rotary families share from its C form: angles, caches, and heads.
#pragma once

#include <cstdint>

#include "kernels/include/kgate/rope_append.h"
#include "kernels/kv_cache_contract.hpp"
#include "kernels/library/tensor_arguments.hpp"
#include "kernels/rope_append/rope_append_contract.hpp"
#include "kernels/rope_contract.hpp"

namespace kgate::library {

/// Angles for `tokens` tokens.
void convert_rope(TensorArguments& tensors, const kgate_rope& rope, std::int64_t tokens,
                  RopeArguments& out);

/// A cache whose entries have the shape `entry` gives: [heads, head size], or for k alone [size].
void convert_cache(TensorArguments& tensors, const kgate_kv_cache& cache, RopeAppendArguments& out);
void convert_latent_cache(TensorArguments& tensors, const kgate_kv_cache& cache,
                          std::int64_t entry_size, KvCacheArguments& out);

/// The six head tensors of rope_append and qk_norm_rope_append; sizes and tokens come from them.
struct AppendTensors {
  const kgate_tensor& q;
  const kgate_tensor& k;
  const kgate_tensor& v;
  const kgate_tensor& q_out;
  const kgate_tensor& k_out;
  const kgate_tensor& v_out;
};
void convert_append(TensorArguments& tensors, const AppendTensors& in, const kgate_rope& rope,
                    const kgate_kv_cache& cache, RopeAppendArguments& out);

}  // namespace kgate::library
