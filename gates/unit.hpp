// SPDX-License-Identifier: MIT
// A kernel family with its oracle and its code objects, as programs and plugins of others add it.
//
// One line in any source file that is linked, or in a library that `kgate run --plugin` loads:
//   KGATE_GATE(my_kernel, my_family, my_oracle, my_code_objects);
// and the family is run by every gate, the command line and the reports.
#pragma once

#include <span>
#include <string_view>
#include <vector>

#include "kernels/case.hpp"
#include "kernels/export.hpp"
#include "kernels/runtime/embedded_code_objects.hpp"
#include "oracle/oracle.hpp"

namespace kgate::gates {

/// What is gated. All of it must live as long as the process.
struct Unit {
  const Family* family = nullptr;
  const oracle::Oracle* oracle = nullptr;  ///< its name is the family's
  /// Machine code by target and wave size; empty where --code-objects names a folder with it.
  std::span<const EmbeddedCodeObject> code_objects;
};

/// Changes whenever a plugin built against other headers could not work.
inline constexpr int kUnitVersion = 1;

/// Adds a unit during static initialisation or while a plugin is loaded.
class KGATE_API UnitRegistration {
 public:
  explicit UnitRegistration(const Unit& unit, int version = kUnitVersion);
};

/// The families of this project and all that were added, in name order.
[[nodiscard]] std::vector<const Family*> all_families();

/// The oracle of that name, of this project or added; null if there is none.
[[nodiscard]] const oracle::Oracle* find_oracle(std::string_view name);

/// Machine code that was added.
[[nodiscard]] std::vector<EmbeddedCodeObject> added_code_objects();

/// Loads a shared library whose static initialisation adds units. Not ok: the library cannot be
/// loaded, adds nothing, was built for another kUnitVersion, or adds what is there already.
Status load_plugin(const std::string& path);

}  // namespace kgate::gates

/// KGATE_GATE(name, family, oracle, code_objects): adds a unit; `code_objects` may be {}.
#define KGATE_GATE(name, family, oracle, code_objects)           \
  namespace {                                                    \
  const ::kgate::gates::UnitRegistration kUnit_##name{           \
      ::kgate::gates::Unit{&(family), &(oracle), code_objects}}; \
  }                                                              \
  static_assert(true, "takes the semicolon")
