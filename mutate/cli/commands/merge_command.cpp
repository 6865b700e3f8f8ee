// SPDX-License-Identifier: MIT
// `kmutate merge`: one report of all shards.
#include <fmt/format.h>

#include <algorithm>
#include <cxxopts.hpp>
#include <map>

#include "mutate/cli/mutate_command.hpp"
#include "mutate/failure.hpp"
#include "mutate/files.hpp"
#include "mutate/ladder_text.hpp"
#include "mutate/merge_reports.hpp"
#include "mutate/rungs.hpp"
#include "mutate/selection.hpp"
#include "mutate/settings.hpp"
#include "mutate/write_reports.hpp"

namespace kgate::mutate {
namespace {

// Keeps the mutants that the project has now, argued as they are now, and says how much of each
// file was run. Which mutant is the n-th that fits an argument is a question to all of them.
void bring_up_to_date(LadderReport& report, const Settings& settings, Sources& sources) {
  Filter filter;
  for (const auto& [file, proof] : report.files) {
    filter.files.push_back(file);
  }
  std::map<std::string, Mutant> now;
  std::map<std::string, std::pair<std::size_t, std::size_t>> run_of_all;  // by file
  for (Mutant& mutant : select_mutants(settings, filter, sources).mutants) {
    auto& [run, all] = run_of_all[mutant.edit.file];
    ++all;
    run += report.outcomes.contains(mutant.id) ? 1U : 0U;
    now.emplace(mutant.id, std::move(mutant));
  }
  for (const auto& [file, counts] : run_of_all) {
    fmt::print("{}: {} of {} mutants\n", file, counts.first, counts.second);
  }
  std::erase_if(report.outcomes, [&now](const auto& one) { return !now.contains(one.first); });
  std::erase_if(report.mutants, [&now](const Mutant& one) { return !now.contains(one.id); });
  for (Mutant& mutant : report.mutants) {
    mutant = std::move(now.at(mutant.id));
  }
  report.settings_sha256 = settings.sha256;
}

int run(int argc, char** argv) {
  cxxopts::Options options("kmutate merge",
                           "Joins the reports of several runs of `kmutate ladder`.");
  options.positional_help("LADDER.JSON...").set_width(96);
  options.add_options()                                                                //
      ("config", "configuration (kmutate.toml, then mutate/kmutate.toml)",             //
       cxxopts::value<std::string>()->default_value(""), "FILE")                       //
      ("output", "where the joined reports go", cxxopts::value<std::string>(), "DIR")  //
      ("selections",
       "reports of different selections instead; the last verdict on a mutant counts")            //
      ("summary", "also write the Markdown summary here", cxxopts::value<std::string>(), "FILE")  //
      ("report", "", cxxopts::value<std::vector<std::string>>())                                  //
      ("help", "print this");
  options.parse_positional({"report"});
  const cxxopts::ParseResult parsed = options.parse(argc, argv);
  if (parsed.count("help") != 0) {
    fmt::print("{}", options.help());
    return kExitClean;
  }
  if (parsed.count("report") == 0 || parsed.count("output") == 0) {
    throw Failure(kExitUsage, "merge needs --output DIR and the ladder.json of every shard");
  }
  std::vector<LadderReport> shards;
  for (const std::string& path : parsed["report"].as<std::vector<std::string>>()) {
    shards.push_back(read_report(path));
  }
  const bool selections = parsed.count("selections") != 0;
  const Settings settings = read_settings(parsed["config"].as<std::string>());
  const auto others = std::ranges::count_if(shards, [&settings](const LadderReport& one) {
    return one.settings_sha256 != settings.sha256;
  });
  LadderReport report =
      selections ? merge_selections(std::move(shards)) : merge_reports(std::move(shards));
  Sources sources(settings.root);
  if (selections) {
    fmt::print("{} of {} reports are of another configuration than the present one\n", others,
               parsed["report"].as<std::vector<std::string>>().size());
    bring_up_to_date(report, settings, sources);
  }
  const std::filesystem::path output = parsed["output"].as<std::string>();
  make_folder(output);
  write_reports(report, sources, output);
  if (parsed.count("summary") != 0) {
    write_file(parsed["summary"].as<std::string>(), summary_markdown(report));
  }
  fmt::print("{}reports: {}\n", summary_text(report), output.string());
  return findings_of(report).empty() ? kExitClean : kExitFindings;
}

}  // namespace

extern const MutateCommand merge_command;
const MutateCommand merge_command{"merge", "join the reports of shards", run};

}  // namespace kgate::mutate
