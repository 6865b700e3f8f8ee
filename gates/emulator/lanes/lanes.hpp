// SPDX-License-Identifier: MIT
// From a function of one lane to the semantics of a vector instruction.
//
// `lanes<D, S...>(function)` makes a row's Semantics from the C++ types of the result and sources.
// The function takes the sources, or a MODE policy (DefaultMode, AnyMode) and the sources; with a
// policy it is compiled for both. Sources arrive with neg, abs and op_sel applied; clamp, omod and
// the EXEC mask are applied to what it returns.
#pragma once

#include <cstddef>
#include <type_traits>
#include <utility>

#include "gates/emulator/instruction.hpp"
#include "gates/emulator/lanes/arithmetic.hpp"
#include "gates/emulator/lanes/half.hpp"
#include "gates/emulator/lanes/variant.hpp"

namespace kgate::emulator::KGATE_EMULATOR_VARIANT {

/// Two 16-bit elements of one register.
template <class T>
struct Packed {
  T low;
  T high;
};

template <class T>
inline constexpr Type kTypeOf = Type::none;
template <>
inline constexpr Type kTypeOf<u16> = Type::u16;
template <>
inline constexpr Type kTypeOf<i16> = Type::i16;
template <>
inline constexpr Type kTypeOf<f16> = Type::f16;
template <>
inline constexpr Type kTypeOf<u32> = Type::u32;
template <>
inline constexpr Type kTypeOf<i32> = Type::i32;
template <>
inline constexpr Type kTypeOf<f32> = Type::f32;
template <>
inline constexpr Type kTypeOf<u64> = Type::u64;
template <>
inline constexpr Type kTypeOf<i64> = Type::i64;
template <>
inline constexpr Type kTypeOf<f64> = Type::f64;
template <>
inline constexpr Type kTypeOf<Packed<u16>> = Type::pk_u16;
template <>
inline constexpr Type kTypeOf<Packed<i16>> = Type::pk_i16;
template <>
inline constexpr Type kTypeOf<Packed<f16>> = Type::pk_f16;

/// A lane value from its dwords.
template <class T>
[[gnu::always_inline]] inline T from_dwords(u32 low, [[maybe_unused]] u32 high) {
  if constexpr (sizeof(T) == 8) {
    return bits_to<T>((u64{high} << 32U) | low);
  } else if constexpr (sizeof(T) == 4) {
    return bits_to<T>(low);
  } else {
    return bits_to<T>(static_cast<u16>(low));
  }
}
template <class T>
[[gnu::always_inline]] inline u32 low_dword(T value) {
  if constexpr (sizeof(T) == 8) {
    return static_cast<u32>(bits_to<u64>(value));
  } else if constexpr (sizeof(T) == 4) {
    return bits_to<u32>(value);
  } else {
    return bits_to<u16>(value);
  }
}
template <class T>
[[gnu::always_inline]] inline u32 high_dword(T value) {
  return static_cast<u32>(bits_to<u64>(value) >> 32U);
}

namespace detail {

template <class F, class Policy, class... S>
[[gnu::always_inline]] inline auto call(const Policy& policy, S... sources) {
  if constexpr (std::is_invocable_v<F, Policy, S...>) {
    return F{}(policy, sources...);
  } else {
    return F{}(sources...);
  }
}

template <class F, class Policy, class D, class... S, std::size_t... I>
[[gnu::always_inline]] inline void map(LaneBlock& block, std::index_sequence<I...> /*indices*/) {
  const Policy policy(*block.mode);
  const u32* const low[] = {block.source[I]...};
  const u32* const high[] = {block.source_high[I]...};
  u32* __restrict const result = block.result;
  u32* __restrict const result_high = block.result_high;
  for (unsigned lane = 0; lane < kHalf; ++lane) {
    const D value = call<F, Policy, S...>(
        policy, from_dwords<S>(low[I][lane], sizeof(S) == 8 ? high[I][lane] : 0)...);
    result[lane] = low_dword(value);
    if constexpr (sizeof(D) == 8) result_high[lane] = high_dword(value);
  }
}

template <class F, class Policy, class D, class... S>
void map_block(LaneBlock& block) {
  map<F, Policy, D, S...>(block, std::index_sequence_for<S...>{});
}

template <class F, class Policy, class... S, std::size_t... I>
[[gnu::always_inline]] inline void test(LaneBlock& block, std::index_sequence<I...> /*indices*/) {
  const Policy policy(*block.mode);
  const u32* const low[] = {block.source[I]...};
  const u32* const high[] = {block.source_high[I]...};
  u32 mask = 0;
  for (unsigned lane = 0; lane < kHalf; ++lane) {
    const bool value = call<F, Policy, S...>(
        policy, from_dwords<S>(low[I][lane], sizeof(S) == 8 ? high[I][lane] : 0)...);
    mask |= u32{value} << lane;
  }
  block.mask_out = mask;
}

template <class F, class Policy, class... S>
void test_block(LaneBlock& block) {
  test<F, Policy, S...>(block, std::index_sequence_for<S...>{});
}

/// The function also takes the lane's mask bit and returns {value, mask bit}.
template <class F, class Policy, class D, class... S, std::size_t... I>
[[gnu::always_inline]] inline void carry(LaneBlock& block, std::index_sequence<I...> /*indices*/) {
  const Policy policy(*block.mode);
  const u32* const low[] = {block.source[I]...};
  const u32* const high[] = {block.source_high[I]...};
  u32* __restrict const result = block.result;
  u32* __restrict const result_high = block.result_high;
  const u32 mask_in = block.mask_in;
  u32 mask = 0;
  for (unsigned lane = 0; lane < kHalf; ++lane) {
    const auto value = call<F, Policy, bool, S...>(
        policy, ((mask_in >> lane) & 1U) != 0,
        from_dwords<S>(low[I][lane], sizeof(S) == 8 ? high[I][lane] : 0)...);
    result[lane] = low_dword(static_cast<D>(value.value));
    if constexpr (sizeof(D) == 8) result_high[lane] = high_dword(static_cast<D>(value.value));
    mask |= u32{value.mask} << lane;
  }
  block.mask_out = mask;
}

template <class F, class Policy, class D, class... S>
void carry_block(LaneBlock& block) {
  carry<F, Policy, D, S...>(block, std::index_sequence_for<S...>{});
}

template <class... S>
constexpr std::array<Type, 3> source_types() {
  std::array<Type, 3> types{};
  std::size_t i = 0;
  ((types[i++] = kTypeOf<S>), ...);
  return types;
}

}  // namespace detail

/// A result a lane. `traits` are or-ed Trait values.
template <class D, class... S, class F>
constexpr Semantics lanes(F /*function*/, u32 traits = 0) {
  Semantics semantics;
  semantics.lanes = &detail::map_block<F, DefaultMode, D, S...>;
  if constexpr (std::is_invocable_v<F, AnyMode, S...>) {
    semantics.lanes_any_mode = &detail::map_block<F, AnyMode, D, S...>;
  }
  semantics.destination = kTypeOf<D>;
  semantics.source = detail::source_types<S...>();
  semantics.traits = traits;
  return semantics;
}

/// The same with another function for the integer clamp bit.
template <class D, class... S, class F, class G>
constexpr Semantics lanes_saturating(F function, G /*saturating*/, u32 traits = 0) {
  Semantics semantics = lanes<D, S...>(function, traits);
  semantics.lanes_clamped = &detail::map_block<G, DefaultMode, D, S...>;
  return semantics;
}

/// One mask bit a lane: v_cmp.
template <class... S, class F>
constexpr Semantics comparison(F /*function*/, u32 traits = 0) {
  Semantics semantics;
  semantics.lanes = &detail::test_block<F, DefaultMode, S...>;
  if constexpr (std::is_invocable_v<F, AnyMode, S...>) {
    semantics.lanes_any_mode = &detail::test_block<F, AnyMode, S...>;
  }
  semantics.destination = Type::mask;
  semantics.source = detail::source_types<S...>();
  semantics.traits = traits | kCompare;
  return semantics;
}

/// What a function of `carrying` returns: the lane's value and its bit of the mask result.
template <class T>
struct Carried {
  T value;
  bool mask;
};

/// A result and a mask bit a lane, from a mask bit and the sources: `function(bool in, S...)`.
template <class D, class... S, class F>
constexpr Semantics carrying(F /*function*/, u32 traits) {
  Semantics semantics;
  semantics.lanes = &detail::carry_block<F, DefaultMode, D, S...>;
  if constexpr (std::is_invocable_v<F, AnyMode, bool, S...>) {
    semantics.lanes_any_mode = &detail::carry_block<F, AnyMode, D, S...>;
  }
  semantics.destination = kTypeOf<D>;
  semantics.source = detail::source_types<S...>();
  semantics.traits = traits;
  return semantics;
}
template <class D, class... S, class F, class G>
constexpr Semantics carrying_saturating(F function, G /*saturating*/, u32 traits) {
  Semantics semantics = carrying<D, S...>(function, traits);
  semantics.lanes_clamped = &detail::carry_block<G, DefaultMode, D, S...>;
  return semantics;
}

namespace detail {

template <class F, class D, class... S>
struct Both {
  template <class... A>
  [[gnu::always_inline]] auto operator()(Packed<S>... sources, A... /*none*/) const
    requires(sizeof...(A) == 0 && !std::is_invocable_v<F, DefaultMode, S...>)
  {
    return Packed<D>{F{}(sources.low...), F{}(sources.high...)};
  }
  template <class Policy>
  [[gnu::always_inline]] auto operator()(const Policy& policy, Packed<S>... sources) const
    requires(std::is_invocable_v<F, Policy, S...>)
  {
    return Packed<D>{F{}(policy, sources.low...), F{}(policy, sources.high...)};
  }
};

}  // namespace detail

/// Packed: the function on both halves.
template <class D, class... S, class F>
constexpr Semantics packed(F /*function*/, u32 traits = 0) {
  return lanes<Packed<D>, Packed<S>...>(detail::Both<F, D, S...>{}, traits);
}

/// The same with another function for the integer clamp bit.
template <class D, class... S, class F, class G>
constexpr Semantics packed_saturating(F function, G /*saturating*/) {
  Semantics semantics = packed<D, S...>(function);
  semantics.lanes_clamped =
      &detail::map_block<detail::Both<G, D, S...>, DefaultMode, Packed<D>, Packed<S>...>;
  return semantics;
}

/// A complete handler with the operand types the decoder needs.
constexpr Semantics special(Handler handler, Type destination, std::array<Type, 3> source,
                            u32 traits = 0) {
  Semantics semantics;
  semantics.handler = handler;
  semantics.destination = destination;
  semantics.source = source;
  semantics.traits = traits;
  return semantics;
}

}  // namespace kgate::emulator::KGATE_EMULATOR_VARIANT
