// SPDX-License-Identifier: MIT
// `kmutate verify`: re-checks a finished report against the tree, and reruns a sample of it.
#include <fmt/format.h>

#include <algorithm>
#include <cxxopts.hpp>

#include "mutate/cli/mutate_command.hpp"
#include "mutate/failure.hpp"
#include "mutate/lab.hpp"
#include "mutate/ladder_text.hpp"
#include "mutate/merge_reports.hpp"
#include "mutate/settings.hpp"

namespace kgate::mutate {
namespace {

cxxopts::Options make_options() {
  cxxopts::Options options("kmutate verify", "Re-checks a finished report against the tree.");
  options.positional_help("LADDER.JSON").set_width(96);
  options.add_options()                                                                       //
      ("config", "configuration (kmutate.toml, then mutate/kmutate.toml)",                    //
       cxxopts::value<std::string>()->default_value(""), "FILE")                              //
      ("rerun", "also run N of its mutants again, spread over the report",                    //
       cxxopts::value<std::size_t>()->default_value("0"), "N")                                //
      ("output", "where reruns leave logs and copies", cxxopts::value<std::string>(), "DIR")  //
      ("report", "", cxxopts::value<std::string>())                                           //
      ("help", "print this");
  options.parse_positional({"report"});
  return options;
}

// Duplicates are left out: whose duplicate a mutant is depends on which others run.
std::vector<Mutant> sample_of(const LadderReport& report, std::size_t count) {
  std::vector<Mutant> candidates;
  for (const Mutant& mutant : report.mutants) {
    const auto at = report.outcomes.find(mutant.id);
    if (at != report.outcomes.end() && at->second.state != State::duplicate) {
      candidates.push_back(mutant);
    }
  }
  std::vector<Mutant> sample;
  for (std::size_t i = 0; i < std::min(count, candidates.size()); ++i) {
    sample.push_back(candidates[i * candidates.size() / std::min(count, candidates.size())]);
  }
  return sample;
}

void rerun(const Settings& settings, const LadderReport& report, std::size_t count,
           std::vector<std::string>& doubts) {
  LadderReport again;
  again.project = report.project;
  again.mutants = sample_of(report, count);
  LabOptions options;
  options.quiet = true;
  run_lab(settings, options, again);
  for (const Mutant& mutant : again.mutants) {
    const Outcome& before = report.outcomes.at(mutant.id);
    const Outcome& now = again.outcomes.at(mutant.id);
    if (now.state == State::duplicate) {
      continue;  // of another one in the sample
    }
    if (now.state != before.state) {
      doubts.push_back(fmt::format("{}: the report says {}, a new run {}", name_of(mutant),
                                   name(before.state), name(now.state)));
    }
  }
  fmt::print("{} mutants run again\n", again.mutants.size());
}

int run(int argc, char** argv) {
  cxxopts::Options options = make_options();
  const cxxopts::ParseResult parsed = options.parse(argc, argv);
  if (parsed.count("help") != 0) {
    fmt::print("{}", options.help());
    return kExitClean;
  }
  if (parsed.count("report") == 0) {
    throw Failure(kExitUsage, "verify needs a ladder.json");
  }
  const LadderReport report = read_report(parsed["report"].as<std::string>());
  Settings settings = read_settings(parsed["config"].as<std::string>());
  settings.output = parsed.count("output") != 0
                        ? std::filesystem::absolute(parsed["output"].as<std::string>())
                        : settings.output / "verify";
  Sources sources(settings.root);
  std::vector<std::string> doubts = doubts_about(report, settings.sha256, sources);
  if (const std::size_t count = parsed["rerun"].as<std::size_t>(); count > 0 && doubts.empty()) {
    rerun(settings, report, count, doubts);
  }
  for (const std::string& doubt : doubts) {
    fmt::print("{}\n", doubt);
  }
  fmt::print("{}{}\n", summary_text(report),
             doubts.empty() ? "the report is about this tree and is consistent"
                            : "the report does not hold");
  return doubts.empty() && findings_of(report).empty() ? kExitClean : kExitFindings;
}

}  // namespace

extern const MutateCommand verify_command;
const MutateCommand verify_command{"verify", "re-check a finished report against the tree", run};

}  // namespace kgate::mutate
