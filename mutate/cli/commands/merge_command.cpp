// SPDX-License-Identifier: MIT
// `kmutate merge`: one report of all shards.
#include <fmt/format.h>

#include <cxxopts.hpp>

#include "mutate/cli/mutate_command.hpp"
#include "mutate/failure.hpp"
#include "mutate/files.hpp"
#include "mutate/ladder_text.hpp"
#include "mutate/merge_reports.hpp"
#include "mutate/settings.hpp"
#include "mutate/write_reports.hpp"

namespace kgate::mutate {
namespace {

int run(int argc, char** argv) {
  cxxopts::Options options("kmutate merge", "Joins the reports of `kmutate ladder --shard K/N`.");
  options.positional_help("LADDER.JSON...").set_width(96);
  options.add_options()                                                                           //
      ("config", "configuration (kmutate.toml, then mutate/kmutate.toml)",                        //
       cxxopts::value<std::string>()->default_value(""), "FILE")                                  //
      ("output", "where the joined reports go", cxxopts::value<std::string>(), "DIR")             //
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
  const LadderReport report = merge_reports(std::move(shards));
  const Settings settings = read_settings(parsed["config"].as<std::string>());
  Sources sources(settings.root);
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
