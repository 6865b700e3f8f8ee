// SPDX-License-Identifier: MIT
// Reading and writing scalar operands, and handlers made of a function of scalar values.
#pragma once

#include <type_traits>
#include <utility>

#include "gates/emulator/lanes/lanes.hpp"
#include "gates/emulator/wave.hpp"

namespace kgate::emulator::KGATE_EMULATOR_VARIANT {

/// The value of source `k`, an SGPR (pair) or a constant.
template <class T>
[[gnu::always_inline]] inline T read_scalar(const Wave& wave, const Instruction& instruction,
                                            unsigned k) {
  const Operand& operand = instruction.source[k];
  if (operand.kind == OperandKind::constant) {
    const u64 value = instruction.constant[k];
    return from_dwords<T>(static_cast<u32>(value), static_cast<u32>(value >> 32U));
  }
  if constexpr (sizeof(T) == 8) {
    return from_dwords<T>(wave.scalar[operand.index], wave.scalar[operand.index + 1U]);
  } else {
    return from_dwords<T>(wave.scalar[operand.index], 0);
  }
}

/// Writes the scalar destination. 16-bit results zero the upper half.
template <class T>
[[gnu::always_inline]] inline void write_scalar(Wave& wave, const Instruction& instruction,
                                                T value) {
  const unsigned index = instruction.destination.index;
  wave.scalar[index] = low_dword(value);
  if constexpr (sizeof(T) == 8) wave.scalar[index + 1U] = high_dword(value);
}

/// A scalar result and the new SCC.
template <class T>
struct WithScc {
  T value;
  bool scc;
};

namespace detail {

template <class F, class... S>
[[gnu::always_inline]] inline auto call_scalar(const Wave& wave, S... sources) {
  if constexpr (std::is_invocable_v<F, DefaultMode, S...>) {
    if (wave.default_mode) return F{}(DefaultMode(wave.mode), sources...);
    return F{}(AnyMode(wave.mode), sources...);
  } else {
    return F{}(sources...);
  }
}

template <class T>
inline constexpr bool kHasScc = false;
template <class T>
inline constexpr bool kHasScc<WithScc<T>> = true;

template <class F, class D, class... S, std::size_t... I>
[[gnu::always_inline]] inline void scalar_step(Wave& wave, const Instruction& instruction,
                                               std::index_sequence<I...> /*indices*/) {
  const auto result = call_scalar<F, S...>(wave, read_scalar<S>(wave, instruction, I)...);
  using Result = std::remove_cv_t<decltype(result)>;
  if constexpr (std::is_same_v<D, void>) {
    wave.scalar[kScc] = u32{result};
  } else if constexpr (kHasScc<Result>) {
    write_scalar<D>(wave, instruction, result.value);
    wave.scalar[kScc] = u32{result.scc};
  } else {
    write_scalar<D>(wave, instruction, result);
  }
}
template <class F, class D, class... S>
void scalar_handler(Wave& wave, const Instruction& instruction) {
  scalar_step<F, D, S...>(wave, instruction, std::index_sequence_for<S...>{});
}

}  // namespace detail

/// A scalar instruction from a function of its sources, which may take a MODE policy first. It
/// returns D, or WithScc<D>; with D = void it returns the new SCC.
template <class D, class... S, class F>
constexpr Semantics scalar(F /*function*/, u32 traits = 0) {
  Semantics semantics;
  semantics.handler = &detail::scalar_handler<F, D, S...>;
  if constexpr (!std::is_same_v<D, void>) semantics.destination = kTypeOf<D>;
  semantics.source = detail::source_types<S...>();
  semantics.traits = traits;
  return semantics;
}

}  // namespace kgate::emulator::KGATE_EMULATOR_VARIANT
