// SPDX-License-Identifier: MIT
// Floating-point operations that scalar, vector and packed instructions share, for f16, f32, f64.
#pragma once

#include <limits>
#include <type_traits>

#include "gates/emulator/lanes/arithmetic.hpp"
#include "gates/emulator/lanes/half.hpp"
#include "gates/emulator/lanes/variant.hpp"

namespace kgate::emulator::KGATE_EMULATOR_VARIANT {

template <class T>
using BitsOf =
    std::conditional_t<sizeof(T) == 8, u64, std::conditional_t<sizeof(T) == 4, u32, u16>>;
template <class T>
inline constexpr unsigned kMantissa = sizeof(T) == 8 ? 52 : (sizeof(T) == 4 ? 23 : 10);
template <class T>
inline constexpr BitsOf<T> kSign = static_cast<BitsOf<T>>(BitsOf<T>{1} << (8 * sizeof(T) - 1));
template <class T>
inline constexpr BitsOf<T> kInfinity =
    static_cast<BitsOf<T>>((kSign<T> - 1U) & ~((BitsOf<T>{1} << kMantissa<T>)-1U));
template <class T>
inline constexpr BitsOf<T> kQuiet = static_cast<BitsOf<T>>(BitsOf<T>{1} << (kMantissa<T> - 1U));

template <class T>
[[gnu::always_inline]] inline T from_bits(BitsOf<T> value) {
  return bits_to<T>(value);
}
/// f16 as f32, others unchanged: exact, for comparisons.
[[gnu::always_inline]] inline f32 number(f16 value) { return widen(value); }
[[gnu::always_inline]] inline f32 number(f32 value) { return value; }
[[gnu::always_inline]] inline f64 number(f64 value) { return value; }

template <class T>
[[gnu::always_inline]] inline BitsOf<T> raw(T value) {
  return bits_to<BitsOf<T>>(value);
}
template <class T>
[[gnu::always_inline]] inline bool is_signalling(T value) {
  return is_nan(value) && (raw(value) & kQuiet<T>) == 0;
}
template <class T>
[[gnu::always_inline]] inline bool is_negative(T value) {
  return (raw(value) & kSign<T>) != 0;
}
template <class T>
[[gnu::always_inline]] inline T negated(T value) {
  return from_bits<T>(static_cast<BitsOf<T>>(raw(value) ^ kSign<T>));
}
template <class T>
[[gnu::always_inline]] inline T magnitude(T value) {
  return from_bits<T>(static_cast<BitsOf<T>>(raw(value) & ~kSign<T>));
}
template <class T>
[[gnu::always_inline]] inline T quieted(T value) {
  return from_bits<T>(static_cast<BitsOf<T>>(raw(value) | kQuiet<T>));
}
template <class T>
[[gnu::always_inline]] inline T select(bool condition, T yes, T no) {
  return condition ? yes : no;
}

/// a < b where -0 < +0. A total order on the bits of numbers, so that no branch is needed.
template <class T>
[[gnu::always_inline]] inline bool below(T a, T b) {
  using Signed = std::make_signed_t<BitsOf<T>>;
  const auto key = [](T value) {
    const auto as_signed = static_cast<Signed>(raw(value));
    return static_cast<Signed>(
        as_signed ^ ((as_signed >> (8 * sizeof(T) - 1)) & std::numeric_limits<Signed>::max()));
  };
  return key(a) < key(b);
}

/// v_min and v_max. IEEE: a signalling NaN wins, quieted; a quiet NaN loses. Otherwise NaNs lose.
template <bool Maximum, class Policy, class T>
[[gnu::always_inline]] inline T extreme(const Policy& policy, T a, T b) {
  a = policy.input(a);
  b = policy.input(b);
  T result = select(Maximum ? below(a, b) : below(b, a), b, a);
  result = select(is_nan(b), a, result);
  result = select(is_nan(a), b, result);
  result = select(is_nan(a) && is_nan(b), a, result);
  if (policy.ieee()) {
    result = select(is_signalling(b), quieted(b), result);
    result = select(is_signalling(a), quieted(a), result);
  }
  return result;
}
struct Minimum {
  template <class Policy, class T>
  [[gnu::always_inline]] T operator()(const Policy& policy, T a, T b) const {
    return extreme<false>(policy, a, b);
  }
};
struct MaximumOf {
  template <class Policy, class T>
  [[gnu::always_inline]] T operator()(const Policy& policy, T a, T b) const {
    return extreme<true>(policy, a, b);
  }
};
struct Add {
  template <class Policy, class T>
  [[gnu::always_inline]] T operator()(const Policy& policy, T a, T b) const {
    return policy.add(a, b);
  }
};
struct Subtract {
  template <class Policy, class T>
  [[gnu::always_inline]] T operator()(const Policy& policy, T a, T b) const {
    return policy.add(a, negated(b));
  }
};
struct SubtractReversed {
  template <class Policy, class T>
  [[gnu::always_inline]] T operator()(const Policy& policy, T a, T b) const {
    return policy.add(b, negated(a));
  }
};
struct Multiply {
  template <class Policy, class T>
  [[gnu::always_inline]] T operator()(const Policy& policy, T a, T b) const {
    return policy.multiply(a, b);
  }
};
struct FusedMultiplyAdd {
  template <class Policy, class T>
  [[gnu::always_inline]] T operator()(const Policy& policy, T a, T b, T c) const {
    return policy.fma(a, b, c);
  }
};

enum class Relation : u8 {
  never,
  less,
  equal,
  less_equal,
  greater,
  less_greater,
  greater_equal,
  ordered,
  unordered,
  not_greater_equal,
  not_less_greater,
  not_greater,
  not_less_equal,
  not_equal,
  not_less,
  always
};

/// The 16 floating-point predicates, in opcode order.
template <Relation R>
struct FloatCompare {
  template <class Policy, class T>
  [[gnu::always_inline]] bool operator()(const Policy& policy, T left, T right) const {
    const auto a = number(policy.input(left));
    const auto b = number(policy.input(right));
    switch (R) {
      case Relation::never:
        return false;
      case Relation::less:
        return a < b;
      case Relation::equal:
        return a == b;
      case Relation::less_equal:
        return a <= b;
      case Relation::greater:
        return a > b;
      case Relation::less_greater:
        return (a < b) | (a > b);
      case Relation::greater_equal:
        return a >= b;
      case Relation::ordered:
        return (a == a) & (b == b);
      case Relation::unordered:
        return (a != a) | (b != b);
      case Relation::not_greater_equal:
        return !(a >= b);
      case Relation::not_less_greater:
        return !((a < b) | (a > b));
      case Relation::not_greater:
        return !(a > b);
      case Relation::not_less_equal:
        return !(a <= b);
      case Relation::not_equal:
        return !(a == b);
      case Relation::not_less:
        return !(a < b);
      case Relation::always:
        return true;
    }
    return false;
  }
};

[[gnu::always_inline]] inline f32 rounded_down(f32 value) { return __builtin_floorf(value); }
[[gnu::always_inline]] inline f64 rounded_down(f64 value) { return __builtin_floor(value); }
[[gnu::always_inline]] inline f32 rounded_up(f32 value) { return __builtin_ceilf(value); }
[[gnu::always_inline]] inline f64 rounded_up(f64 value) { return __builtin_ceil(value); }
[[gnu::always_inline]] inline f32 truncated(f32 value) { return __builtin_truncf(value); }
[[gnu::always_inline]] inline f64 truncated(f64 value) { return __builtin_trunc(value); }
// The host runs in round to nearest even, so rint is v_rndne.
[[gnu::always_inline]] inline f32 rounded_even(f32 value) { return __builtin_rintf(value); }
[[gnu::always_inline]] inline f64 rounded_even(f64 value) { return __builtin_rint(value); }
[[gnu::always_inline]] inline f16 rounded_down(f16 value) {
  return narrow(rounded_down(widen(value)));
}
[[gnu::always_inline]] inline f16 rounded_up(f16 value) { return narrow(rounded_up(widen(value))); }
[[gnu::always_inline]] inline f16 truncated(f16 value) { return narrow(truncated(widen(value))); }
[[gnu::always_inline]] inline f16 rounded_even(f16 value) {
  return narrow(rounded_even(widen(value)));
}

struct Floor {
  template <class Policy, class T>
  [[gnu::always_inline]] T operator()(const Policy& policy, T value) const {
    return rounded_down(policy.input(value));
  }
};
struct Ceiling {
  template <class Policy, class T>
  [[gnu::always_inline]] T operator()(const Policy& policy, T value) const {
    return rounded_up(policy.input(value));
  }
};
struct Truncate {
  template <class Policy, class T>
  [[gnu::always_inline]] T operator()(const Policy& policy, T value) const {
    return truncated(policy.input(value));
  }
};
struct RoundEven {
  template <class Policy, class T>
  [[gnu::always_inline]] T operator()(const Policy& policy, T value) const {
    return rounded_even(policy.input(value));
  }
};

/// An integer (exact in binary64) as f32 in the mode's f32 rounding.
[[gnu::always_inline]] inline f32 integer_to_single(const DefaultMode& /*mode*/, f64 value) {
  return static_cast<f32>(value);
}
inline f32 integer_to_single(const AnyMode& mode, f64 value) {
  return narrow_rounded(value, mode.round_f32());
}

/// Toward zero, saturating; NaN gives 0.
template <class Integer, class T>
[[gnu::always_inline]] inline Integer saturated(T value) {
  constexpr auto kLowest = std::numeric_limits<Integer>::min();
  constexpr auto kHighest = std::numeric_limits<Integer>::max();
  // 2^n, one above the highest value, is exact in every float type; the highest itself is not.
  constexpr T kAbove =
      T{2} * static_cast<T>(Integer{1} << (std::numeric_limits<Integer>::digits - 1));
  if (!(value == value)) return 0;
  if (value >= kAbove) return kHighest;
  if (value <= static_cast<T>(kLowest)) return kLowest;
  return static_cast<Integer>(value);
}

}  // namespace kgate::emulator::KGATE_EMULATOR_VARIANT
