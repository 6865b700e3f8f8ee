// SPDX-License-Identifier: MIT
// shared-arithmetic: a header that a kernel and its oracle both include computes something.
#include <fmt/format.h>

#include <algorithm>
#include <map>
#include <set>

#include "checks/pattern.hpp"
#include "checks/rule.hpp"

namespace kgate::checks {
namespace {

/// What `{stem}` stands for where `path` fits the pattern; empty where it does not.
std::string stem_of(const std::string& pattern, const std::string& path) {
  const auto at = pattern.find("{stem}");
  if (at == std::string::npos) {
    return {};
  }
  const std::string before = pattern.substr(0, at);
  if (!path.starts_with(before)) {
    return {};
  }
  const auto end = path.find_first_of("/.", before.size());
  const std::string stem = path.substr(before.size(), end - before.size());
  std::string whole = pattern;
  for (auto place = whole.find("{stem}"); place != std::string::npos;
       place = whole.find("{stem}", place + stem.size())) {
    whole.replace(place, 6, stem);
  }
  return !stem.empty() && matches_path(whole, path) ? stem : std::string();
}

/// Headers of the project that a unit includes, directly or not.
std::set<Text> headers_of(const UnitSummary& unit) {
  std::multimap<Text, Text> edges;
  for (const auto& include : unit.includes) {
    if (!include.system) {
      edges.emplace(include.from, include.to);
    }
  }
  std::set<Text> headers;
  std::vector<Text> pending{unit.main_file};
  while (!pending.empty()) {
    const Text from = pending.back();
    pending.pop_back();
    const auto [begin, end] = edges.equal_range(from);
    for (auto edge = begin; edge != end; ++edge) {
      if (headers.insert(edge->second).second) {
        pending.push_back(edge->second);
      }
    }
  }
  return headers;
}

class ArithmeticFinder {
 public:
  ArithmeticFinder(const Program& program, std::vector<RuleFinding>& findings)
      : program_(program), findings_(findings) {}

  /// Reports arithmetic whose value leaves: what a comparison uses up is a check of arguments.
  void look(NodeId id, const std::string& who) {
    const Node& node = program_.node(id);
    const bool constant = (node.flags & node_flags::kConstant) != 0;
    const bool computes =
        node.op == Op::arithmetic ||
        (node.op == Op::assign && node.detail != static_cast<std::uint8_t>(Arithmetic::none)) ||
        (node.op == Op::unary && node.detail == static_cast<std::uint8_t>(Unary::minus) &&
         program_.node(program_.child(id, 0)).op != Op::literal);
    if (node.op == Op::compare || constant) {
      return;
    }
    if (computes && (is_number(node.type) || node.op == Op::assign)) {
      findings_.push_back(
          {node.place, "arithmetic in a header that " + who + " both include", {}, {}});
      return;
    }
    for (const NodeId child : program_.children(id)) {
      look(child, who);
    }
  }

 private:
  [[nodiscard]] bool is_number(TypeId type) const {
    const Type& known = program_.type(type);
    return known.indirections > 0 || known.type_class == TypeClass::integer ||
           known.type_class == TypeClass::floating || known.type_class == TypeClass::dependent;
  }

  const Program& program_;
  std::vector<RuleFinding>& findings_;
};

void check(const Context& context, std::vector<RuleFinding>& findings) {
  std::map<std::string, std::set<Text>> kernels;
  std::map<std::string, std::set<Text>> oracles;
  const auto collect = [&](const std::vector<std::string>& patterns, const UnitSummary& unit,
                           std::map<std::string, std::set<Text>>& into) {
    const std::string path = context.vocabulary.relative(unit.main_file);
    for (const auto& pattern : patterns) {
      if (const std::string stem = stem_of(pattern, path); !stem.empty()) {
        into[stem].merge(headers_of(unit));
      }
    }
  };
  for (const auto& unit : context.program.units()) {
    collect(context.config.kernels, unit, kernels);
    collect(context.config.oracles, unit, oracles);
  }
  std::map<Text, std::string> shared;
  for (const auto& [stem, headers] : kernels) {
    const auto oracle = oracles.find(stem);
    for (const Text header : headers) {
      if (oracle != oracles.end() && oracle->second.contains(header)) {
        shared.try_emplace(header, fmt::format("kernel and oracle of {}", stem));
      }
    }
  }
  ArithmeticFinder finder(context.program, findings);
  for (const auto& function : context.program.functions()) {
    const auto header = function.defined ? shared.find(function.place.file) : shared.end();
    if (header != shared.end()) {
      finder.look(function.body, header->second);
    }
  }
}

}  // namespace

extern const Rule shared_arithmetic;
const Rule shared_arithmetic{
    "shared-arithmetic", "A header that both a kernel and its oracle include contains arithmetic.",
    "write the arithmetic on each side: what both sides share, one mistake changes on both, and "
    "the "
    "comparison still passes",
    check};

}  // namespace kgate::checks
