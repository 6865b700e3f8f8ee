// SPDX-License-Identifier: MIT
// How a tensor of attention heads lies in memory.
#pragma once

#include <stdint.h>

namespace kgate {

/// A [tokens, heads, head size] tensor whose heads are contiguous. Strides are in elements and may
/// leave gaps: the three parts of one packed qkv projection, or q heads with a gate behind each.
struct HeadTensor {
  void* data;  ///< null: there is no such tensor
  int64_t token_stride;
  int64_t head_stride;
};

}  // namespace kgate
