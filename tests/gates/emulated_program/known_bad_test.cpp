// SPDX-License-Identifier: MIT
// Every program of known_bad/ is reported as it says, and its twin without the fault is not.
#include <fmt/format.h>

#include <string>

#include "tests/catch.hpp"
#include "tests/gates/emulated_program/corpus_run.hpp"

namespace {

using namespace kgate::corpora;

void check_program(const std::filesystem::path& source, const std::string& variant) {
  const std::string stem = source.stem().string();
  const Expectation expected = expectation_of(source);
  const Run fault = run_programs("known_bad", "FAULT", variant, stem, expected.options);
  const Run twin = run_programs("known_bad", "TWIN", variant, stem, expected.options);
  const std::string missed = departure_from(expected, fault, source.filename().string());
  const std::string alarm = departure_from_right(twin, 1);
  fmt::print("{:<8} {:<32} {}\n", missed.empty() && alarm.empty() ? "found" : "FAILED", stem,
             expected.finding);
  {
    INFO(missed << "\n  " << fault.command << "\n" << fault.text);
    CHECK(missed.empty());
  }
  INFO("the twin: " << alarm << "\n  " << twin.command << "\n" << twin.text);
  CHECK(alarm.empty());
}

}  // namespace

TEST_CASE("each known-bad program has its report, and its twin none", "[known_bad]") {
  for (const std::string& variant : split_variants(KGATE_KNOWN_BAD_VARIANTS)) {
    DYNAMIC_SECTION(variant) {
      for (const auto& source : sources_of("known_bad")) check_program(source, variant);
    }
  }
}
