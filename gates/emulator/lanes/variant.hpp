// SPDX-License-Identifier: MIT
// The namespace of this build of the semantics, and bit casts that never leave an inline function.
//
// Files of lanes/ and isa/ are compiled twice, with and without AVX2 and FMA. Everything they
// define is in KGATE_EMULATOR_VARIANT's namespace or has internal linkage; otherwise the linker
// could give the plain build a function that the CPU cannot run.
#pragma once

#include <cstdint>

#ifndef KGATE_EMULATOR_VARIANT
#define KGATE_EMULATOR_VARIANT baseline
#endif

namespace kgate::emulator::KGATE_EMULATOR_VARIANT {

using i8 = std::int8_t;
using u8 = std::uint8_t;
using i16 = std::int16_t;
using u16 = std::uint16_t;
using i32 = std::int32_t;
using u32 = std::uint32_t;
using i64 = std::int64_t;
using u64 = std::uint64_t;
using f32 = float;
using f64 = double;

template <class To, class From>
[[gnu::always_inline]] constexpr To bits_to(From from) {
  static_assert(sizeof(To) == sizeof(From));
  return __builtin_bit_cast(To, from);
}
[[gnu::always_inline]] constexpr u32 bits(f32 value) { return bits_to<u32>(value); }
[[gnu::always_inline]] constexpr u64 bits(f64 value) { return bits_to<u64>(value); }
[[gnu::always_inline]] constexpr f32 to_f32(u32 value) { return bits_to<f32>(value); }
[[gnu::always_inline]] constexpr f64 to_f64(u64 value) { return bits_to<f64>(value); }

}  // namespace kgate::emulator::KGATE_EMULATOR_VARIANT
