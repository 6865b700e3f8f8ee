// SPDX-License-Identifier: MIT
// Arithmetic under fesetround. Compiled with -frounding-math; operands are volatile so that nothing
// is folded or moved across the change of mode.
#include "gates/emulator/rounding.hpp"

#include <cfenv>
#include <cmath>

namespace kgate::emulator {
namespace {

class ScopedRounding {
 public:
  explicit ScopedRounding(Rounding rounding) : before_(std::fegetround()) {
    switch (rounding) {
      case Rounding::nearest_even:
        std::fesetround(FE_TONEAREST);
        break;
      case Rounding::up:
        std::fesetround(FE_UPWARD);
        break;
      case Rounding::down:
        std::fesetround(FE_DOWNWARD);
        break;
      case Rounding::toward_zero:
        std::fesetround(FE_TOWARDZERO);
        break;
    }
  }
  ScopedRounding(const ScopedRounding&) = delete;
  ScopedRounding& operator=(const ScopedRounding&) = delete;
  ScopedRounding(ScopedRounding&&) = delete;
  ScopedRounding& operator=(ScopedRounding&&) = delete;
  ~ScopedRounding() { std::fesetround(before_); }

 private:
  int before_;
};

template <class T>
T add(T a, T b, Rounding rounding) {
  const ScopedRounding scope(rounding);
  const volatile T x = a;
  const volatile T y = b;
  const volatile T result = x + y;
  return result;
}
template <class T>
T multiply(T a, T b, Rounding rounding) {
  const ScopedRounding scope(rounding);
  const volatile T x = a;
  const volatile T y = b;
  const volatile T result = x * y;
  return result;
}
template <class T>
T fused(T a, T b, T c, Rounding rounding) {
  const ScopedRounding scope(rounding);
  const volatile T x = a;
  const volatile T y = b;
  const volatile T z = c;
  const volatile T result = std::fma(x, y, z);
  return result;
}

}  // namespace

float add_rounded(float a, float b, Rounding rounding) { return add(a, b, rounding); }
double add_rounded(double a, double b, Rounding rounding) { return add(a, b, rounding); }
float multiply_rounded(float a, float b, Rounding rounding) { return multiply(a, b, rounding); }
double multiply_rounded(double a, double b, Rounding rounding) { return multiply(a, b, rounding); }
float fma_rounded(float a, float b, float c, Rounding rounding) { return fused(a, b, c, rounding); }
double fma_rounded(double a, double b, double c, Rounding rounding) {
  return fused(a, b, c, rounding);
}
float narrow_rounded(double value, Rounding rounding) {
  const ScopedRounding scope(rounding);
  const volatile double x = value;
  const volatile float result = static_cast<float>(x);
  return result;
}

}  // namespace kgate::emulator
