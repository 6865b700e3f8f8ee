// SPDX-License-Identifier: MIT
// Terminal, Markdown, JUnit and GitHub forms of a ladder's result.
#include "mutate/ladder_text.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "reports/github_annotation.hpp"
#include "reports/junit_xml.hpp"
#include "reports/markdown_table.hpp"

namespace kgate::mutate {
namespace {

const Mutant* find(const LadderReport& report, const std::string& id) {
  const auto at = std::ranges::find(report.mutants, id, &Mutant::id);
  return at == report.mutants.end() ? nullptr : &*at;
}

std::string counts_line(const LadderReport& report) {
  const auto counts = count_states(report);
  std::string line;
  for (std::size_t i = 0; i < kStates; ++i) {
    if (counts.at(i) > 0) {
      line += fmt::format("{}{} {}", line.empty() ? "" : ", ", counts.at(i),
                          name(static_cast<State>(i)));
    }
  }
  const std::size_t argued = count_argued(report);
  if (argued > 0) {
    line += fmt::format(" ({} of the survivors argued equivalent)", argued);
  }
  return fmt::format("{} mutants: {}", report.mutants.size(), line.empty() ? "none run" : line);
}

std::string killer_of(const Outcome& outcome) {
  return outcome.test_case.empty() ? outcome.gate
                                   : fmt::format("{} {}", outcome.gate, outcome.test_case);
}

// One line, so that a table stays one; reports keep the whole text.
std::string change_of(const Mutant& mutant) {
  const auto shown = [](std::string text) {
    std::ranges::replace(text, '\n', ' ');
    return text.size() > 60 ? text.substr(0, 57) + "..." : text;
  };
  if (mutant.edit.replacement.empty()) {
    return fmt::format("delete `{}`", shown(mutant.edit.original));
  }
  if (mutant.edit.original.empty()) {
    return fmt::format("insert `{}`", shown(mutant.edit.replacement));
  }
  return fmt::format("`{}` to `{}`", shown(mutant.edit.original), shown(mutant.edit.replacement));
}

std::string build_of(const Outcome& outcome) {
  switch (outcome.state) {
    case State::unviable:
      return "refused";
    case State::unbuilt:
      return "not built";
    case State::equivalent:
      return "same bits";
    default:
      return outcome.artifacts_sha256.empty() ? "no artifacts" : "differs";
  }
}

std::string result_of(const Mutant& mutant, const Outcome& outcome) {
  if (outcome.state == State::survived && !mutant.argued.empty()) {
    return "argued equivalent";
  }
  return outcome.state == State::duplicate ? "duplicate of " + outcome.duplicate_of
                                           : std::string(name(outcome.state));
}

std::vector<std::string> row_of(const LadderReport& report, const Mutant& mutant) {
  const auto at = report.outcomes.find(mutant.id);
  if (at == report.outcomes.end()) {
    return {mutant.rung, change_of(mutant), "", "not run", ""};
  }
  const Outcome& counted = effective(report, at->second);
  std::string killer;
  if (!counted.gate.empty()) {
    killer = fmt::format("{}: {}", killer_of(counted), counted.first_difference);
  } else if (!mutant.argued.empty()) {
    killer = mutant.argued;
  } else {
    killer = counted.detail;
  }
  const std::string place = fmt::format("{}:{}", mutant.edit.file, mutant.begin.line);
  return {mutant.rung.empty() ? fmt::format("{} ({})", mutant.operator_name, place)
                              : fmt::format("{} ({})", mutant.rung, place),
          change_of(mutant), build_of(at->second), result_of(mutant, at->second), killer};
}

void append_table(const LadderReport& report, const std::string& heading,
                  const std::vector<const Mutant*>& mutants, std::string& out) {
  if (mutants.empty()) {
    return;
  }
  reports::MarkdownTable table({"rung", "change", "build", "result", "killer"});
  for (const Mutant* mutant : mutants) {
    table.add(row_of(report, *mutant));
  }
  out += fmt::format("## {}\n\n{}\n", heading, table.text());
}

// How many mutants have each state, by what `key_of` says of a mutant; empty: not counted.
template <class KeyOf>
void append_counts(const LadderReport& report, std::string_view title, std::string_view column,
                   KeyOf key_of, std::string& out) {
  std::map<std::string, std::array<std::size_t, kStates>> rows;
  for (const Mutant& mutant : report.mutants) {
    const auto at = report.outcomes.find(mutant.id);
    const std::string key = key_of(mutant);
    if (!key.empty() && at != report.outcomes.end()) {
      ++rows[key].at(static_cast<std::size_t>(at->second.state));
    }
  }
  if (rows.empty()) {
    return;
  }
  std::vector<std::string> heading{std::string(column)};
  for (std::size_t i = 0; i < kStates; ++i) {
    heading.emplace_back(name(static_cast<State>(i)));
  }
  reports::MarkdownTable table(std::move(heading));
  for (const auto& [key, counts] : rows) {
    std::vector<std::string> row{key};
    for (const std::size_t count : counts) {
      row.push_back(count == 0 ? "" : std::to_string(count));
    }
    table.add(std::move(row));
  }
  out += fmt::format("## {}\n\n{}\n", title, table.text());
}

void append_proofs(const LadderReport& report, std::string& out) {
  reports::MarkdownTable table({"file", "sha256 before", "after", "restored"});
  for (const auto& [path, proof] : report.files) {
    table.add({path, "`" + proof.before.substr(0, 16) + "`", "`" + proof.after.substr(0, 16) + "`",
               proof.before == proof.after ? "yes" : "NO"});
  }
  out += fmt::format("## Mutated files\n\n{}\n", table.text());
}

}  // namespace

std::string summary_text(const LadderReport& report) {
  std::string out;
  for (const Finding& finding : findings_of(report)) {
    const Mutant* mutant = find(report, finding.mutant);
    out += fmt::format("{}: {}\n  {}\n", finding.title,
                       mutant == nullptr ? report.project : name_of(*mutant), finding.message);
    if (mutant != nullptr) {
      out += fmt::format("  diff/{}.diff, log/{}.log\n", mutant->id, mutant->id);
    }
  }
  const std::size_t restored = static_cast<std::size_t>(std::ranges::count_if(
      report.files, [](const auto& file) { return file.second.before == file.second.after; }));
  out += fmt::format("{}\n", counts_line(report));
  out += fmt::format(
      "baseline: {} assertions; {} control runs green; {} of {} mutated files restored to their "
      "sha256\n",
      report.assertions, report.controls, restored, report.files.size());
  return out;
}

std::string summary_markdown(const LadderReport& report) {
  std::vector<const Mutant*> rungs;
  std::vector<const Mutant*> open;
  std::vector<const Mutant*> argued;
  for (const Mutant& mutant : report.mutants) {
    const auto at = report.outcomes.find(mutant.id);
    if (!mutant.rung.empty()) {
      rungs.push_back(&mutant);
    } else if (at != report.outcomes.end() && at->second.state == State::survived) {
      (mutant.argued.empty() ? open : argued).push_back(&mutant);
    } else if (at == report.outcomes.end() || at->second.state == State::timeout ||
               at->second.state == State::crash || at->second.state == State::flaky ||
               at->second.state == State::unbuilt) {
      open.push_back(&mutant);
    }
  }
  std::string out =
      fmt::format("# Mutation ladder of {}\n\n{}.\n", report.project, counts_line(report));
  out += fmt::format("The baseline made {} assertions. {} findings.\n\n", report.assertions,
                     findings_of(report).size());
  append_table(report, "Rungs", rungs, out);
  append_table(report, "Mutants no gate killed", open, out);
  append_table(report, "Argued equivalent", argued, out);
  append_counts(
      report, "Generated mutants", "operator",
      [](const Mutant& mutant) { return mutant.rung.empty() ? mutant.operator_name : ""; }, out);
  append_counts(
      report, "Files", "file", [](const Mutant& mutant) { return mutant.edit.file; }, out);
  append_proofs(report, out);
  return out;
}

std::string summary_junit(const LadderReport& report) {
  const std::vector<Finding> findings = findings_of(report);
  std::map<std::string, reports::JunitSuite> suites;
  for (const Mutant& mutant : report.mutants) {
    reports::JunitSuite& suite = suites[mutant.edit.file];
    suite.name = mutant.edit.file;
    reports::JunitCase one{.class_name = mutant.operator_name,
                           .name = name_of(mutant),
                           .seconds = 0,
                           .failure = {},
                           .skipped = {}};
    const auto at = report.outcomes.find(mutant.id);
    if (at != report.outcomes.end()) {
      one.seconds = at->second.total_seconds;
      const bool tested = at->second.state == State::killed || at->second.state == State::survived;
      one.skipped = tested ? std::string() : std::string(name(at->second.state));
    }
    for (const Finding& finding : findings) {
      if (finding.mutant == mutant.id) {
        one.failure = fmt::format("{}: {}", finding.title, finding.message);
        one.skipped.clear();
      }
    }
    suite.cases.push_back(std::move(one));
  }
  std::vector<reports::JunitSuite> all;
  for (auto& [unused, suite] : suites) {
    all.push_back(std::move(suite));
  }
  return reports::junit(all);
}

std::string summary_github(const LadderReport& report) {
  std::string out;
  for (const Finding& finding : findings_of(report)) {
    const Mutant* mutant = find(report, finding.mutant);
    reports::GithubAnnotation annotation;
    annotation.title = fmt::format("kmutate: {}", finding.title);
    annotation.message = finding.message;
    if (mutant != nullptr) {
      annotation.file = mutant->edit.file;
      annotation.line = mutant->begin.line;
      annotation.column = mutant->begin.column;
      annotation.message = fmt::format("{} ({})", name_of(*mutant), finding.message);
    }
    out += reports::github_annotation(annotation);
  }
  return out;
}

std::string speed_text(const LadderReport& report) {
  double build = 0;
  double run = 0;
  double total = 0;
  double cpu = 0;
  for (const auto& [unused, outcome] : report.outcomes) {
    build += outcome.build_seconds;
    run += outcome.run_seconds;
    total += outcome.total_seconds;
    cpu += outcome.cpu_seconds;
  }
  const double all = std::max(1e-9, report.seconds * report.jobs);
  const double minutes = std::max(1e-9, report.seconds / 60);
  return fmt::format(
      "{:.1f} s for copies and baseline, then {:.1f} s for {} mutants on {} copies: {:.0f} a "
      "minute, {:.2f} CPU-seconds each; {:.0f} % compiling, {:.0f} % running gates, {:.0f} % "
      "overhead, {:.0f} % control "
      "runs\n",
      report.baseline_seconds, report.seconds, report.outcomes.size(), report.jobs,
      static_cast<double>(report.outcomes.size()) / minutes,
      cpu / std::max<double>(1, static_cast<double>(report.outcomes.size())), 100 * build / all,
      100 * run / all, 100 * (total - build - run) / all, 100 * std::max(0.0, all - total) / all);
}

}  // namespace kgate::mutate
