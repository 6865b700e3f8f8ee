// SPDX-License-Identifier: MIT
// Writes the report files.
#include "mutate/write_reports.hpp"

#include <fmt/format.h>

#include "mutate/elements_script.hpp"
#include "mutate/files.hpp"
#include "mutate/ladder_text.hpp"
#include "reports/mutation_elements.hpp"

namespace kgate::mutate {
namespace {

namespace fs = std::filesystem;

// The schema's closed set has no equivalent, duplicate, flaky or unbuilt: they are Ignored, with
// the reason in words.
reports::ElementsStatus status_of(const Mutant& mutant, State state) {
  switch (state) {
    case State::killed:
      return reports::ElementsStatus::killed;
    case State::survived:
      return mutant.argued.empty() ? reports::ElementsStatus::survived
                                   : reports::ElementsStatus::ignored;
    case State::timeout:
      return reports::ElementsStatus::timeout;
    case State::crash:
      return reports::ElementsStatus::runtime_error;
    case State::unviable:
      return reports::ElementsStatus::compile_error;
    case State::equivalent:
    case State::duplicate:
    case State::flaky:
    case State::unbuilt:
      break;
  }
  return reports::ElementsStatus::ignored;
}

std::string reason_of(const Mutant& mutant, const Outcome& outcome) {
  if (outcome.state == State::survived && !mutant.argued.empty()) {
    return fmt::format("argued equivalent ({}): {}", mutant.argued_at, mutant.argued);
  }
  if (!outcome.gate.empty() && outcome.state != State::flaky) {
    return fmt::format("{} {}: {}", outcome.gate, outcome.test_case, outcome.first_difference);
  }
  if (outcome.state == State::duplicate) {
    return fmt::format("duplicate of {}", outcome.duplicate_of);
  }
  return fmt::format("{}{}{}", meaning(outcome.state), outcome.detail.empty() ? "" : ": ",
                     outcome.detail);
}

reports::ElementsReport elements_of(const LadderReport& report, Sources& sources) {
  reports::ElementsReport elements;
  elements.framework = "kmutate";
  elements.project = report.project;
  for (const Mutant& mutant : report.mutants) {
    reports::ElementsFile& file = elements.files[mutant.edit.file];
    file.source = sources.text(mutant.edit.file);
    file.language = "cpp";
    reports::ElementsMutant one;
    one.id = mutant.id;
    one.mutator = mutant.operator_name;
    one.replacement = mutant.edit.replacement;
    one.description = mutant.rung.empty()
                          ? mutant.summary
                          : mutant.rung + (mutant.summary.empty() ? "" : ": ") + mutant.summary;
    one.begin = {.line = mutant.begin.line, .column = mutant.begin.column};
    one.end = {.line = mutant.end.line, .column = mutant.end.column};
    one.status = reports::ElementsStatus::pending;
    if (const auto at = report.outcomes.find(mutant.id); at != report.outcomes.end()) {
      one.status = status_of(mutant, at->second.state);
      one.reason = reason_of(mutant, at->second);
      one.seconds = at->second.total_seconds;
      if (at->second.state == State::killed) {
        one.killed_by = fmt::format("{} {}", at->second.gate, at->second.test_case);
      }
    }
    file.mutants.push_back(std::move(one));
  }
  return elements;
}

}  // namespace

void write_reports(const LadderReport& report, Sources& sources, const fs::path& folder) {
  std::error_code ignored;
  fs::remove_all(folder / "diff", ignored);
  make_folder(folder / "diff");
  std::map<State, std::string> lists;
  for (std::size_t i = 0; i < kStates; ++i) {
    lists[static_cast<State>(i)];
  }
  for (const Mutant& mutant : report.mutants) {
    write_file(folder / "diff" / (mutant.id + ".diff"),
               diff_of(mutant.edit, sources.text(mutant.edit.file)));
    if (const auto at = report.outcomes.find(mutant.id); at != report.outcomes.end()) {
      lists[at->second.state] += fmt::format("{} {}\n", mutant.id, name_of(mutant));
    }
  }
  for (const auto& [state, text] : lists) {
    write_file(folder / fmt::format("{}.txt", name(state)), text);
  }
  write_file(folder / "ladder.md", summary_markdown(report));
  write_file(folder / "junit.xml", summary_junit(report));
  const reports::ElementsReport elements = elements_of(report, sources);
  write_file(folder / "mutation.json", reports::elements_json(elements));
  fs::remove(folder / "mutation.html", ignored);
  if (const std::string_view script = elements_script(); !script.empty()) {
    write_file(folder / "mutation.html", reports::elements_html(elements, script));
  } else {
    fmt::print(stderr,
               "no mutation.html: kmutate was built without the mutation-testing-elements package "
               "(npm was not found); every other report is there\n");
  }
  // Last, so that its presence says that the others are complete.
  write_file(folder / "ladder.json", to_json(report));
}

}  // namespace kgate::mutate
