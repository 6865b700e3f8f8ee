// SPDX-License-Identifier: MIT
// Every program of known_good/ returns what its host code computes, and nothing is reported.
#include <fmt/format.h>

#include <string>

#include "tests/catch.hpp"
#include "tests/gates/emulated_program/corpus_run.hpp"

namespace {

using namespace kgate::corpora;

/// Checks a run of the programs named, or of all; whether it is right.
bool check_run(const std::string& variant, const std::string& names, std::size_t programs) {
  const Run run = run_programs("known_good", "PROGRAM", variant, names, "--hazards");
  const std::string departure = departure_from_right(run, programs);
  INFO(departure << "\n  " << run.command << "\n" << run.text);
  CHECK(departure.empty());
  return departure.empty();
}

}  // namespace

TEST_CASE("each known-good program is right, and nothing is reported", "[known_good]") {
  for (const std::string& variant : split_variants(KGATE_KNOWN_GOOD_VARIANTS)) {
    DYNAMIC_SECTION(variant) {
      const auto sources = sources_of("known_good");
      if (check_run(variant, "", sources.size())) {
        fmt::print("{} programs are right in one process\n", sources.size());
        continue;
      }
      // The first that fails ended the process; each by itself shows which do.
      for (const auto& source : sources) {
        const std::string stem = source.stem().string();
        fmt::print("{:<8} {}\n", check_run(variant, stem, 1) ? "right" : "FAILED", stem);
      }
    }
  }
}
