// SPDX-License-Identifier: MIT
// Names and meanings of the states.
#include "mutate/outcome.hpp"

#include <array>

namespace kgate::mutate {
namespace {

struct Row {
  std::string_view name;
  std::string_view meaning;
};

constexpr std::array<Row, kStates> kRows{{
    {"killed", "a gate failed twice, and a control run of the original code passed"},
    {"survived", "it built to other machine code and every gate passed"},
    {"timeout", "the gates ran past the limit, twice"},
    {"crash", "the gates' program died of a signal, twice"},
    {"unviable", "the compiler refused it, which is no kill"},
    {"equivalent", "everything built from it has the bits of the original"},
    {"duplicate", "everything built from it has the bits of another mutant"},
    {"flaky", "it failed once and passed once, or its control run failed"},
    {"unbuilt", "the build does not read this file: it succeeds whatever is in it"},
}};

}  // namespace

std::string_view name(State state) { return kRows.at(static_cast<std::size_t>(state)).name; }

std::string_view meaning(State state) { return kRows.at(static_cast<std::size_t>(state)).meaning; }

std::optional<State> state_named(std::string_view word) {
  for (std::size_t i = 0; i < kRows.size(); ++i) {
    if (kRows.at(i).name == word) {
      return static_cast<State>(i);
    }
  }
  return std::nullopt;
}

}  // namespace kgate::mutate
