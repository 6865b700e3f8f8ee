// SPDX-License-Identifier: MIT
// `kgate emulate --vectors FILE`: one-instruction test vectors against the emulator.
#include <fmt/format.h>

#include <cxxopts.hpp>
#include <map>
#include <string>

#include "gates/cli/command.hpp"
#include "gates/emulator/vectors.hpp"
#include "gates/exit_code.hpp"

namespace kgate::gates {
namespace {

using emulator::VectorCounts;
using emulator::VectorOutcome;
using emulator::VectorVerdict;

cxxopts::Options make_options() {
  cxxopts::Options options("kgate emulate", "Executes machine code on the emulator.");
  options.set_width(96);
  options.add_options()                                                                   //
      ("vectors", "file of instruction vectors (JSON Lines, or the same with xz)",        //
       cxxopts::value<std::string>(), "FILE")                                             //
      ("target", "gfx target", cxxopts::value<std::string>()->default_value("gfx1151"))   //
      ("show", "disagreements printed", cxxopts::value<unsigned>()->default_value("20"))  //
      ("help", "print this");
  return options;
}

std::string_view name_of(VectorVerdict verdict) {
  switch (verdict) {
    case VectorVerdict::agrees:
      return "agrees";
    case VectorVerdict::differs:
      return "DIFFERS";
    case VectorVerdict::not_executed:
      return "NOT EXECUTED";
    case VectorVerdict::malformed:
      break;
  }
  return "MALFORMED";
}

struct FormatCounts {
  std::uint64_t vectors = 0;
  std::uint64_t agrees = 0;
};

int run_vectors_file(const std::string& path, const std::string& target, unsigned show) {
  std::map<std::string, FormatCounts> formats;
  unsigned shown = 0;
  const VectorCounts counts = emulator::run_vectors(
      path,
      [&](const VectorOutcome& outcome) {
        FormatCounts& format = formats[outcome.format];
        ++format.vectors;
        if (outcome.verdict == VectorVerdict::agrees) {
          ++format.agrees;
        } else if (shown++ < show) {
          fmt::print("{} line {}: {}\n  {}\n", name_of(outcome.verdict), outcome.line,
                     outcome.assembly, outcome.detail);
        }
      },
      target);
  const std::uint64_t bad = counts.differs + counts.not_executed + counts.malformed;
  if (bad > show) {
    fmt::print("... and {} more (--show)\n", bad - show);
  }
  fmt::print("{:<12}  {:>7}  {:>7}\n", "encoding", "vectors", "agree");
  for (const auto& [name, format] : formats) {
    fmt::print("{:<12}  {:>7}  {:>7}\n", name, format.vectors, format.agrees);
  }
  fmt::print("{} vectors agree, {} differ, {} could not be executed, {} malformed\n", counts.agrees,
             counts.differs, counts.not_executed, counts.malformed);
  if (!counts.error.empty()) {
    fmt::print(stderr, "kgate emulate: {}: {}\n", path, counts.error);
    return kExitUsage;
  }
  if (counts.agrees + bad == 0) {
    return kExitRanNothing;
  }
  return bad == 0 ? kExitClean : kExitFindings;
}

int run_emulate(int argc, char** argv) {
  cxxopts::Options options = make_options();
  try {
    const cxxopts::ParseResult parsed = options.parse(argc, argv);
    if (parsed.count("help") != 0) {
      fmt::print("{}", options.help());
      return kExitClean;
    }
    if (parsed.count("vectors") == 0) {
      fmt::print(stderr, "kgate emulate: --vectors FILE says what to execute\n");
      return kExitUsage;
    }
    return run_vectors_file(parsed["vectors"].as<std::string>(), parsed["target"].as<std::string>(),
                            parsed["show"].as<unsigned>());
  } catch (const cxxopts::exceptions::exception& error) {
    fmt::print(stderr, "kgate emulate: {}; 'kgate emulate --help' lists the options\n",
               error.what());
  }
  return kExitUsage;
}

}  // namespace

extern const Command emulate_command;
const Command emulate_command{"emulate", "run instruction vectors on the emulator", run_emulate};

}  // namespace kgate::gates
