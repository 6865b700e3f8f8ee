// SPDX-License-Identifier: MIT
// kcheck rules and kcheck descriptions: what the binary carries.
#include <fmt/format.h>

#include <string_view>

#include "checks/cli/check_command.hpp"
#include "checks/rule.hpp"

namespace kgate::checks {
namespace {

int run(int argc, char** argv) {
  const std::string_view argument = argc > 1 ? argv[1] : "";
  if (argument == "--help" || argument == "-h") {
    fmt::print(
        "usage: kcheck rules [--descriptions [NAME]]\n\nLists the rules, or prints the "
        "built-in descriptions that kcheck.toml may name.\n");
    return kExitClean;
  }
  if (argument == "--descriptions") {
    const std::string_view wanted = argc > 2 ? argv[2] : "";
    bool found = false;
    for (const auto& one : descriptions()) {
      if (wanted.empty() || one.name == wanted) {
        fmt::print("# {}\n{}\n", one.name, one.text);
        found = true;
      }
    }
    if (!found) {
      throw CommandFailure(kExitUsage, fmt::format("no description `{}`", wanted));
    }
    return kExitClean;
  }
  if (!argument.empty()) {
    throw CommandFailure(kExitUsage, fmt::format("unexpected `{}`", argument));
  }
  for (const Rule* rule : rules()) {
    fmt::print("{:<20} {}\n{:<20} instead: {}\n", rule->id, rule->summary, "", rule->advice);
  }
  return kExitClean;
}

}  // namespace

extern const CheckCommand rules_command;
const CheckCommand rules_command{"rules", "lists the rules and the built-in descriptions", run};

}  // namespace kgate::checks
