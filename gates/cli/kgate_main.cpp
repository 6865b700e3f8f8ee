// SPDX-License-Identifier: MIT
// The kgate program: picks the command and prints the help.
#include <fmt/format.h>

#include <cstdio>
#include <exception>
#include <string_view>

#include "gates/cli/command.hpp"
#include "gates/exit_code.hpp"

namespace {

void print_help(std::FILE* out) {
  fmt::print(out,
             "kgate {}: runs GPU kernels against a bit-exact oracle, on any machine\n\n"
             "usage: kgate <command> [options]\n\ncommands:\n",
             KGATE_VERSION);
  for (const kgate::gates::Command* command : kgate::gates::commands()) {
    fmt::print(out, "  {:<10} {}\n", command->name, command->summary);
  }
  fmt::print(out,
             "\n'kgate <command> --help' lists its options.\n"
             "exit codes: 0 clean, 1 findings, 2 usage, 3 could not run, 4 ran nothing\n");
}

int run(int argc, char** argv) {
  const std::string_view wanted = argc > 1 ? argv[1] : "";
  if (wanted == "--help" || wanted == "-h" || wanted == "help") {
    print_help(stdout);
    return kgate::kExitClean;
  }
  if (wanted == "--version") {
    fmt::print("kgate {}\n", KGATE_VERSION);
    return kgate::kExitClean;
  }
  for (const kgate::gates::Command* command : kgate::gates::commands()) {
    if (command->name == wanted) {
      return command->run(argc - 1, argv + 1);
    }
  }
  if (!wanted.empty()) {
    fmt::print(stderr, "kgate: there is no command '{}'\n\n", wanted);
  }
  print_help(stderr);
  return kgate::kExitUsage;
}

}  // namespace

int main(int argc, char** argv) {
  try {
    return run(argc, argv);
  } catch (const std::exception& error) {
    std::fputs("kgate: ", stderr);
    std::fputs(error.what(), stderr);
    std::fputs("\n", stderr);
    return kgate::kExitCouldNotRun;
  }
}
