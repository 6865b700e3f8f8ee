// SPDX-License-Identifier: MIT
// Which nodes act, refuse or leave.
#include "checks/effects.hpp"

#include <numeric>

namespace kgate::checks {
namespace {

bool is_call(Op op) { return op == Op::call || op == Op::construct || op == Op::launch; }

/// The variable at the root of an assignment's target: `a.b[i].c` is about `a`.
NodeId root_of(const Program& program, NodeId target) {
  while (true) {
    const Node& node = program.node(target);
    const bool inner = node.op == Op::member || node.op == Op::subscript || node.op == Op::unary ||
                       node.op == Op::cast;
    if (!inner || program.child(target, 0) == 0) {
      return target;
    }
    target = program.child(target, 0);
  }
}

bool is_place_of_others(const Program& program, NodeId target) {
  const Node& written = program.node(target);
  const Node& root = program.node(root_of(program, target));
  if (root.op != Op::reference) {
    return true;  // a field of *this, a dereferenced call
  }
  const Variable* variable = program.variable(root.symbol);
  if (variable == nullptr || variable->storage == Storage::global) {
    return true;
  }
  // Through a pointer that came from elsewhere: `*out = 1`, `p->x = 1`.
  return variable->storage != Storage::local && written.op != Op::reference;
}

}  // namespace

Effects::Effects(const Program& program, const Vocabulary& vocabulary)
    : program_(program), vocabulary_(vocabulary) {
  find_acting_functions();
  const std::size_t size = program.node_count() + 1;
  for (auto* counts : {&actions_, &refusals_, &exits_, &returns_, &function_returns_}) {
    counts->assign(size, 0);
  }
  for (const auto& function : program.functions()) {
    if (function.defined) {
      count(function);
    }
  }
  for (auto* counts : {&actions_, &refusals_, &exits_, &returns_, &function_returns_}) {
    // counts[n] becomes the number of nodes before n that count.
    std::exclusive_scan(counts->begin(), counts->end(), counts->begin(), 0U);
  }
}

bool Effects::is_callable(TypeId type) const {
  const Type& known = program_.type(type);
  return known.type_class == TypeClass::function || program_.text(known.name) == "std::function";
}

bool Effects::is_refusal(NodeId id) const {
  const Node& node = program_.node(id);
  if (node.op == Op::throw_) {
    return true;
  }
  if (node.op == Op::call) {
    return (vocabulary_.roles(node.symbol) & role::kRefusal) != 0;
  }
  if (node.op != Op::return_) {
    return false;
  }
  const NodeId value = program_.child(id, 0);
  for (NodeId at = value; value != 0 && at < program_.node(value).end; ++at) {
    const Node& part = program_.node(at);
    const bool named =
        part.op == Op::call || part.op == Op::construct ||
        (part.op == Op::reference && part.detail != static_cast<std::uint8_t>(Referent::variable));
    if (!named) {
      continue;
    }
    const Function* function = program_.function(part.symbol);
    if (vocabulary_.is_refusal_value(function == nullptr ? part.symbol : function->name)) {
      return true;
    }
  }
  return false;
}

bool Effects::acts(Text key) const {
  const Function* function = program_.function(key);
  if (function == nullptr) {
    return true;
  }
  const std::uint32_t roles = vocabulary_.roles(key);
  if ((roles & role::kLaunch) != 0) {
    return true;
  }
  if ((roles & (role::kNeutral | role::kStandard)) != 0) {
    return launching_.contains(key);
  }
  constexpr std::uint32_t kQuestions = role::kHelper | role::kBackendName | role::kAvailability |
                                       role::kRegistryQuery | role::kRegistration | role::kRefusal |
                                       role::kExactCall;
  if ((roles & kQuestions) != 0) {
    return false;
  }
  if (!program_.bodies(key).empty()) {
    return acting_.contains(key);
  }
  namespace flags = function_flags;
  if ((function->flags & (flags::kBuiltin | flags::kTrivial | flags::kConstructor)) != 0) {
    return false;
  }
  const Type& result = program_.type(function->result);
  if (result.type_class == TypeClass::boolean && (roles & role::kPredicate) != 0) {
    return false;
  }
  const bool returns_value = program_.text(result.name) != "void" || result.indirections > 0;
  return !(returns_value && (function->flags & flags::kConstMethod) != 0 &&
           function->parameters.empty());
}

bool Effects::call_acts(NodeId id) const {
  const Node& node = program_.node(id);
  if (node.op == Op::launch) {
    return true;
  }
  if (node.symbol != 0) {
    return acts(node.symbol);
  }
  if (node.op == Op::construct) {
    return false;
  }
  const Node& callee = program_.node(program_.child(id, 0));
  if (callee.op == Op::unresolved) {  // a dependent name: judged as a function of that name
    const std::uint32_t roles = vocabulary_.roles_of_name(callee.symbol);
    constexpr std::uint32_t kQuiet = role::kHelper | role::kBackendName | role::kAvailability |
                                     role::kNeutral | role::kPredicate | role::kRefusal;
    return (roles & kQuiet) == 0;
  }
  return callee.type == 0 || is_callable(callee.type) ||
         program_.type(callee.type).type_class != TypeClass::record;
}

bool Effects::writes_elsewhere(const Function& function) const {
  if ((function.flags & function_flags::kConstructor) != 0) {
    return false;
  }
  for (NodeId at = function.body; at < program_.node(function.body).end; ++at) {
    const Node& node = program_.node(at);
    const bool steps =
        node.op == Op::unary && (node.detail == static_cast<std::uint8_t>(Unary::increment) ||
                                 node.detail == static_cast<std::uint8_t>(Unary::decrement));
    if ((node.op == Op::assign || steps) && is_place_of_others(program_, program_.child(at, 0))) {
      return true;
    }
  }
  return false;
}

void Effects::find_acting_functions() {
  for (const auto& function : program_.functions()) {
    if (function.defined && writes_elsewhere(function)) {
      acting_.insert(function.key);
    }
  }
  // Acting and launching spread from callee to caller until nothing changes.
  for (bool changed = true; changed;) {
    changed = false;
    for (const auto& function : program_.functions()) {
      if (!function.defined) {
        continue;
      }
      for (NodeId at = function.body; at < program_.node(function.body).end; ++at) {
        const Node& node = program_.node(at);
        if (!is_call(node.op)) {
          continue;
        }
        const bool launches = node.op == Op::launch || launching_.contains(node.symbol) ||
                              (vocabulary_.roles(node.symbol) & role::kLaunch) != 0;
        if (launches && launching_.insert(function.key).second) {
          changed = true;
        }
        if (call_acts(at) && acting_.insert(function.key).second) {
          changed = true;
        }
      }
    }
  }
}

void Effects::count(const Function& function) {
  const NodeId end = program_.node(function.body).end;
  NodeId quiet_until = 0;  // inside a refusal nothing acts: it builds its message
  for (NodeId at = function.body; at < end; ++at) {
    const Node& node = program_.node(at);
    if (node.op == Op::return_ || node.op == Op::jump) {
      exits_[at] = 1;
    }
    if (node.op == Op::return_) {
      returns_[at] = 1;
      const NodeId value = program_.child(at, 0);
      function_returns_[at] = value != 0 && is_callable(program_.node(value).type) ? 1 : 0;
    }
    if (at >= quiet_until && is_refusal(at)) {
      refusals_[at] = 1;
      quiet_until = node.end;
    } else if (at >= quiet_until && is_call(node.op) && call_acts(at)) {
      actions_[at] = 1;
    }
  }
}

}  // namespace kgate::checks
