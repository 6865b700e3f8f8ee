// SPDX-License-Identifier: MIT
// What a program registers: which op has a kernel on which backend, and which functions they are.
#pragma once

#include <map>
#include <set>
#include <string>
#include <string_view>
#include <vector>

#include "checks/config.hpp"
#include "checks/flow.hpp"
#include "checks/vocabulary.hpp"
#include "checks/whole_program.hpp"

namespace kgate::checks {

/// One registration of a kernel.
struct Registered {
  std::string op;       ///< as spelled, without scope
  std::string backend;  ///< lower case, without scope and without a leading k
  bool reference = false;
  Place place;     ///< of the registration
  Place op_place;  ///< where the op is declared; the registration, where it is a string
  std::vector<Text> functions;  ///< keys of functions that the registration names
};

std::vector<Registered> find_registrations(const Program& program, const Config& config,
                                           const Vocabulary& vocabulary, const Flow& flow);

/// The state of one op on one backend.
enum class Coverage { native, reference, waived, missing };

std::string_view name(Coverage coverage);

/// Ops x backends.
struct Matrix {
  struct Row {
    std::string op;
    Place place;
    std::vector<Coverage> cells;  ///< one a column
  };
  std::vector<std::string> backends;  ///< columns: claimed by the project, or all that are seen
  std::vector<Row> rows;              ///< in name order
  std::vector<Waiver> unused;         ///< waivers for what is registered, or for no known op
};

Matrix make_matrix(const std::vector<Registered>& registered, const Config& config);

/// `kROCM`, `Backend::rocm` and `ROCM` are all `rocm`.
std::string backend_word(std::string_view spelled);

}  // namespace kgate::checks
