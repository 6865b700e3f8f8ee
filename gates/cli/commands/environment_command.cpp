// SPDX-License-Identifier: MIT
// `kgate environment`: every environment variable, as the page docs/environment.md has it.
#include <fmt/format.h>

#include <map>
#include <set>
#include <string>
#include <string_view>
#include <vector>

#include "gates/cli/command.hpp"
#include "gates/exit_code.hpp"
#include "kernels/registry/flags.hpp"
#include "kernels/registry/registry.hpp"
#include "kernels/runtime/embedded_code_objects.hpp"
#include "reports/markdown_table.hpp"

namespace kgate::gates {
namespace {

constexpr std::string_view kIntroduction =
    "# Environment variables\n"
    "\n"
    "Printed by `kgate environment`; a test compares this page with it.\n"
    "\n"
    "Switches are 1, true, on, yes or 0, false, off, no, in any case and between any blanks. Unset "
    "and\n"
    "unrecognised values take the default; an unrecognised one warns once. Every switch is read "
    "once.\n"
    "\n"
    "## Fused paths\n"
    "\n"
    "Whether a family runs as one launch. The default belongs to the build (`KGATE_BACKEND`) and "
    "not "
    "to the\n"
    "device that is there. Where the fused kernel is off or cannot serve a call, the family's "
    "separate\n"
    "launches run, which leave the same bytes; a notice says so once, only if the variable was set "
    "to "
    "a\n"
    "true value. `kgate run` gates the fused kernel whatever this says.\n"
    "\n";

std::string on_or_off(bool on) { return on ? "on" : "off"; }

/// Where the gates run a family's machine code: every target and wave size that is built in.
std::string verified_on(std::string_view family) {
  std::map<std::string, std::set<std::uint32_t>> targets;
  for (const EmbeddedCodeObject& one : embedded_code_objects()) {
    if (one.family == family) {
      targets[std::string(one.target)].insert(one.wave_size);
    }
  }
  std::string text;
  for (const auto& [target, waves] : targets) {
    const bool emulated = target.rfind("gfx", 0) == 0;
    text += fmt::format("{}{}{} (wave {})", text.empty() ? "" : ", ", emulated ? "emulated " : "",
                        target, fmt::join(waves, ", "));
  }
  return text;
}

std::string fused_table() {
  std::vector<std::string> header{"variable"};
  for (const FusedDefault& build : fused_defaults()) {
    header.push_back(fmt::format("default, {} build", build.backend));
  }
  header.emplace_back("gated on");
  reports::MarkdownTable table(header);
  for (const std::string_view operation : operations()) {
    if (const Switch* one = fused_switch(operation); one != nullptr) {
      std::vector<std::string> row{fmt::format("`{}`", one->variable)};
      for (const FusedDefault& build : fused_defaults()) {
        row.push_back(on_or_off(build.on));
      }
      row.push_back(verified_on(operation));
      table.add(row);
    }
  }
  return table.text();
}

std::string variable_table() {
  reports::MarkdownTable table({"variable", "values", "default", "meaning"});
  for (const Variable& one : variables()) {
    table.add({fmt::format("`{}`", one.name), std::string(one.values), std::string(one.fallback),
               std::string(one.meaning)});
  }
  return table.text();
}

int run_environment(int argc, char** argv) {
  if (argc > 1) {
    const bool help = std::string_view(argv[1]) == "--help" || std::string_view(argv[1]) == "-h";
    fmt::print("usage: kgate environment\nPrints docs/environment.md.\n");
    return help ? kExitClean : kExitUsage;
  }
  fmt::print("{}{}\n## Everything else\n\n{}", kIntroduction, fused_table(), variable_table());
  return kExitClean;
}

}  // namespace

extern const Command environment_command;
const Command environment_command{"environment", "print every environment variable, as Markdown",
                                  run_environment};

}  // namespace kgate::gates
