// SPDX-License-Identifier: MIT
// Evaluation of calls: helpers by name, known bodies by summary, the standard library by meaning.
#include <fmt/format.h>

#include <algorithm>
#include <array>

#include "checks/flow.hpp"

namespace kgate::checks {
namespace {

void set(Value& value, unsigned bits) { value.bits = static_cast<std::uint8_t>(value.bits | bits); }

bool is_any(std::string_view name, const auto& names) {
  return std::find(names.begin(), names.end(), name) != names.end();
}

}  // namespace

Value Flow::call(NodeId id) {
  const Node& node = program_.node(id);
  const NodeId callee_id = program_.child(id, 0);
  std::vector<NodeId> arguments = program_.children(id);
  arguments.erase(arguments.begin(), arguments.begin() + 1);
  const Value callee = expression(callee_id);  // the object of a method
  std::vector<Value> values;
  values.reserve(arguments.size());
  for (const NodeId argument : arguments) {
    values.push_back(expression(argument));
  }
  if (node.detail == static_cast<std::uint8_t>(Callee::indirect)) {
    const Node& target = program_.node(callee_id);
    if (target.op == Op::unresolved) {
      bool known = false;
      Value value = by_role(id, vocabulary_.roles_of_name(target.symbol), values, known);
      return known ? value : Value();
    }
    picked_callee(id, callee, "which function is called");
    Value value;
    for (const Text function : callee.functions) {
      value.join(known_call(id, function, arguments, values));
    }
    for (auto use : callee.parameters) {
      use.modes = through::kReturned;
      value.add_parameter(use);
    }
    return value;
  }
  const bool method = node.detail == static_cast<std::uint8_t>(Callee::method);
  const Function* function = program_.function(node.symbol);
  const std::string_view name = function == nullptr ? "" : program_.text(function->name);
  if (method && (node.flags & node_flags::kVirtual) != 0) {
    picked_callee(id, callee, "whose method is called");
  }
  const bool has_body =
      !program_.bodies(node.symbol).empty() ||
      ((node.flags & node_flags::kVirtual) != 0 && !program_.overriders(node.symbol).empty());
  bool known = false;
  const std::uint32_t roles = vocabulary_.roles(node.symbol);
  Value value = by_role(id, roles, values, known);
  if (!known && (roles & role::kStandard) == 0 && !has_body && (roles & role::kNeutral) == 0) {
    // Nothing is known of it but what functions it was given: `any_device(&is_hip)`.
    for (const auto& argument : values) {
      for (const Text given : argument.functions) {
        if (summary_of(given).result.has(taint::kAnswer)) {
          value.join(summary_of(given).result);
        }
      }
    }
    value.parameters.clear();
    known = true;
  }
  if (!known) {
    value = has_body ? known_call(id, node.symbol, arguments, values)
                     : standard_call(id, name, callee, values);
  }
  if (vocabulary_.is_kind(node.type) && (roles & role::kBuildConstant) == 0) {
    set(value, taint::kIdentity);
  }
  return value;
}

Value Flow::by_role(NodeId id, std::uint32_t roles, const std::vector<Value>& values, bool& known) {
  known = true;
  const Node& node = program_.node(id);
  const Function* function = program_.function(node.symbol);
  const auto name = function == nullptr ? std::string_view("it") : program_.text(function->name);
  if ((roles & role::kRegistryQuery) != 0 || (roles & role::kBuildConstant) != 0) {
    Value value;
    value.bits = vocabulary_.is_kind(node.type) ? taint::kNamed : 0;
    return value;
  }
  if ((roles & role::kAvailability) != 0) {
    Value value;
    const Text query =
        function == nullptr ? program_.node(program_.child(id, 0)).symbol : function->name;
    value.availability.push_back(query);
    return value;
  }
  if ((roles & role::kHelper) != 0) {
    return asked(id, fmt::format("`{}` answers which backend this is", name));
  }
  if ((roles & role::kBackendName) != 0) {
    Value value;
    value.bits = taint::kIdentity;
    value.origin = new_origin(id, fmt::format("`{}` gives the name of the backend", name));
    return value;
  }
  if ((roles & role::kLaunch) != 0 && !values.empty() && values[0].has(taint::kChoice)) {
    picked_callee(id, values[0], "which kernel is launched");
    return {};
  }
  known = false;
  return {};
}

Value Flow::construct(NodeId id) {
  const Node& node = program_.node(id);
  const std::vector<NodeId> arguments = program_.children(id);
  std::vector<Value> values;
  Value joined;
  const bool known = !program_.bodies(node.symbol).empty();
  for (const NodeId argument : arguments) {
    values.push_back(expression(argument));
    if (known) {
      add_part(joined, values.back(), id, program_.node(argument).type);
    } else {
      joined.join(values.back());
    }
  }
  if (known) {
    known_call(id, node.symbol, arguments, values);
  }
  if (vocabulary_.is_kind(node.type) && !joined.is_constant()) {
    set(joined, taint::kIdentity);
  }
  return joined;
}

Value Flow::launch(NodeId id) {
  const std::vector<NodeId> children = program_.children(id);
  const Value kernel = expression(children[0]);
  for (std::size_t at = 1; at < children.size(); ++at) {
    expression(children[at]);
  }
  picked_callee(id, kernel, "which kernel is launched");
  return {};
}

void Flow::picked_callee(NodeId id, const Value& callee, const char* what) {
  Value condition = callee;
  condition.bits = callee.has(taint::kChoice) ? taint::kAnswer : 0;
  condition.availability.clear();
  for (auto& use : condition.parameters) {
    use.modes = (use.modes & through::kPicked) != 0 ? through::kPicked : through::kCalled;
  }
  condition.pairs.clear();
  decide(id, condition, {Outcome::action, what}, "call");
}

Value Flow::known_call(NodeId id, Text callee, const std::vector<NodeId>& arguments,
                       const std::vector<Value>& values) {
  std::vector<Text> targets{callee};
  if ((program_.node(id).flags & node_flags::kVirtual) != 0) {
    for (std::size_t at = 0; at < targets.size(); ++at) {
      for (const Text override_key : program_.overriders(targets[at])) {
        if (std::find(targets.begin(), targets.end(), override_key) == targets.end()) {
          targets.push_back(override_key);
        }
      }
    }
  }
  Value value;
  for (const Text target : targets) {
    const Function* function = program_.function(target);
    if (function != nullptr && (vocabulary_.area(*function) & area::kRegistry) != 0) {
      continue;  // what the registry answers is the registry's answer
    }
    const Summary& summary = summary_of(target);
    value.join(apply(summary, target, values));
    apply_decisions(summary, target, arguments, values);
    apply_stores(summary, values);
  }
  return value;
}

namespace {

/// What an argument becomes behind a parameter that was used in one of `modes`.
Value mapped(std::uint8_t modes, const Value& actual) {
  Value value;
  if ((modes & through::kRaw) != 0) {
    value.join(actual);
  }
  if (modes == through::kRaw) {
    return value;
  }
  if (triggers(static_cast<std::uint8_t>(modes & ~through::kRaw), actual)) {
    set(value, (modes & through::kPicked) != 0 ? taint::kChoice | taint::kAnswer : taint::kAnswer);
    value.origin = actual.origin;
  }
  for (auto use : actual.parameters) {
    use.modes = static_cast<std::uint8_t>(modes & ~through::kRaw);
    value.add_parameter(use);
  }
  Value queries;
  queries.availability = actual.availability;
  value.join(queries);
  return value;
}

}  // namespace

Value Flow::apply(const Summary& summary, Text callee, const std::vector<Value>& values) {
  Value value = summary.result;
  value.parameters.clear();
  value.pairs.clear();
  for (const auto& use : summary.result.parameters) {
    if (use.function != callee) {
      if (is_visible(use.function)) {
        value.add_parameter(use);  // of a function around a lambda
      }
      continue;
    }
    if (use.index >= values.size()) {
      continue;
    }
    const Value& actual = values[use.index];
    if ((use.modes & through::kReturned) != 0) {
      for (const Text given : actual.functions) {
        Value returned = summary_of(given).result;
        returned.parameters.clear();
        value.join(returned);
      }
    }
    value.join(mapped(use.modes, actual));
  }
  for (const auto& pair : summary.result.pairs) {
    if (pair.function == callee && pair.left < values.size() && pair.right < values.size()) {
      const Value& left = values[pair.left];
      const Value& right = values[pair.right];
      const bool asks = (left.has(taint::kIdentity) && right.is_constant()) ||
                        (right.has(taint::kIdentity) && left.is_constant());
      if (asks) {
        set(value, taint::kAnswer);
      } else {
        value.join(compare_parameters(left, right));
      }
    }
  }
  return value;
}

/// What a function that is passed answers, where the callee decides by what it returns.
Value Flow::answer_of(std::uint8_t modes, const Value& actual) {
  Value value;
  if ((modes & through::kReturned) != 0) {
    for (const Text given : actual.functions) {
      const Value& result = summary_of(given).result;
      if (result.has(taint::kAnswer)) {
        value.bits = taint::kAnswer;
        value.origin = result.origin;
      }
    }
  }
  return value;
}

void Flow::apply_decisions(const Summary& summary, Text /*callee*/,
                           const std::vector<NodeId>& arguments, const std::vector<Value>& values) {
  for (const auto& [index, decision] : summary.decisions) {
    if (index >= arguments.size()) {
      continue;
    }
    const Value& actual = values[index];
    Value condition = answer_of(decision.modes, actual);
    if (triggers(decision.modes, actual)) {
      condition.bits = taint::kAnswer;
      condition.origin = actual.origin;
    } else if (!condition.has(taint::kAnswer)) {
      condition = actual.through_modes(through::kTested);
      for (std::size_t at = 0; at < condition.parameters.size(); ++at) {
        if (actual.parameters[at].modes == through::kRaw) {
          condition.parameters[at].modes = decision.modes;
        }
      }
      condition.bits = 0;
      condition.availability.clear();
      condition.pairs.clear();
    }
    const std::size_t before = decisions_.size();
    decide(arguments[index], condition, {decision.outcome, decision.what}, "argument");
    if (decisions_.size() > before) {
      decisions_.back().decided = decision.place;
    }
  }
  // A copy: a function that calls itself adds to its own while they are applied.
  const auto pair_decisions = summary.pair_decisions;
  for (const auto& [pair, decision] : pair_decisions) {
    if (pair.left >= arguments.size() || pair.right >= arguments.size()) {
      continue;
    }
    const Value& left = values[pair.left];
    const Value& right = values[pair.right];
    Value condition = compare_parameters(left, right);
    if ((left.has(taint::kIdentity) && right.is_constant()) ||
        (right.has(taint::kIdentity) && left.is_constant())) {
      condition.bits = taint::kAnswer;
    }
    decide(arguments[pair.left], condition, {decision.outcome, decision.what}, "argument");
  }
}

void Flow::apply_stores(const Summary& summary, const std::vector<Value>& values) {
  for (const auto& [index, stores] : summary.stores) {
    if (index < values.size()) {
      for (const auto& store : stores) {
        assign_variable(store.variable, mapped(store.modes, values[index]));
      }
    }
  }
}

Value Flow::standard_call(NodeId id, std::string_view name, const Value& object,
                          const std::vector<Value>& values) {
  static constexpr std::array<std::string_view, 11> kComparing{
      "strcmp", "strncmp", "strcasecmp",  "memcmp",    "strstr",  "compare",
      "find",   "rfind",   "starts_with", "ends_with", "contains"};
  static constexpr std::array<std::string_view, 8> kLooking{
      "find", "at", "count", "contains", "lower_bound", "upper_bound", "equal_range", "get"};
  static constexpr std::array<std::string_view, 2> kTypeTests{"std::get_if",
                                                              "std::holds_alternative"};
  const Node& node = program_.node(id);
  const auto last = last_part(name);
  if (is_any(name, kTypeTests) && vocabulary_.is_backend_class(static_cast<TypeId>(node.value))) {
    Value value = asked(id, "the class of the backend is tested");
    set(value, taint::kChoice);
    return value;
  }
  if (name == "std::variant::index") {
    const NodeId held = program_.child(id, 0);
    Value value;
    for (const TypeId alternative : program_.type(program_.node(held).type).arguments) {
      if (vocabulary_.is_backend_class(alternative)) {
        set(value, taint::kIdentity);
      }
    }
    return value;
  }
  std::vector<Value> all = values;
  all.insert(all.begin(), object);
  Value joined;
  for (const auto& value : all) {
    joined.join(value);
  }
  const bool text = name.starts_with("std::basic_string") || !name.starts_with("std::");
  if (is_any(last, kComparing) && text) {
    const std::size_t first = name.starts_with("std::") ? 0 : 1;
    if (all.size() > first + 1) {
      return compare_values(id, all[first], all[first + 1], /*equality=*/true);
    }
  }
  if (last == "operator()" && values.size() == 2 &&
      (name.find("equal_to") != std::string_view::npos)) {
    return compare_values(id, values[0], values[1], /*equality=*/true);
  }
  // A container that is asked with a kind as the key, or a list of constants searched for one.
  Value keys;
  for (const auto& value : values) {
    keys.join(value);
  }
  if (is_any(last, kLooking) && object.origin == 0 && keys.has(taint::kIdentity | taint::kAnswer) &&
      name.starts_with("std::")) {
    Value value = joined;
    value.bits = taint::kChoice | taint::kAnswer;
    value.named = 0;
    value.origin =
        keys.origin != 0 ? keys.origin : new_origin(id, "a table is searched for the backend");
    return value;
  }
  if (joined.has(taint::kIdentity) && joined.has(taint::kNamed)) {
    return asked(id, "the backend is looked for among constants");
  }
  const bool invokes = name == "std::invoke" || last == "operator()" || last == "apply";
  if (invokes) {
    const Value& callee = name == "std::invoke" && !values.empty() ? values[0] : object;
    picked_callee(id, callee, "which function is called");
  }
  Value value = joined;
  if (invokes) {
    const Value& callee = name == "std::invoke" && !values.empty() ? values[0] : object;
    for (auto use : callee.parameters) {
      use.modes = through::kReturned;
      value.add_parameter(use);
    }
  }
  for (const Text function : joined.functions) {
    Value returned = summary_of(function).result;
    for (auto& use : returned.parameters) {
      use.modes = 0;
    }
    returned.parameters.clear();
    value.join(returned);
  }
  if (invokes) {
    value.bits = static_cast<std::uint8_t>(value.bits & ~taint::kChoice);
  }
  return value;
}

}  // namespace kgate::checks
