// SPDX-License-Identifier: MIT
// What an unfused kernel must know of a launch to leave alone the tokens whose device data is
// wrong.
#pragma once

#include <stdint.h>

#include "kernels/kv_cache_contract.hpp"
#include "kernels/rope_contract.hpp"
#include "kernels/token_error.hpp"

namespace kgate::unfused {

/// A token whose position, q scale or slot is out of range writes nothing in any step, so every
/// step looks at all three; each reports the same word.
struct TokenChecks {
  RopeArguments rope;
  KvCacheArguments cache;
  uint64_t* error;
};

}  // namespace kgate::unfused
