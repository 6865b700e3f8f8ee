// SPDX-License-Identifier: MIT
// `kgate emulate`: a HIP program with the emulated runtime in the place of AMD's, or a file of
// one-instruction test vectors.
#include <fmt/format.h>

#include <algorithm>
#include <cxxopts.hpp>
#include <map>
#include <span>
#include <string>

#include "gates/cli/command.hpp"
#include "gates/cli/emulated_program.hpp"
#include "gates/cli/emulator_arguments.hpp"
#include "gates/emulator/opcode_reference.hpp"
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
  options.custom_help(
      "[options] -- PROGRAM [its arguments]\n  kgate emulate --vectors FILE\n"
      "  kgate emulate --opcodes");
  options.add_options()                                                                   //
      ("opcodes", "print the instruction table as a Markdown page")                       //
      ("vectors", "file of instruction vectors (JSON Lines, or the same with xz)",        //
       cxxopts::value<std::string>(), "FILE")                                             //
      ("target", "gfx target", cxxopts::value<std::string>()->default_value("gfx1151"))   //
      ("show", "disagreements printed", cxxopts::value<unsigned>()->default_value("20"))  //
      ("schedule", "seed of the wave schedule (0: in order)",                             //
       cxxopts::value<std::uint64_t>()->default_value("0"), "SEED")                       //
      ("approx", "seed of approximate instructions (0: nearest value)",                   //
       cxxopts::value<std::uint64_t>()->default_value("0"), "SEED")                       //
      ("limit", "instructions after which a wave counts as endless",                      //
       cxxopts::value<std::uint64_t>()->default_value("4294967296"), "N")                 //
      ("strict-alignment", "an access not aligned to min(size, 4) bytes is a fault");
  add_emulator_options(options, "");
  options.add_options()("help", "print this");
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
    // cxxopts would look for options in the program's arguments too.
    char** const end = std::find_if(
        argv, argv + argc, [](const char* argument) { return std::string_view(argument) == "--"; });
    const cxxopts::ParseResult parsed = options.parse(static_cast<int>(end - argv), argv);
    if (parsed.count("help") != 0) {
      fmt::print("{}", options.help());
      return kExitClean;
    }
    EmulatorOptions emulator;
    if (const Status status = parse_emulator_options(parsed, "", emulator); !status.ok()) {
      fmt::print(stderr, "kgate emulate: {}\n", status.message());
      return kExitUsage;
    }
    const auto limit = parsed["limit"].as<std::uint64_t>();
    if (limit == 0) {
      fmt::print(stderr, "kgate emulate: --limit is 0; it must be at least 1\n");
      return kExitUsage;
    }
    if (parsed.count("opcodes") != 0) {
      fmt::print("{}", emulator::opcode_reference(emulator::InstructionTable::get()));
      return kExitClean;
    }
    if (end != argv + argc && end + 1 != argv + argc) {
      return run_emulated_program(std::span(end + 1, argv + argc),
                                  {.schedule_seed = parsed["schedule"].as<std::uint64_t>(),
                                   .approximation_seed = parsed["approx"].as<std::uint64_t>(),
                                   .instruction_limit = limit,
                                   .allow_unaligned = parsed.count("strict-alignment") == 0,
                                   .emulator = emulator});
    }
    if (parsed.count("vectors") == 0) {
      fmt::print(stderr,
                 "kgate emulate: nothing to execute; '-- PROGRAM' or '--vectors FILE' says what\n");
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
const Command emulate_command{
    "emulate", "run a HIP program, or instruction vectors, on the emulator", run_emulate};

}  // namespace kgate::gates
