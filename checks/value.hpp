// SPDX-License-Identifier: MIT
// What the analysis knows of a value: how it depends on which backend the program runs on.
#pragma once

#include <compare>
#include <cstdint>
#include <utility>
#include <vector>

#include "checks/unit_model.hpp"

namespace kgate::checks {

namespace taint {
inline constexpr std::uint8_t kIdentity = 1;  ///< says which backend: a kind, its number, its name
inline constexpr std::uint8_t kNamed = 2;     ///< a constant that names one: `Kind::hip`, "cuda"
inline constexpr std::uint8_t kPlain = 4;     ///< any other constant
inline constexpr std::uint8_t kAnswer = 8;    ///< the outcome of asking
inline constexpr std::uint8_t kChoice = 16;   ///< data or a function that was picked by asking
inline constexpr std::uint8_t kAlias =
    32;  ///< a compile-time constant of a kind, not an enumerator
/// One of several constants that name backends; which one is decided while running.
inline constexpr std::uint8_t kSeveral = 64;
inline constexpr std::uint8_t kFromAsking = kAnswer | kChoice;
}  // namespace taint

/// How a value depends on a parameter; what an argument does to it.
namespace through {
inline constexpr std::uint8_t kRaw = 1;     ///< it is the parameter
inline constexpr std::uint8_t kTested = 2;  ///< it was compared with a constant
inline constexpr std::uint8_t kPicked = 4;  ///< it was chosen by the parameter
inline constexpr std::uint8_t kAgainst =
    8;  ///< the parameter was compared with a backend's identity
inline constexpr std::uint8_t kCalled = 16;    ///< the parameter, a function, is called
inline constexpr std::uint8_t kReturned = 32;  ///< it is what the parameter, a function, returned
}  // namespace through

struct ParameterUse {
  Text function = 0;
  std::uint32_t index = 0;
  std::uint8_t modes = 0;
};

/// Two parameters compared with each other: asking, where one argument is an identity and the other
/// a constant.
struct ComparedPair {
  Text function = 0;
  std::uint32_t left = 0;
  std::uint32_t right = 0;

  auto operator<=>(const ComparedPair&) const = default;
};

/// Index into Flow::origins(); 0 is none.
using OriginId = std::uint32_t;

struct Value {
  std::uint8_t bits = 0;
  OriginId origin = 0;  ///< where the backend was asked; the first one found
  Text named = 0;       ///< the one enumerator it can be, where there is one
  std::vector<ParameterUse> parameters;
  std::vector<ComparedPair> pairs;
  std::vector<Text> functions;     ///< functions it may point to
  std::vector<Text> availability;  ///< availability queries it depends on

  [[nodiscard]] bool has(std::uint8_t bit) const { return (bits & bit) != 0; }
  [[nodiscard]] bool is_constant() const {
    return has(taint::kNamed | taint::kPlain) && !has(taint::kIdentity | taint::kFromAsking) &&
           parameters.empty();
  }
  /// Joins another possibility; returns whether this value knows more than before.
  bool join(const Value& other);
  void add_parameter(const ParameterUse& use);
  /// The value with every dependence on a parameter turned into `modes`, but for what a parameter
  /// returned: that stays so, whatever is made of it.
  [[nodiscard]] Value through_modes(std::uint8_t modes) const;
};

}  // namespace kgate::checks
