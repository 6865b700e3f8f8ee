// SPDX-License-Identifier: MIT
// `kmutate ladder`: runs the mutants and writes the reports, or lists them.
#include <fmt/format.h>

#include <cstdlib>
#include <cxxopts.hpp>
#include <thread>

#include "mutate/cli/mutate_command.hpp"
#include "mutate/failure.hpp"
#include "mutate/files.hpp"
#include "mutate/lab.hpp"
#include "mutate/ladder_text.hpp"
#include "mutate/selection.hpp"
#include "mutate/write_reports.hpp"

namespace kgate::mutate {
namespace {

using Words = std::vector<std::string>;

cxxopts::Options make_options() {
  cxxopts::Options options("kmutate ladder",
                           "Applies each mutant to a private copy, builds, runs the gates.");
  options.set_width(96);
  options.add_options()                                                                      //
      ("config", "configuration (kmutate.toml, then mutate/kmutate.toml)",                   //
       cxxopts::value<std::string>()->default_value(""), "FILE")                             //
      ("output", "where reports, logs and copies go", cxxopts::value<std::string>(), "DIR")  //
      ("lab", "where the private copies go instead", cxxopts::value<std::string>(), "DIR")   //
      ("keep-lab", "leave the private copies for a look")                                    //
      ("jobs", "private copies at work (0: one a core)",                                     //
       cxxopts::value<int>()->default_value("0"), "N")                                       //
      ("shard", "the K-th of N parts; `kmutate merge` joins them",
       cxxopts::value<std::string>(),                                                             //
       "K/N")                                                                                     //
      ("resume", "continue a run that was stopped")                                               //
      ("list", "print the mutants and stop")                                                      //
      ("json", "with --list: as JSON, with diffs")                                                //
      ("rungs", "only the rungs written in ladder files")                                         //
      ("rung", "only rungs of this name (* allowed)", cxxopts::value<Words>(), "NAME")            //
      ("ladder", "only rungs of these ladder files (patterns)", cxxopts::value<Words>(), "FILE")  //
      ("operator", "only this operator (* allowed)", cxxopts::value<Words>(), "NAME")             //
      ("file", "only mutants in these files (patterns)", cxxopts::value<Words>(), "FILE")         //
      ("line", "only mutants on these lines: N, N-M or FILE:N", cxxopts::value<Words>(), "LINE")  //
      ("id", "only this mutant", cxxopts::value<Words>(), "ID")                                   //
      ("in-diff", "only mutants on lines a diff file or `git diff REV` changes",                  //
       cxxopts::value<std::string>()->default_value(""), "FILE|REV")                              //
      ("summary", "also write the Markdown summary here", cxxopts::value<std::string>(), "FILE")  //
      ("github", "print GitHub annotations (by itself in GitHub Actions)")                        //
      ("quiet", "print findings only")                                                            //
      ("help", "print this");
  return options;
}

Words words(const cxxopts::ParseResult& parsed, const std::string& name) {
  return parsed.count(name) == 0 ? Words{} : parsed[name].as<Words>();
}

void read_shard(const std::string& text, Filter& filter) {
  char slash = 0;
  char rest = 0;
  if (std::sscanf(text.c_str(), "%u%c%u%c", &filter.shard, &slash, &filter.shards, &rest) != 3 ||
      slash != '/' || filter.shard < 1 || filter.shard > filter.shards) {
    throw Failure(kExitUsage, fmt::format("--shard {}: expected K/N with 1 <= K <= N", text));
  }
}

Filter make_filter(const cxxopts::ParseResult& parsed) {
  Filter filter;
  filter.rungs = words(parsed, "rung");
  filter.ladders = words(parsed, "ladder");
  filter.operators = words(parsed, "operator");
  filter.files = words(parsed, "file");
  filter.lines = words(parsed, "line");
  filter.ids = words(parsed, "id");
  filter.in_diff = parsed["in-diff"].as<std::string>();
  filter.ladder_only = parsed.count("rungs") != 0;
  if (parsed.count("shard") != 0) {
    read_shard(parsed["shard"].as<std::string>(), filter);
  }
  return filter;
}

LabOptions make_lab_options(const cxxopts::ParseResult& parsed) {
  LabOptions options;
  options.jobs = parsed["jobs"].as<int>();
  if (options.jobs <= 0) {
    options.jobs = static_cast<int>(std::max(1U, std::thread::hardware_concurrency()));
  }
  options.resume = parsed.count("resume") != 0;
  options.keep_lab = parsed.count("keep-lab") != 0;
  options.quiet = parsed.count("quiet") != 0;
  if (parsed.count("lab") != 0) {
    options.lab = std::filesystem::absolute(parsed["lab"].as<std::string>()).lexically_normal();
  }
  return options;
}

int list(const LadderReport& report, const Sources& sources, bool json) {
  if (json) {
    fmt::print("{}", list_json(report.mutants, sources.texts()));
  } else {
    for (const Mutant& mutant : report.mutants) {
      fmt::print("{} {}{}\n", mutant.id, name_of(mutant),
                 mutant.argued.empty() ? "" : " [argued equivalent]");
    }
    fmt::print("{} mutants\n", report.mutants.size());
  }
  return report.mutants.empty() ? kExitRanNothing : kExitClean;
}

int run_ladder(const cxxopts::ParseResult& parsed) {
  Settings settings = read_settings(parsed["config"].as<std::string>());
  if (parsed.count("output") != 0) {
    settings.output =
        std::filesystem::absolute(parsed["output"].as<std::string>()).lexically_normal();
  }
  Sources sources(settings.root);
  const Filter filter = make_filter(parsed);
  LadderReport report = select_mutants(settings, filter, sources);
  if (parsed.count("list") != 0) {
    return list(report, sources, parsed.count("json") != 0);
  }
  if (report.mutants.empty()) {
    // A change that no mutant touches is the usual good case of a pull request.
    if (!filter.in_diff.empty()) {
      fmt::print("no mutant is on the lines that {} changes: nothing to run\n", filter.in_diff);
      return kExitClean;
    }
    throw Failure(kExitRanNothing,
                  fmt::format("no mutant is selected: {} names no rung and no file an operator "
                              "finds something in, or the filters leave none",
                              settings.config.string()));
  }
  run_lab(settings, make_lab_options(parsed), report);
  write_reports(report, sources, settings.output);
  if (parsed.count("summary") != 0) {
    write_file(parsed["summary"].as<std::string>(), summary_markdown(report));
  }
  if (parsed.count("github") != 0 || std::getenv("GITHUB_ACTIONS") != nullptr) {
    fmt::print("{}", summary_github(report));
  }
  fmt::print("{}{}reports: {}\n", summary_text(report), speed_text(report),
             settings.output.string());
  return findings_of(report).empty() ? kExitClean : kExitFindings;
}

int run(int argc, char** argv) {
  cxxopts::Options options = make_options();
  const cxxopts::ParseResult parsed = options.parse(argc, argv);
  if (parsed.count("help") != 0) {
    fmt::print("{}", options.help());
    return kExitClean;
  }
  if (!parsed.unmatched().empty()) {
    throw Failure(kExitUsage, fmt::format("'{}' is not an option", parsed.unmatched().front()));
  }
  return run_ladder(parsed);
}

}  // namespace

extern const MutateCommand ladder_command;
const MutateCommand ladder_command{"ladder", "run the mutants of the project in this folder", run};

}  // namespace kgate::mutate
