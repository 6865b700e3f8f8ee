// SPDX-License-Identifier: MIT
// Runs programs of a corpus under `kgate emulate`, and says what a program expects of it.
#pragma once

#include <cstddef>
#include <filesystem>
#include <string>
#include <string_view>
#include <vector>

namespace kgate::corpora {

/// What a program of known_bad/ says about itself, in comments of the form `// key: value`, and the
/// lines that it marks at their end.
struct Expectation {
  std::string finding;       ///< kind of the report, such as "out of bounds"
  std::string kernel;        ///< function whose report it is, or empty
  std::string call;          ///< HIP function whose report it is, or empty
  std::string says;          ///< more of the report, or empty
  std::string options;       ///< of `kgate emulate`
  unsigned fault_line = 0;   ///< of `// FAULT`: the access that is reported; 0: none is marked
  unsigned second_line = 0;  ///< of `// SECOND`: the access that it collides with
};

/// The expectation in the source of a program.
[[nodiscard]] Expectation expectation_of(const std::filesystem::path& source);

/// Sources of a corpus, by name.
[[nodiscard]] std::vector<std::filesystem::path> sources_of(const std::string& corpus);

/// The variants in a list with commas, such as "gfx1151.O2.wave32,gfx1151.O2.wave64".
[[nodiscard]] std::vector<std::string> split_variants(std::string_view list);

/// One process that ran programs.
struct Run {
  std::string command;  ///< that repeats it
  int code = -1;
  std::string text;                  ///< all that they printed
  std::vector<std::string> reports;  ///< of the emulator, each from its headline on
};

/// Runs programs of a variant on the device it was compiled for, in one process: those named, all
/// if none is.
[[nodiscard]] Run run_programs(const std::string& corpus, const std::string& side,
                               const std::string& variant, const std::string& names,
                               const std::string& options);

/// Why a run is not that of this number of right programs; empty if it is.
[[nodiscard]] std::string departure_from_right(const Run& run, std::size_t programs);

/// Why a run is not that of a program with the expected fault; empty if it is.
[[nodiscard]] std::string departure_from(const Expectation& expected, const Run& run,
                                         const std::string& file);

}  // namespace kgate::corpora
