// SPDX-License-Identifier: MIT
// `kgate bench`: device time per launch, beside an empty kernel and a copy of the same run.
#include <fmt/format.h>

#include <algorithm>
#include <cstdio>
#include <cxxopts.hpp>
#include <fstream>
#include <nlohmann/json.hpp>

#include "gates/bench/bench.hpp"
#include "gates/bench/bench_markdown.hpp"
#include "gates/bench/bench_page.hpp"
#include "gates/cli/case_patterns.hpp"
#include "gates/cli/command.hpp"
#include "gates/exit_code.hpp"
#include "gates/harness/runner.hpp"
#include "gates/unit.hpp"
#include "kernels/registry/operations.hpp"

namespace kgate::gates {
namespace {

using Cases = std::vector<std::pair<const Family*, Case>>;

cxxopts::Options make_options() {
  cxxopts::Options options("kgate bench",
                           "Times launches on a real device; outputs are validated.");
  options.set_width(96);
  options.add_options()                                                                           //
      ("family", "kernel families, comma separated, * allowed (all)",                             //
       cxxopts::value<std::vector<std::string>>())                                                //
      ("case", "a case id as printed, * and ? allowed; repeatable",                               //
       cxxopts::value<std::vector<std::string>>())                                                //
      ("device", "hip:N or cuda:N", cxxopts::value<std::string>()->default_value("hip:0"))        //
      ("wave", "wave size of the code objects", cxxopts::value<unsigned>()->default_value("32"))  //
      ("repetitions", "timed replays per case",                                                   //
       cxxopts::value<unsigned>()->default_value("50"))                                           //
      ("json", "write the figures as JSON", cxxopts::value<std::string>(), "FILE")                //
      ("html", "write the figures as a page of charts", cxxopts::value<std::string>(), "FILE")    //
      ("markdown", "write the figures as Markdown", cxxopts::value<std::string>(), "FILE")        //
      ("help", "print this");
  return options;
}

bool matches_any(std::string_view text, const std::vector<std::string>& patterns) {
  return patterns.empty() ||
         std::any_of(patterns.begin(), patterns.end(),
                     [&](const std::string& pattern) { return matches_pattern(text, pattern); });
}

Cases bench_cases(const std::vector<std::string>& wanted, const std::vector<std::string>& ids) {
  Cases cases;
  for (const Family* family : all_families()) {
    if (family->bench == nullptr || !matches_any(family->name, wanted)) {
      continue;
    }
    for (Case& one : family->bench()) {
      if (matches_any(one.id, ids)) {
        cases.emplace_back(family, std::move(one));
      }
    }
  }
  return cases;
}

void print_row(const BenchRow& row) {
  const std::string unfused =
      row.unfused.median == 0 ? "-" : fmt::format("{:.2f}", row.unfused.median);
  fmt::print("{:>8.2f}  {:>8.2f} {:>8.2f}  {:>6.2f}  {:>8}  {:>6.0f}  {:>6.0f}%  {:>7.2f}  {}{}\n",
             row.device.median, row.device.low, row.device.high, row.floor.median, unfused,
             row.gigabytes_per_second(), 100 * row.fraction_of_copy(), row.host, row.case_id,
             row.wrong.empty() ? "" : "  WRONG: " + row.wrong);
  std::fflush(stdout);
}

nlohmann::json spread_json(const Spread& spread) {
  return {{"median_us", spread.median}, {"p10_us", spread.low}, {"p90_us", spread.high}};
}

std::string json_of(const BenchReport& report) {
  nlohmann::json root = {{"schema", "kgate-bench"},
                         {"version", 2},
                         {"device", report.device},
                         {"graphs", report.graphs},
                         {"code_objects", report.code_objects},
                         {"reference_hits", report.reference_hits}};
  root["rows"] = nlohmann::json::array();
  for (const BenchRow& row : report.rows) {
    root["rows"].push_back(
        {{"family", row.family},
         {"case", row.case_id},
         {"bytes", row.bytes},
         {"device", spread_json(row.device)},
         {"unfused", row.unfused.median == 0 ? nlohmann::json(nullptr) : spread_json(row.unfused)},
         {"empty", spread_json(row.floor)},
         {"copy", spread_json(row.copy)},
         {"host_us", row.host},
         {"gb_per_s", row.gigabytes_per_second()},
         {"fraction_of_copy", row.fraction_of_copy()},
         {"validated", row.wrong.empty()},
         {"wrong", row.wrong}});
  }
  return root.dump(2) + "\n";
}

int bench(const cxxopts::ParseResult& parsed) {
  const auto listed = [&](const char* name) {
    return parsed.count(name) == 0 ? std::vector<std::string>{}
                                   : parsed[name].as<std::vector<std::string>>();
  };
  const Cases cases = bench_cases(listed("family"), case_patterns(listed("case")));
  if (cases.empty()) {
    fmt::print(stderr,
               "kgate bench: no shape to time is selected; 'kgate bench --help' says how\n");
    return kExitRanNothing;
  }
  SessionOptions options;
  options.device = parsed["device"].as<std::string>();
  options.wave_size = parsed["wave"].as<unsigned>();
  if (options.device.rfind("emulated:", 0) == 0) {
    fmt::print(stderr,
               "kgate bench: an emulated device has no device time; use hip:N or cuda:N "
               "(tests/bench has the emulator's own speed)\n");
    return kExitUsage;
  }
  const bool paged = parsed.count("html") != 0;
  const std::string page = paged ? parsed["html"].as<std::string>() : std::string();
  if (const Status status = paged ? check_bench_page(page) : Status(); !status.ok()) {
    fmt::print(stderr, "kgate bench: {}\n", status.message());
    return kExitUsage;
  }
  std::unique_ptr<DeviceSession> session;
  if (const Status status = DeviceSession::open(options, session); !status.ok()) {
    fmt::print(stderr, "kgate bench: {}\n", status.message());
    return kExitCouldNotRun;
  }
  BenchOptions bench_options;
  bench_options.repetitions = std::max(1U, parsed["repetitions"].as<unsigned>());
  fmt::print("{:>8}  {:>17}  {:>6}  {:>8}  {:>6}  {:>7}  {:>7}  case\n", "us", "p10 to p90",
             "empty", "unfused", "GB/s", "of copy", "host us");
  BenchReport report;
  const Status status = run_bench(
      *session, cases, bench_options,
      [](const BenchRow& row) {
        if (Operations::reference_hits() == 0) {
          print_row(row);
        }
      },
      report);
  if (!status.ok()) {
    fmt::print(stderr, "kgate bench: {}\n", status.message());
    return kExitCouldNotRun;
  }
  if (report.reference_hits != 0) {
    fmt::print(stderr,
               "kgate bench: the CPU reference served {} calls; figures of this run are not the "
               "device's\n",
               report.reference_hits);
    return kExitFindings;
  }
  fmt::print("{}; {}; empty: a kernel that does nothing; unfused: separate launches, same bytes\n",
             report.device,
             report.graphs ? "launches replayed from a graph" : "launches one by one");
  if (parsed.count("json") != 0) {
    std::ofstream file(parsed["json"].as<std::string>());
    file << json_of(report);
  }
  if (parsed.count("markdown") != 0) {
    std::ofstream file(parsed["markdown"].as<std::string>());
    file << markdown_table_of(report);
  }
  if (const Status written = paged ? write_bench_page(report, page) : Status(); !written.ok()) {
    fmt::print(stderr, "kgate bench: {}\n", written.message());
    return kExitCouldNotRun;
  }
  bool wrong = false;
  for (const BenchRow& row : report.rows) {
    wrong = wrong || !row.wrong.empty();
  }
  return wrong ? kExitFindings : kExitClean;
}

int run_bench_command(int argc, char** argv) {
  cxxopts::Options options = make_options();
  try {
    const cxxopts::ParseResult parsed = options.parse(argc, argv);
    if (parsed.count("help") != 0) {
      fmt::print("{}", options.help());
      return kExitClean;
    }
    return bench(parsed);
  } catch (const cxxopts::exceptions::exception& error) {
    fmt::print(stderr, "kgate bench: {}; 'kgate bench --help' lists the options\n", error.what());
  }
  return kExitUsage;
}

}  // namespace

extern const Command bench_command;
const Command bench_command{"bench", "time launches on a real device", run_bench_command};

}  // namespace kgate::gates
