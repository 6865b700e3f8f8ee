// SPDX-License-Identifier: MIT
// The kmutate program: finds the command and reports what ended it.
#include <fmt/format.h>

#include <algorithm>
#include <cxxopts.hpp>
#include <exception>
#include <string_view>

#include "mutate/cli/mutate_command.hpp"
#include "mutate/failure.hpp"
#include "mutate/process.hpp"

namespace kgate::mutate {
namespace {

void print_help() {
  fmt::print(
      "kmutate: makes one small change after the other to a private copy of a project and says "
      "which of\nthem its tests do not notice. The project itself is never written.\n\n"
      "usage: kmutate COMMAND [options]; `kmutate COMMAND --help` lists a command's options\n\n");
  for (const MutateCommand* command : mutate_commands()) {
    fmt::print("  {:<10} {}\n", command->name, command->summary);
  }
  fmt::print(
      "\nexit code: 0 every mutant killed or proven equivalent, 1 findings, 2 usage or "
      "configuration,\n3 could not run (red baseline, failed build, full disk), 4 ran nothing\n");
}

int run_command(int argc, char** argv) {
  const std::string_view wanted = argc > 1 ? argv[1] : "--help";
  if (wanted == "--version") {
    fmt::print("kmutate {}\n", KGATE_VERSION);
    return kExitClean;
  }
  if (wanted == "--help" || wanted == "-h" || wanted == "help") {
    print_help();
    return argc > 1 ? kExitClean : kExitUsage;
  }
  for (const MutateCommand* command : mutate_commands()) {
    if (command->name == wanted) {
      return command->run(argc - 1, argv + 1);
    }
  }
  throw Failure(kExitUsage, fmt::format("no command `{}`; `kmutate --help` lists them", wanted));
}

}  // namespace
}  // namespace kgate::mutate

int main(int argc, char** argv) {
  kgate::mutate::stop_on_signals();
  try {
    return kgate::mutate::run_command(argc, argv);
  } catch (const kgate::mutate::Failure& failure) {
    fmt::print(stderr, "kmutate: {}\n", failure.what());
    return failure.code();
  } catch (const cxxopts::exceptions::exception& error) {
    fmt::print(stderr, "kmutate: {}; `kmutate {} --help` lists the options\n", error.what(),
               argc > 1 ? argv[1] : "");
    return kgate::kExitUsage;
  } catch (const std::exception& error) {
    fmt::print(stderr, "kmutate: {}\n", error.what());
    return kgate::kExitCouldNotRun;
  }
}
