// SPDX-License-Identifier: MIT
// registry-bypass: a kernel is launched outside of a registered provider and the runtime layer.
#include <fmt/format.h>

#include <algorithm>
#include <map>
#include <set>

#include "checks/registrations.hpp"
#include "checks/rule.hpp"

namespace kgate::checks {
namespace {

/// Who calls whom, and who launches.
class LaunchMap {
 public:
  explicit LaunchMap(const Context& context) : context_(context) {
    for (const auto& function : context.program.functions()) {
      if (function.defined) {
        read(function);
      }
    }
    for (const auto& one :
         find_registrations(context.program, context.config, context.vocabulary, context.flow)) {
      fine_.insert(one.functions.begin(), one.functions.end());
    }
    spread();
  }

  void report(std::vector<RuleFinding>& findings) const {
    for (const auto& [function, places] : launches_) {
      if (fine_.contains(function)) {
        continue;
      }
      const auto callers = callers_.find(function);
      const bool shared =
          callers != callers_.end() &&
          std::any_of(callers->second.begin(), callers->second.end(),
                      [&](const auto& caller) { return fine_.contains(caller.first); });
      if (!shared) {
        for (const auto& place : places) {
          findings.push_back(
              {place, "a kernel is launched outside of a registered provider", {}, {}});
        }
        continue;
      }
      // A helper of providers: who else calls it goes around the registry.
      for (const auto& [caller, place] : callers->second) {
        if (!fine_.contains(caller)) {
          findings.push_back({place,
                              "a kernel is launched around the registry, through a helper of a "
                              "provider",
                              {{places.front(), "here the kernel is launched"}},
                              {}});
        }
      }
    }
  }

 private:
  void read(const Function& function) {
    constexpr std::uint32_t kFine = area::kRuntime | area::kTest | area::kOutside | area::kRegistry;
    if ((context_.vocabulary.area(function) & kFine) != 0) {
      fine_.insert(function.key);
    }
    const auto& program = context_.program;
    for (NodeId at = function.body; at < program.node(function.body).end; ++at) {
      const Node& node = program.node(at);
      const bool call = node.op == Op::call && node.symbol != 0;
      if (node.op == Op::launch ||
          (call && (context_.vocabulary.roles(node.symbol) & role::kLaunch) != 0)) {
        launches_[function.key].push_back(node.place);
      } else if (call || node.op == Op::construct || node.op == Op::lambda) {
        callers_[node.symbol].emplace_back(function.key, node.place);
      }
    }
  }

  /// What is only called from where launching is fine is fine itself.
  void spread() {
    for (bool changed = true; changed;) {
      changed = false;
      for (const auto& [function, callers] : callers_) {
        const bool all = std::all_of(callers.begin(), callers.end(), [&](const auto& caller) {
          return fine_.contains(caller.first);
        });
        if (all && fine_.insert(function).second) {
          changed = true;
        }
      }
    }
  }

  const Context& context_;
  std::set<Text> fine_;
  std::map<Text, std::vector<Place>> launches_;
  std::map<Text, std::vector<std::pair<Text, Place>>> callers_;
};

void check(const Context& context, std::vector<RuleFinding>& findings) {
  LaunchMap(context).report(findings);
}

}  // namespace

extern const Rule registry_bypass;
const Rule registry_bypass{
    "registry-bypass",
    "A kernel is launched outside of a registered provider and outside of the runtime layer.",
    "register the function that launches as a provider and run the op through the registry, which "
    "checks, traces and counts it",
    check};

}  // namespace kgate::checks
