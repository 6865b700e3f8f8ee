// SPDX-License-Identifier: MIT
// Reports in the mutation-testing-elements schema: JSON, and one HTML page that opens offline.
#pragma once

#include <cstddef>
#include <cstdint>
#include <map>
#include <string>
#include <string_view>
#include <vector>

namespace kgate::reports {

/// The schema's closed set.
enum class ElementsStatus : std::uint8_t {
  killed,
  survived,
  timeout,
  runtime_error,
  compile_error,
  ignored,
  pending,
};

struct ElementsPosition {
  std::size_t line = 1;    ///< from 1
  std::size_t column = 1;  ///< from 1
};

struct ElementsMutant {
  std::string id;
  std::string mutator;
  std::string replacement;
  std::string description;
  ElementsPosition begin;
  ElementsPosition end;  ///< exclusive
  ElementsStatus status = ElementsStatus::pending;
  std::string reason;     ///< the killer's words, or why it is ignored
  std::string killed_by;  ///< name of the test; empty where none
  double seconds = 0;
};

struct ElementsFile {
  std::string language;
  std::string source;  ///< unmutated
  std::vector<ElementsMutant> mutants;
};

struct ElementsReport {
  std::string framework;
  std::string project;
  std::map<std::string, ElementsFile> files;  ///< by path relative to the project
};

/// The report as JSON of schema version 2.
[[nodiscard]] std::string elements_json(const ElementsReport& report);

/// One page with everything in it. `script`: the content of the package's
/// mutation-test-elements.js.
[[nodiscard]] std::string elements_html(const ElementsReport& report, std::string_view script);

}  // namespace kgate::reports
