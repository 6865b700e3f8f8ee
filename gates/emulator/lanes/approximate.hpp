// SPDX-License-Identifier: MIT
// Instructions that hardware documents to an accuracy: the nearest value, or under a seed any value
// inside the documented error.
#pragma once

#include <cmath>

#include "gates/emulator/lanes/arithmetic.hpp"
#include "gates/emulator/lanes/float_ops.hpp"
#include "gates/emulator/lanes/lanes.hpp"

namespace kgate::emulator::KGATE_EMULATOR_VARIANT {

/// How far a result may be from the exact value.
enum class Error : u8 {
  one_ulp,     ///< f32: 1 ulp, denormals flushed in and out whatever MODE says
  half_ulp_1,  ///< f16: 0.51 ulp
  ulps_2_29,   ///< f64: 2^29 ulp
  two_ulps,    ///< nothing is documented (sin, cos): two neighbours either way
};

[[gnu::always_inline]] inline u64 scramble(u64 value) {
  value += 0x9E3779B97F4A7C15U;
  value = (value ^ (value >> 30U)) * 0xBF58476D1CE4E5B9U;
  value = (value ^ (value >> 27U)) * 0x94D049BB133111EBU;
  return value ^ (value >> 31U);
}

/// `steps` representable values away from a finite non-zero value, without crossing zero or
/// infinity.
template <class T>
T step(T value, i64 steps) {
  using Bits = BitsOf<T>;
  const auto before = static_cast<i64>(raw(magnitude(value)));
  const i64 after = before + steps;
  if (before == 0 || after <= 0 || after >= static_cast<i64>(kInfinity<T>)) return value;
  return from_bits<T>(static_cast<Bits>(static_cast<Bits>(after) | (raw(value) & kSign<T>)));
}

/// Moves the nearest value inside the documented error, as the draw says. Zeros, infinities and
/// NaNs are exact specials.
template <Error E, class T>
T drawn(T nearest, f64 exact, u64 draw) {
  const auto bits_of = raw(magnitude(nearest));
  if (bits_of == 0 || bits_of >= kInfinity<T>) return nearest;
  if constexpr (E == Error::ulps_2_29) {
    return step(nearest, static_cast<i64>(draw % (1ULL << 30U)) - (i64{1} << 29U));
  } else {
    const i64 reach = E == Error::two_ulps ? 2 : 1;
    const T moved = step(nearest, static_cast<i64>(draw % static_cast<u64>(2 * reach + 1)) - reach);
    if constexpr (E == Error::two_ulps) return moved;
    const f64 ulp =
        std::fabs(static_cast<f64>(number(step(nearest, 1))) - static_cast<f64>(number(nearest)));
    const f64 limit = E == Error::one_ulp ? ulp : 0.51 * ulp;
    // An f32 denormal would be flushed to zero, far outside the error.
    const bool flushed = E == Error::one_ulp && (raw(moved) & kInfinity<T>) == 0;
    const bool allowed = std::fabs(static_cast<f64>(number(moved)) - exact) <= limit;
    return allowed && !flushed ? moved : nearest;
  }
}

template <class T>
[[gnu::always_inline]] inline T nearest_to(f64 exact) {
  if constexpr (sizeof(T) == 2) {
    return narrow(exact, Rounding::nearest_even);
  } else {
    return static_cast<T>(exact);
  }
}

namespace detail {

template <class F, Error E, u32 Salt, class T>
void approximate_block(LaneBlock& block) {
  const AnyMode any(*block.mode);
  for (unsigned lane = 0; lane < kHalf; ++lane) {
    T value = from_dwords<T>(block.source.data()[0][lane],
                             sizeof(T) == 8 ? block.source_high.data()[0][lane] : 0);
    value = sizeof(T) == 4 ? AnyMode::flush(value, E == Error::one_ulp) : any.input(value);
    const f64 exact = F{}(static_cast<f64>(number(value)));
    T result = nearest_to<T>(exact);
    if (block.seed != 0) {
      const u64 draw = scramble(block.seed ^ scramble((u64{Salt} << 56U) ^ raw(value)));
      result = drawn<E>(result, exact, draw);
    }
    result = sizeof(T) == 4 ? AnyMode::flush(result, E == Error::one_ulp) : any.output(result);
    block.result[lane] = low_dword(result);
    if constexpr (sizeof(T) == 8) block.result_high[lane] = high_dword(result);
  }
}

}  // namespace detail

/// Semantics of an approximate instruction from a function in binary64. `Salt` tells instructions
/// apart in the draw.
template <Error E, u32 Salt, class T, class F>
constexpr Semantics approximate(F /*function*/) {
  Semantics semantics;
  semantics.lanes = &detail::approximate_block<F, E, Salt, T>;
  semantics.destination = kTypeOf<T>;
  semantics.source = {kTypeOf<T>, Type::none, Type::none};
  return semantics;
}

}  // namespace kgate::emulator::KGATE_EMULATOR_VARIANT
