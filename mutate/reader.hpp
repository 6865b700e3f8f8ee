// SPDX-License-Identifier: MIT
// What a test run said, and the readers that understand one kind of test run each.
//
// A reader is one value `const Reader <stem>` in mutate/readers/<stem>.cpp; its id is the stem with
// `-` for `_`. The build collects them from the folder listing.
#pragma once

#include <cstdint>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "mutate/process.hpp"

namespace kgate::mutate {

/// One failing test.
struct FailedTest {
  enum class Kind : std::uint8_t { assertion, crash, timeout };
  Kind kind = Kind::assertion;
  std::string gate;  ///< what kind of test: a gate, a test executable, the command
  std::string test_case;
  std::string first_difference;  ///< the first thing that differed, in the test's words
};

struct Verdict {
  std::uint64_t assertions = 0;  ///< how much was checked; 0: nothing
  std::vector<FailedTest> failed;
};

struct Reader {
  std::string_view stem;
  std::string_view summary;  ///< one sentence
  /// Judges a finished command that neither timed out nor died of a signal. `report` is the content
  /// of the route's report file as this command left it, empty where there is none; `pattern` is
  /// the route's `assertions`. A run that failed has at least one entry in `failed`.
  Verdict (*read)(const Finished& finished, const std::string& report, const std::string& pattern);
};

/// All readers, by stem.
std::span<const Reader* const> readers();

/// The reader's id: its stem with dashes.
std::string reader_id(const Reader& reader);

/// Null where no reader has this id.
const Reader* find_reader(std::string_view id);

/// Judges any finished command: a time-out and a signal are the same for every reader.
Verdict judge(const Reader& reader, const Finished& finished, const std::string& report,
              const std::string& pattern);

/// The line of the output that best says what failed: the first with `error`, `fail` or `differ`,
/// else the last that is not blank. At most 300 bytes.
std::string telling_line(std::string_view output);

/// Sum of the first group over all matches of a regular expression.
std::uint64_t sum_of_matches(const std::string& pattern, const std::string& text);

}  // namespace kgate::mutate
