// SPDX-License-Identifier: MIT
// A folder of lowered units, so that a file whose inputs did not change is not parsed again.
#pragma once

#include <optional>
#include <string>

#include "checks/compile_commands.hpp"
#include "checks/unit_model.hpp"

namespace kgate::checks {

/// Entries are found by compile command and pass, and are good while every file that was read has
/// the content it had, and every place where an #include was looked for before it was found is
/// still empty. A unit that misses a header is never kept: the header may appear.
/// May be used from several threads, and by several processes at once.
class UnitCache {
 public:
  /// An empty folder name makes a cache that keeps nothing. The folder is made when needed.
  explicit UnitCache(std::string folder) : folder_(std::move(folder)) {}

  [[nodiscard]] std::optional<Unit> find(const CompileCommand& command, Pass pass) const;
  void keep(const CompileCommand& command, Pass pass, const Unit& unit) const;

 private:
  [[nodiscard]] std::string path_of(const CompileCommand& command, Pass pass) const;

  std::string folder_;
};

/// The bytes of a unit, and back; empty where the bytes are not those of a unit.
std::string pack(const Unit& unit);
std::optional<Unit> unpack(std::string_view bytes);

}  // namespace kgate::checks
