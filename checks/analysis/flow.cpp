// SPDX-License-Identifier: MIT
// The fixed point over all functions, and what a condition decides.
#include "checks/flow.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <iterator>

namespace kgate::checks {

bool triggers(std::uint8_t modes, const Value& actual) {
  constexpr std::uint8_t kSays = taint::kAnswer | taint::kIdentity;
  const auto through = [&](std::uint8_t mode) { return (modes & mode) != 0; };
  return (through(through::kRaw) && actual.has(kSays)) ||
         (through(through::kTested | through::kPicked) && actual.has(kSays | taint::kChoice)) ||
         (through(through::kAgainst) && actual.has(taint::kNamed)) ||
         (through(through::kCalled) && actual.has(taint::kChoice));
}

Flow::Flow(const Program& program, const Vocabulary& vocabulary, const Effects& effects)
    : program_(program), vocabulary_(vocabulary), effects_(effects) {
  for (const auto& function : program.functions()) {
    if (!function.defined) {
      continue;
    }
    for (NodeId at = function.body; at < program.node(function.body).end; ++at) {
      const Node& node = program.node(at);
      if (node.op == Op::unary && node.detail == static_cast<std::uint8_t>(Unary::address)) {
        address_taken_.insert(program.node(program.child(at, 0)).symbol);
      }
      if (node.op == Op::lambda) {
        enclosing_[node.symbol].insert(function.key);
      }
    }
  }
  solve();
}

/// Whether a parameter of `function` can be seen in the current function: its own, or one around a
/// lambda. Instantiations of a template share their local variables, and a lambda may be called far
/// from where it is written; what they know of parameters of others must not travel on, or every
/// value of a large program ends up depending on thousands of them.
bool Flow::is_visible(Text function) const {
  return function == current_->key ||
         std::find(around_.begin(), around_.end(), function) != around_.end();
}

/// What is known of a value, without parameters that the current function does not see.
Value Flow::visible(const Value& value) const {
  Value result;
  result.bits = value.bits;
  result.origin = value.origin;
  result.named = value.named;
  result.functions = value.functions;
  result.availability = value.availability;
  std::copy_if(value.parameters.begin(), value.parameters.end(),
               std::back_inserter(result.parameters),
               [&](const ParameterUse& use) { return is_visible(use.function); });
  std::copy_if(value.pairs.begin(), value.pairs.end(), std::back_inserter(result.pairs),
               [&](const ComparedPair& pair) { return is_visible(pair.function); });
  return result;
}

void Flow::solve() {
  const auto& functions = program_.functions();
  for (std::uint32_t at = 0; at < functions.size(); ++at) {
    if (functions[at].defined) {
      pending_.insert(pending_.end(), at);
    }
  }
  const std::set<std::uint32_t> all = pending_;
  // In rounds: a function that reads what many others write waits until all of them were looked at.
  while (!pending_.empty()) {
    const std::set<std::uint32_t> round = pending_;
    for (const std::uint32_t next : round) {
      pending_.erase(next);
      current_index_ = next;
      evaluate_function(functions[next]);
    }
  }
  reporting_ = true;
  for (const std::uint32_t at : all) {
    current_index_ = at;
    evaluate_function(functions[at]);
  }
}

void Flow::evaluate_function(const Function& function) {
  current_ = &function;
  current_end_ = program_.node(function.body).end;
  controls_.clear();
  around_.clear();
  std::vector<Text> inner{function.key};
  for (std::size_t at = 0; at < inner.size(); ++at) {
    const auto outer = enclosing_.find(inner[at]);
    if (outer == enclosing_.end()) {
      continue;
    }
    for (const Text one : outer->second) {
      if (std::find(inner.begin(), inner.end(), one) == inner.end()) {
        inner.push_back(one);
        around_.push_back(one);
      }
    }
  }
  statement(function.body);
}

void Flow::read(Text symbol) { readers_[symbol].insert(current_index_); }

void Flow::changed(Text symbol) {
  const auto readers = readers_.find(symbol);
  if (readers != readers_.end()) {
    pending_.insert(readers->second.begin(), readers->second.end());
  }
}

const Flow::Summary& Flow::summary_of(Text function) {
  read(function);
  return summaries_[function];
}

bool Flow::reports() const {
  constexpr std::uint32_t kExempt = area::kOutside | area::kTest | area::kRegistry;
  return reporting_ && (vocabulary_.area(*current_) & kExempt) == 0;
}

OriginId Flow::new_origin(NodeId id, std::string text) {
  const auto [it, added] = origin_of_node_.try_emplace(id, static_cast<OriginId>(origins_.size()));
  if (added) {
    origins_.push_back({program_.node(id).place, std::move(text)});
  }
  return it->second;
}

Value Flow::asked(NodeId id, std::string text) {
  Value result;
  result.bits = taint::kAnswer;
  result.origin = new_origin(id, std::move(text));
  return result;
}

Flow::Region Flow::region_of(NodeId decision,
                             const std::vector<std::pair<NodeId, NodeId>>& branches) const {
  const auto any = [&](auto test) {
    return std::any_of(branches.begin(), branches.end(),
                       [&](const auto& branch) { return test(branch.first, branch.second); });
  };
  const bool is_switch = program_.node(decision).op == Op::switch_;
  if (any([&](NodeId a, NodeId b) { return effects_.has_action(a, b); })) {
    return {Outcome::action, "what is called"};
  }
  if (any([&](NodeId a, NodeId b) { return effects_.returns_function(a, b); })) {
    return {Outcome::action, "which function is returned"};
  }
  if (any([&](NodeId a, NodeId b) { return effects_.has_refusal(a, b); })) {
    return {Outcome::refusal, "a refusal"};
  }
  const bool leaves = any([&](NodeId a, NodeId b) {
    return is_switch ? effects_.has_return(a, b) : effects_.has_exit(a, b);
  });
  if (leaves && effects_.has_action(program_.node(decision).end, current_end_)) {
    return {Outcome::action, "an early exit before other calls"};
  }
  return {};
}

void Flow::decide(NodeId place, const Value& condition, const Region& region, const char* how) {
  if (region.outcome == Outcome::question) {
    return;
  }
  if (condition.has(taint::kAnswer)) {
    if (reports()) {
      decisions_.push_back({program_.node(place).place, region.outcome, region.what, how,
                            condition.origin, current_->key, Place()});
    }
    return;
  }
  const ParameterDecision decision{0, region.outcome, program_.node(place).place, region.what};
  const auto record = [&](ParameterDecision& known, std::uint8_t modes) {
    const unsigned joined = known.modes | modes;
    const bool stronger =
        known.modes == 0 || (known.outcome != region.outcome && region.outcome == Outcome::action);
    const bool news = joined != known.modes || stronger;
    if (stronger) {
      known = decision;
    }
    known.modes = static_cast<std::uint8_t>(joined);
    return news;
  };
  for (const auto& use : condition.parameters) {
    if (record(summaries_[use.function].decisions[use.index], use.modes)) {
      changed(use.function);
    }
  }
  for (const auto& pair : condition.pairs) {
    auto& known = summaries_[pair.function].pair_decisions;
    const bool there =
        std::any_of(known.begin(), known.end(), [&](const auto& one) { return one.first == pair; });
    if (!there) {
      known.emplace_back(pair, decision);
      changed(pair.function);
    }
  }
  if (region.outcome == Outcome::refusal && !condition.availability.empty() && reports()) {
    availability_refusals_.push_back({program_.node(place).place, region.outcome, region.what, how,
                                      condition.origin, current_->key, Place()});
  }
}

void Flow::meet(NodeId id, const Value& joined, const std::vector<Text>& left,
                const std::vector<Text>& right) {
  if (!reports() || left.empty() || right.empty() || left == right ||
      joined.availability.size() < 2) {
    return;
  }
  meetings_.push_back({program_.node(id).place, joined.availability, current_->key});
}

}  // namespace kgate::checks
