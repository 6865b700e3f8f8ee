// SPDX-License-Identifier: MIT
// Generated mutants: none without operators.
#include "mutate/generate.hpp"

namespace kgate::mutate {

std::vector<Mutant> generate_mutants(const Settings& /*settings*/, Sources& /*sources*/,
                                     bool /*for_rungs*/) {
  return {};
}

}  // namespace kgate::mutate
