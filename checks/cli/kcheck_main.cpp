// SPDX-License-Identifier: MIT
// The kcheck program: finds the command and reports what ended it.
#include <fmt/format.h>

#include <algorithm>
#include <cxxopts.hpp>
#include <exception>
#include <string_view>

#include "checks/cli/check_command.hpp"

namespace kgate::checks {
namespace {

void print_help() {
  fmt::print(
      "kcheck: finds kernels and code paths that are picked by asking at run time which backend "
      "this is.\n\nusage: kcheck COMMAND [options]; `kcheck COMMAND --help` lists a command's "
      "options\n\n");
  for (const CheckCommand* command : check_commands()) {
    fmt::print("  {:<13} {}\n", command->name, command->summary);
  }
  fmt::print(
      "\nexit code: 0 clean, 1 findings, 2 usage or configuration, 3 a file could not be analysed,"
      "\n4 there was nothing to analyse\n");
}

int run_command(int argc, char** argv) {
  const std::string_view wanted = argc > 1 ? argv[1] : "--help";
  if (wanted == "--version") {
    fmt::print("kcheck {}\n", KGATE_VERSION);
    return kExitClean;
  }
  if (wanted == "--help" || wanted == "-h" || wanted == "help") {
    print_help();
    return argc > 1 ? kExitClean : kExitUsage;
  }
  for (const CheckCommand* command : check_commands()) {
    if (command->name == wanted) {
      return command->run(argc - 1, argv + 1);
    }
  }
  throw CommandFailure(kExitUsage,
                       fmt::format("no command `{}`; `kcheck --help` lists them", wanted));
}

}  // namespace
}  // namespace kgate::checks

int main(int argc, char** argv) {
  try {
    return kgate::checks::run_command(argc, argv);
  } catch (const kgate::checks::CommandFailure& failure) {
    fmt::print(stderr, "kcheck: {}\n", failure.what());
    return failure.code();
  } catch (const cxxopts::exceptions::exception& error) {
    fmt::print(stderr, "kcheck: {}; `kcheck {} --help` lists the options\n", error.what(),
               argc > 1 ? argv[1] : "");
    return kgate::kExitUsage;
  } catch (const std::exception& error) {
    fmt::print(stderr, "kcheck: {}\n", error.what());
    return kgate::kExitCouldNotRun;
  }
}
