// SPDX-License-Identifier: MIT
// Findings of a static check as its writers see them; plain values, no knowledge of any tool.
#pragma once

#include <cstddef>
#include <optional>
#include <string>
#include <vector>

namespace kgate::reports {

enum class Severity { error, warning, note };

[[nodiscard]] const char* name(Severity severity);

/// A range on one line of a file. Lines and columns count from 1; 0 is "not known".
struct SourceSpan {
  std::string file;  ///< relative to the project's root where it is inside, with '/'
  std::size_t line = 0;
  std::size_t column = 0;
  std::size_t end_column = 0;  ///< one past the last column
};

/// A second place that explains a finding.
struct RelatedSpan {
  SourceSpan span;
  std::string message;
};

struct Finding {
  /// How a finding stands to the baseline; `none` where there is no baseline.
  enum class Baseline { none, known, added };

  std::string rule;  ///< id
  Severity severity = Severity::error;
  std::string message;
  SourceSpan span;
  std::string source_line;  ///< text of the line, without its end; empty if not readable
  std::vector<RelatedSpan> related;
  std::string fingerprint;  ///< survives edits elsewhere in the file; unique in a report
  Baseline baseline = Baseline::none;
};

/// A finding that somebody accepted, and why.
struct SuppressedFinding {
  Finding finding;
  bool in_source = true;  ///< by a comment; otherwise by a configuration file
  std::string justification;
};

/// A rule as reports describe it, whether or not it found anything.
struct RuleDescription {
  std::string id;
  std::string summary;  ///< one sentence
  std::string advice;   ///< what to do instead
  std::string page;     ///< address or path of its documentation
  Severity severity = Severity::error;
};

/// Something the run itself has to say: a file that was not fully analysed, a stale baseline.
struct RunNotice {
  Severity severity = Severity::warning;
  std::string message;
  std::optional<SourceSpan> span;
};

/// What one run of a check found, and what it looked at.
struct FindingsReport {
  std::string tool;
  std::string version;
  std::string information_uri;
  std::vector<RuleDescription> rules;  ///< all that ran, in name order
  std::vector<Finding> findings;       ///< by file, line, column, rule
  std::vector<SuppressedFinding> suppressed;
  std::vector<RunNotice> notices;
  std::size_t files = 0;           ///< source files given
  std::size_t files_analysed = 0;  ///< of these, with a complete syntax tree
  std::size_t files_partial = 0;   ///< of these, with a tree that has holes
  std::size_t files_failed = 0;    ///< of these, without one
};

}  // namespace kgate::reports
