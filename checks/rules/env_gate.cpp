// SPDX-License-Identifier: MIT
// env-gate: an environment variable is read outside of the flags module, or a flag's default is not
// the constant of the build.
#include <fmt/format.h>

#include <algorithm>

#include "checks/rule.hpp"

namespace kgate::checks {
namespace {

/// Whether an argument comes from the build: a constant under #if, one that the configuration
/// names, or a macro that the compile command defines.
bool is_of_the_build(const Context& context, NodeId id) {
  const auto& program = context.program;
  for (NodeId at = id; at < program.node(id).end; ++at) {
    const Node& node = program.node(at);
    if (node.op == Op::literal && (node.flags & node_flags::kFromMacro) != 0) {
      return true;
    }
    if (node.op == Op::reference || node.op == Op::member) {
      const Variable* variable = program.variable(node.symbol);
      if (variable != nullptr &&
          (variable->build_dependent || context.vocabulary.is_build_constant(variable->name))) {
        return true;
      }
    }
    if (node.op == Op::call &&
        (context.vocabulary.roles(node.symbol) & role::kBuildConstant) != 0) {
      return true;
    }
  }
  return false;
}

void check_default(const Context& context, NodeId id, const FlagDefinition& flag,
                   std::vector<RuleFinding>& findings) {
  const auto& program = context.program;
  const Node& node = program.node(id);
  const std::size_t slot =
      static_cast<std::size_t>(flag.default_argument) + (node.op == Op::call ? 1 : 0);
  const NodeId argument = program.child(id, slot);
  if (argument != 0 && !is_of_the_build(context, argument)) {
    findings.push_back(
        {program.node(argument).place,
         fmt::format("the default that `{}` is given is not the build's constant", flag.name),
         {},
         {}});
  }
}

void check(const Context& context, std::vector<RuleFinding>& findings) {
  const auto& program = context.program;
  for (const auto& function : program.functions()) {
    constexpr std::uint32_t kIgnored = area::kTest | area::kOutside;
    const std::uint32_t where = context.vocabulary.area(function);
    if (!function.defined || (where & kIgnored) != 0) {
      continue;
    }
    for (NodeId at = function.body; at < program.node(function.body).end; ++at) {
      const Node& node = program.node(at);
      const Function* target =
          node.op == Op::call || node.op == Op::construct ? program.function(node.symbol) : nullptr;
      if (target == nullptr) {
        continue;
      }
      const bool reads = (context.vocabulary.roles(node.symbol) & role::kEnvironment) != 0;
      if (reads && (where & area::kFlags) == 0) {
        findings.push_back(
            {node.place, "the environment is read outside of the flags module", {}, {}});
      }
      for (const auto& flag : context.config.flag_definitions) {
        if (program.text(target->name) == flag.name) {
          check_default(context, at, flag, findings);
        }
      }
    }
  }
}

}  // namespace

extern const Rule env_gate;
const Rule env_gate{
    "env-gate",
    "An environment variable is read outside of the flags module, or a flag's default is not the "
    "build's constant.",
    "declare the variable in the flags module, where it is parsed once, printed with the others "
    "and "
    "defaults to what the build chose",
    check};

}  // namespace kgate::checks
