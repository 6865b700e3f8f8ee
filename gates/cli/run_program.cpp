// SPDX-License-Identifier: MIT
// Picks the command and prints the help.
#include "gates/cli/run_program.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cstdio>
#include <exception>
#include <string_view>
#include <vector>

#include "gates/exit_code.hpp"

namespace kgate::gates {
namespace {

using Commands = std::vector<const Command*>;

void print_help(const Commands& all, std::FILE* out) {
  fmt::print(out,
             "kgate {}: runs GPU kernels against a bit-exact oracle, on any machine\n\n"
             "usage: kgate <command> [options]\n\ncommands:\n",
             KGATE_VERSION);
  for (const Command* command : all) {
    fmt::print(out, "  {:<11} {}\n", command->name, command->summary);
  }
  fmt::print(out,
             "\n'kgate <command> --help' lists its options.\n"
             "exit codes: 0 clean, 1 findings, 2 usage, 3 could not run, 4 ran nothing\n");
}

int run(int argc, char** argv, const Commands& all) {
  const std::string_view wanted = argc > 1 ? argv[1] : "";
  if (wanted == "--help" || wanted == "-h" || wanted == "help") {
    print_help(all, stdout);
    return kExitClean;
  }
  if (wanted == "--version") {
    fmt::print("kgate {}\n", KGATE_VERSION);
    return kExitClean;
  }
  for (const Command* command : all) {
    if (command->name == wanted) {
      return command->run(argc - 1, argv + 1);
    }
  }
  if (!wanted.empty()) {
    fmt::print(stderr, "kgate: there is no command '{}'\n\n", wanted);
  }
  print_help(all, stderr);
  return kExitUsage;
}

}  // namespace

int run_program(int argc, char** argv, std::span<const Command* const> more) {
  try {
    Commands all(commands().begin(), commands().end());
    all.insert(all.end(), more.begin(), more.end());
    std::sort(all.begin(), all.end(),
              [](const Command* a, const Command* b) { return a->name < b->name; });
    return run(argc, argv, all);
  } catch (const std::exception& error) {
    std::fputs("kgate: ", stderr);
    std::fputs(error.what(), stderr);
    std::fputs("\n", stderr);
    return kExitCouldNotRun;
  }
}

}  // namespace kgate::gates
