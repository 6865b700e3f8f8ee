// SPDX-License-Identifier: MIT
// What became of a mutant: a closed set of states, and what earned it.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

namespace kgate::mutate {

enum class State : std::uint8_t {
  killed,      ///< a test failed twice in the same way, and a control run of the original passed
  survived,    ///< built differently, and every test passed
  timeout,     ///< the tests ran past the limit, twice
  crash,       ///< a test program died of a signal, twice
  unviable,    ///< the compiler refused it: no kill
  equivalent,  ///< every artifact has the bits of the original's: nothing to test
  duplicate,   ///< every artifact has the bits of another mutant's, whose state it shares
  flaky,       ///< failed once and passed once, or its control run failed
  unbuilt,     ///< the build does not read this file: it succeeds whatever is in it
};
inline constexpr std::size_t kStates = 9;

/// Lower-case word, as in reports and `accept`.
std::string_view name(State state);
std::optional<State> state_named(std::string_view word);
/// One sentence, for the documentation and the HTML report.
std::string_view meaning(State state);

struct Outcome {
  std::string mutant;  ///< its id
  State state = State::survived;
  std::string gate;              ///< of the killer
  std::string test_case;         ///< of the killer
  std::string first_difference;  ///< the killer's words
  std::string duplicate_of;      ///< id
  std::string detail;            ///< compiler's first error, signal, why flaky
  std::string artifacts_sha256;  ///< of everything built; empty where nothing was
  std::uint64_t assertions = 0;  ///< that the last run reported
  double build_seconds = 0;
  double run_seconds = 0;  ///< first run and confirmation
  double total_seconds = 0;
  double cpu_seconds = 0;  ///< of build and runs, on all cores
};

}  // namespace kgate::mutate
