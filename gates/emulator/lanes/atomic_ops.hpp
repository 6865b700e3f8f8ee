// SPDX-License-Identifier: MIT
// The updates that atomics of every address space make: new value from the old one and the data.
#pragma once

#include <type_traits>

#include "gates/emulator/lanes/float_ops.hpp"
#include "gates/emulator/lanes/memory_ops.hpp"

namespace kgate::emulator::KGATE_EMULATOR_VARIANT {

/// An update from one data operand, source[1]: F(old, data).
template <class F, class T>
struct WithData {
  T operator()(Wave& wave, const Instruction& instruction, unsigned lane, T old) const {
    return F{}(old, lane_data<T>(wave, instruction.source[1], lane));
  }
};

struct Replace {
  template <class T>
  T operator()(T /*old*/, T data) const {
    return data;
  }
};
struct AtomicAdd {
  template <class T>
  T operator()(T old, T data) const {
    return old + data;
  }
};
struct AtomicSubtract {
  template <class T>
  T operator()(T old, T data) const {
    return old - data;
  }
};
struct AtomicReverseSubtract {
  template <class T>
  T operator()(T old, T data) const {
    return data - old;
  }
};
struct AtomicClampedSubtract {
  template <class T>
  T operator()(T old, T data) const {
    return old < data ? 0 : old - data;
  }
};
struct AtomicMinimum {
  template <class T>
  T operator()(T old, T data) const {
    return data < old ? data : old;
  }
};
struct AtomicMaximum {
  template <class T>
  T operator()(T old, T data) const {
    return old < data ? data : old;
  }
};
struct AtomicAnd {
  template <class T>
  T operator()(T old, T data) const {
    return old & data;
  }
};
struct AtomicOr {
  template <class T>
  T operator()(T old, T data) const {
    return old | data;
  }
};
struct AtomicXor {
  template <class T>
  T operator()(T old, T data) const {
    return old ^ data;
  }
};
struct AtomicIncrement {
  template <class T>
  T operator()(T old, T data) const {
    return old >= data ? 0 : old + 1;
  }
};
struct AtomicDecrement {
  template <class T>
  T operator()(T old, T data) const {
    return old == 0 || old > data ? data : old - 1;
  }
};

/// Compares with MODE's input flush and stores operands as they are. Quiet NaNs lie outside both
/// infinities, signalling ones win quieted; -0 < +0.
template <bool Maximum, class T>
T float_extreme(const Wave& wave, T old, T data) {
  const AnyMode mode(wave.mode);
  if (is_signalling(old)) return quieted(old);
  if (is_signalling(data)) return quieted(data);
  if (is_nan(data)) return old;
  if (is_nan(old)) return data;
  const T a = mode.input(old);
  const T b = mode.input(data);
  return (Maximum ? below(a, b) : below(b, a)) ? data : old;
}
template <bool Maximum, class T>
struct FloatExtreme {
  T operator()(Wave& wave, const Instruction& instruction, unsigned lane, T old) const {
    return float_extreme<Maximum>(wave, old, lane_data<T>(wave, instruction.source[1], lane));
  }
};

/// Compare-and-swap: the data pair is {new, expected}.
template <class T>
struct CompareSwap {
  T operator()(Wave& wave, const Instruction& instruction, unsigned lane, T old) const {
    const T next = lane_data<T>(wave, instruction.source[1], lane, 0);
    const T expected = lane_data<T>(wave, instruction.source[1], lane, 1);
    if constexpr (std::is_floating_point_v<T>) {
      const AnyMode mode(wave.mode);
      return mode.input(old) == mode.input(expected) ? next : old;
    } else {
      return old == expected ? next : old;
    }
  }
};
/// Input denormals flush and rounding is to nearest whatever MODE says.
struct GlobalFloatAdd {
  f32 operator()(f32 old, f32 data) const {
    return AnyMode::flush(old, true) + AnyMode::flush(data, true);
  }
};

}  // namespace kgate::emulator::KGATE_EMULATOR_VARIANT
