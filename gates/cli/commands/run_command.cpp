// SPDX-License-Identifier: MIT
// `kgate run`: cases through gates on devices.
#include <fmt/format.h>
#include <unistd.h>

#include <algorithm>
#include <cxxopts.hpp>
#include <fstream>
#include <sstream>
#include <thread>

#include "gates/cli/adversary_run.hpp"
#include "gates/cli/case_patterns.hpp"
#include "gates/cli/command.hpp"
#include "gates/cli/emulator_arguments.hpp"
#include "gates/cli/progress_line.hpp"
#include "gates/cli/run_report_json.hpp"
#include "gates/cli/run_report_junit.hpp"
#include "gates/cli/run_report_markdown.hpp"
#include "gates/cli/run_report_text.hpp"
#include "gates/exit_code.hpp"
#include "gates/harness/runner.hpp"
#include "gates/unit.hpp"

namespace kgate::gates {
namespace {

cxxopts::Options make_options() {
  cxxopts::Options options("kgate run", "Runs cases through the gates; every bit is compared.");
  options.set_width(96);
  options.add_options()                                                                     //
      ("family", "kernel families, comma separated, * allowed (all)",                       //
       cxxopts::value<std::vector<std::string>>())                                          //
      ("case", "a case id as printed, * and ? allowed; repeatable",                         //
       cxxopts::value<std::vector<std::string>>())                                          //
      ("gate", "gates, comma separated (all)", cxxopts::value<std::vector<std::string>>())  //
      ("device", "emulated:gfx1151, emulated:gfx1100, hip:N, cuda:N; comma separated",      //
       cxxopts::value<std::vector<std::string>>()->default_value("emulated:gfx1151"))       //
      ("wave", "wave sizes of the code objects: 32, 64 or 32,64",                           //
       cxxopts::value<std::vector<unsigned>>()->default_value("32"))                        //
      ("profile", "quick or full", cxxopts::value<std::string>()->default_value("quick"))   //
      ("seed", "seed of the inputs", cxxopts::value<std::uint64_t>()->default_value("1"))   //
      ("plugin", "shared library that adds families of yours; repeatable",                  //
       cxxopts::value<std::vector<std::string>>(), "LIB")                                   //
      ("list", "print the selected cases and stop")                                         //
      ("json", "write the report as JSON", cxxopts::value<std::string>(), "FILE")           //
      ("junit", "write the report as JUnit XML", cxxopts::value<std::string>(), "FILE")     //
      ("markdown", "write evidence as Markdown, without dates or host names",               //
       cxxopts::value<std::string>(), "FILE")                                               //
      ("code-objects", "folder of code objects that replaces the embedded ones",            //
       cxxopts::value<std::string>(), "DIR")                                                //
      ("emulator-schedule", "seed of the wave schedule (0: in order)",                      //
       cxxopts::value<std::uint64_t>()->default_value("0"), "SEED")                         //
      ("emulator-approx", "seed of approximate instructions (0: nearest value)",            //
       cxxopts::value<std::uint64_t>()->default_value("0"), "SEED")                         //
      ("jobs", "cases in flight, each on a stream (0: one a core)",                         //
       cxxopts::value<unsigned>()->default_value("0"))                                      //
      ("adversary",
       "in place of the gates: the same bits under N drawn orders, seeds, poisons, wave sizes",  //
       cxxopts::value<unsigned>(), "N")                                                          //
      ("fidelity", "what each kernel executed by class, and where inexact values went")          //
      ("stop", "stop at the first failing case");
  add_emulator_options(options, "emulator-");
  options.add_options()("help", "print this");
  return options;
}

/// A wrong option, in words.
struct UsageError : std::runtime_error {
  using std::runtime_error::runtime_error;
};

std::vector<std::string> strings(const cxxopts::ParseResult& parsed, const std::string& name) {
  return parsed.count(name) == 0 ? std::vector<std::string>{}
                                 : parsed[name].as<std::vector<std::string>>();
}

RunRequest make_request(const cxxopts::ParseResult& parsed) {
  RunRequest request;
  request.families = strings(parsed, "family");
  request.cases = case_patterns(strings(parsed, "case"));
  request.gates = strings(parsed, "gate");
  request.seed = parsed["seed"].as<std::uint64_t>();
  request.stop_at_first_failure = parsed.count("stop") != 0;
  const std::string profile = parsed["profile"].as<std::string>();
  if (profile != "quick" && profile != "full") {
    throw UsageError(fmt::format("--profile is '{}'; it must be quick or full", profile));
  }
  request.effort = profile == "full" ? Effort::full : Effort::quick;
  const unsigned jobs = parsed["jobs"].as<unsigned>();
  request.jobs = jobs != 0 ? jobs : std::max(1U, std::thread::hardware_concurrency());
  for (const std::string& device : parsed["device"].as<std::vector<std::string>>()) {
    for (const unsigned wave : parsed["wave"].as<std::vector<unsigned>>()) {
      if (wave != 32 && wave != 64) {
        throw UsageError(fmt::format("--wave is {}; it must be 32 or 64", wave));
      }
      SessionOptions session;
      session.device = device;
      session.wave_size = wave;
      session.schedule_seed = parsed["emulator-schedule"].as<std::uint64_t>();
      session.approximation_seed = parsed["emulator-approx"].as<std::uint64_t>();
      if (const Status status = parse_emulator_options(parsed, "emulator-", session.emulator);
          !status.ok()) {
        throw UsageError(std::string(status.message()));
      }
      session.emulator.follow_inexact = parsed.count("fidelity") != 0;
      if (parsed.count("code-objects") != 0) {
        session.code_objects = parsed["code-objects"].as<std::string>();
        if (!std::filesystem::is_directory(session.code_objects)) {
          throw UsageError(fmt::format("--code-objects: there is no folder '{}'",
                                       session.code_objects.string()));
        }
      }
      request.sessions.push_back(std::move(session));
    }
  }
  return request;
}

int list_cases(const RunRequest& request) {
  std::vector<std::pair<const Family*, Case>> cases;
  if (const Status status = select_cases(request, cases); !status.ok()) {
    throw UsageError(std::string(status.message()));
  }
  for (const auto& [family, one] : cases) {
    fmt::print("{}{}{}\n", one.id, one.model.empty() ? "" : "  model " + one.model,
               one.catches.empty() ? "" : "  catches " + one.catches);
  }
  fmt::print("{} cases\n", cases.size());
  return cases.empty() ? kExitRanNothing : kExitClean;
}

/// Opens the file before anything runs: a path that cannot be written must not cost a run.
std::ofstream open_report(const cxxopts::ParseResult& parsed, const std::string& option) {
  std::ofstream file;
  if (parsed.count(option) != 0) {
    const std::string path = parsed[option].as<std::string>();
    file.open(path);
    if (!file) {
      throw UsageError(fmt::format("--{}: cannot write '{}'", option, path));
    }
  }
  return file;
}

void write_report(std::ofstream& file, const std::string& text) {
  if (file.is_open()) {
    file << text;
    file.close();
    if (!file) {
      throw std::runtime_error("a report file could not be written completely");
    }
  }
}

int exit_code(const RunReport& report) {
  const bool all_opened = std::all_of(report.devices.begin(), report.devices.end(),
                                      [](const DeviceReport& d) { return d.opened.ok(); });
  if (report.failed != 0) {
    return kExitFindings;
  }
  if (!all_opened) {
    return kExitCouldNotRun;
  }
  return report.assertions == 0 ? kExitRanNothing : kExitClean;
}

/// The other rows of the table, so that "clean" is never read as "everything".
void note_what_was_left_out(const RunRequest& request, RunReport& report) {
  if (request.effort == Effort::quick && request.cases.empty()) {
    RunRequest all = request;
    all.effort = Effort::full;
    std::vector<std::pair<const Family*, Case>> full;
    std::vector<std::pair<const Family*, Case>> quick;
    if (select_cases(all, full).ok() && select_cases(request, quick).ok() &&
        full.size() > quick.size()) {
      report.not_run.push_back(
          fmt::format("{} cases of --profile full", full.size() - quick.size()));
    }
  }
  const bool on_amd =
      std::any_of(report.devices.begin(), report.devices.end(), [](const DeviceReport& device) {
        return device.opened.ok() && device.options.device.rfind("hip:", 0) == 0;
      });
  if (!on_amd) {
    report.not_run.emplace_back("AMD hardware (use --device hip:0 where there is one)");
  }
}

void load_plugins(const cxxopts::ParseResult& parsed) {
  for (const std::string& path : strings(parsed, "plugin")) {
    if (const Status status = load_plugin(path); !status.ok()) {
      throw UsageError(std::string(status.message()));
    }
  }
}

int run_parsed(const cxxopts::ParseResult& parsed) {
  load_plugins(parsed);
  const RunRequest request = make_request(parsed);
  if (parsed.count("list") != 0) {
    return list_cases(request);
  }
  unsigned count = 0;
  if (const Status status = adversary_count(parsed, request, count); !status.ok()) {
    throw UsageError(std::string(status.message()));
  }
  if (count != 0) {
    int code = kExitClean;
    if (const Status status = run_against_adversaries(request, count, code); !status.ok()) {
      throw UsageError(std::string(status.message()));
    }
    return code;
  }
  std::ofstream json_file = open_report(parsed, "json");
  std::ofstream junit_file = open_report(parsed, "junit");
  std::ofstream markdown_file = open_report(parsed, "markdown");
  RunReport report;
  {
    ProgressLine line;
    const Status status = run_gates(
        request,
        [&](std::size_t done, std::size_t total, const std::string& id) {
          line.update(done, total, id);
        },
        report);
    if (!status.ok()) {
      throw UsageError(std::string(status.message()));
    }
  }
  note_what_was_left_out(request, report);
  TextOptions text;
  text.colour = wants_colour(STDOUT_FILENO);
  fmt::print("{}", text_report(report, request, text));
  write_report(json_file, json_report(report, request));
  write_report(junit_file, junit_report(report, request));
  write_report(markdown_file, markdown_report(report, request));
  return exit_code(report);
}

int run_run(int argc, char** argv) {
  cxxopts::Options options = make_options();
  try {
    const cxxopts::ParseResult parsed = options.parse(argc, argv);
    if (parsed.count("help") != 0) {
      fmt::print("{}", options.help());
      return kExitClean;
    }
    if (!parsed.unmatched().empty()) {
      throw UsageError(fmt::format("'{}' is not an option", parsed.unmatched().front()));
    }
    return run_parsed(parsed);
  } catch (const UsageError& error) {
    fmt::print(stderr, "kgate run: {}\n", error.what());
  } catch (const cxxopts::exceptions::exception& error) {
    fmt::print(stderr, "kgate run: {}; 'kgate run --help' lists the options\n", error.what());
  }
  return kExitUsage;
}

}  // namespace

extern const Command run_command;
const Command run_command{"run", "run cases through the gates on a device", run_run};

}  // namespace kgate::gates
