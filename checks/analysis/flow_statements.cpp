// SPDX-License-Identifier: MIT
// Evaluation of statements: what conditions control, what is assigned and returned under them.
#include <algorithm>

#include "checks/flow.hpp"

namespace kgate::checks {
namespace {

/// A value in the place of a condition: a number or pointer that says which backend is an answer.
Value as_condition(Value value) {
  if (value.has(taint::kIdentity)) {
    value.bits = static_cast<std::uint8_t>(value.bits | taint::kAnswer);
  }
  return value;
}

bool is_text(const Program& program, TypeId type) {
  const auto name = program.text(program.type(type).name);
  return name == "std::basic_string" || name == "std::basic_string_view" ||
         (name == "char" && program.type(type).indirections > 0);
}

}  // namespace

void Flow::statements(NodeId begin, NodeId end) {
  for (NodeId at = begin; at < end; at = program_.node(at).end) {
    statement(at);
  }
}

void Flow::statement(NodeId id) {
  const Node& node = program_.node(id);
  switch (node.op) {
    case Op::none:
    case Op::jump:
      return;
    case Op::block:
    case Op::other: {
      const std::size_t before = controls_.size();
      statements(id + 1, node.end);
      // What controls the rest of a block also controls what follows it, up to `until`.
      while (controls_.size() > before && controls_.back().until <= node.end) {
        controls_.pop_back();
      }
      return;
    }
    case Op::if_:
      return if_statement(id);
    case Op::switch_:
      return switch_statement(id);
    case Op::case_:
      return statement(program_.child(id, 2));
    case Op::default_:
      return statement(program_.child(id, 0));
    case Op::loop:
      return loop_statement(id);
    case Op::return_:
      return return_statement(id);
    case Op::throw_:
      if (program_.child(id, 0) != 0) {
        expression(program_.child(id, 0));
      }
      return;
    default:
      expression(id);
  }
}

void Flow::if_statement(NodeId id) {
  statement(program_.child(id, 0));
  const NodeId test = program_.child(id, 1);
  const NodeId then = program_.child(id, 2);
  const NodeId other = program_.child(id, 3);
  const Value condition = as_condition(expression(test));
  std::vector<Text> outer;
  for (const auto& control : controls_) {
    for (const Text query : control.condition.availability) {
      if (std::find(outer.begin(), outer.end(), query) == outer.end()) {
        outer.push_back(query);
      }
    }
  }
  if (!outer.empty() && !condition.availability.empty()) {
    Value joined = condition;
    Value enclosing;
    enclosing.availability = outer;
    std::sort(enclosing.availability.begin(), enclosing.availability.end());
    joined.join(enclosing);
    meet(test, joined, enclosing.availability, condition.availability);
  }
  const Region region = region_of(
      id, {{then, program_.node(then).end}, {other, other == 0 ? 0 : program_.node(other).end}});
  decide(test, condition, region, "condition");
  const bool reported = condition.has(taint::kAnswer) && region.outcome != Outcome::question;
  controls_.push_back({condition, program_.node(id).end, reported});
  statement(then);
  if (other != 0) {
    statement(other);
  }
  controls_.pop_back();
  if (!reported && effects_.has_exit(id, program_.node(id).end)) {
    controls_.push_back({condition, current_end_, false});
  }
}

void Flow::switch_statement(NodeId id) {
  statement(program_.child(id, 0));
  const NodeId subject = program_.child(id, 1);
  const NodeId body = program_.child(id, 2);
  Value condition = as_condition(expression(subject));
  if (condition.has(taint::kAlias | taint::kChoice)) {
    condition.bits = static_cast<std::uint8_t>(condition.bits | taint::kAnswer);
  }
  if (condition.has(taint::kAnswer) && condition.origin == 0) {
    condition.origin = new_origin(subject, "the backend is the subject of a switch");
  }
  const Region region = region_of(id, {{body, program_.node(body).end}});
  decide(subject, condition, region, "switch");
  const bool reported = condition.has(taint::kAnswer) && region.outcome != Outcome::question;
  controls_.push_back({condition, program_.node(id).end, reported});
  statement(body);
  controls_.pop_back();
  if (!reported && effects_.has_return(id, program_.node(id).end)) {
    controls_.push_back({condition, current_end_, false});
  }
}

void Flow::loop_statement(NodeId id) {
  statement(program_.child(id, 0));
  const NodeId test = program_.child(id, 1);
  const NodeId body = program_.child(id, 3);
  const Value condition =
      program_.node(test).op == Op::none ? Value() : as_condition(expression(test));
  if (program_.node(test).op != Op::none) {
    decide(test, condition, region_of(id, {{body, program_.node(body).end}}), "loop condition");
  }
  if (program_.node(program_.child(id, 2)).op != Op::none) {
    statement(program_.child(id, 2));
  }
  controls_.push_back({condition, program_.node(id).end, false});
  statement(body);
  controls_.pop_back();
}

void Flow::return_statement(NodeId id) {
  const NodeId child = program_.child(id, 0);
  if (child == 0 || program_.node(child).op == Op::none) {
    return;
  }
  Value value = expression(child);
  const TypeId type = program_.node(child).type;
  if (effects_.is_callable(type)) {
    // A function that was picked is reported where it is returned, not where it is used.
    if (value.has(taint::kChoice)) {
      Value answer = value;
      answer.bits = taint::kAnswer;
      decide(child, answer, {Outcome::action, "which function is returned"}, "returned value");
    }
    value.bits = static_cast<std::uint8_t>(value.bits & ~taint::kFromAsking);
  } else {
    value = under_control(value, type, /*for_return=*/true);
  }
  if (summaries_[current_->key].result.join(value)) {
    changed(current_->key);
  }
}

Value Flow::under_control(const Value& value, TypeId type, bool for_return) const {
  const bool fixed = value.is_constant() || !value.functions.empty();
  if (!fixed) {
    return value;
  }
  Value result = value;
  const bool boolean = program_.type(type).type_class == TypeClass::boolean;
  for (const auto& control : controls_) {
    if (for_return && control.reported) {
      continue;
    }
    const Value& condition = control.condition;
    if (condition.has(taint::kAnswer)) {
      unsigned bits = result.bits | (boolean ? taint::kAnswer : taint::kChoice);
      bits |= is_text(program_, type) ? taint::kIdentity : 0U;
      result.bits = static_cast<std::uint8_t>(bits);
      result.origin = result.origin == 0 ? condition.origin : result.origin;
    }
    for (const auto& use : condition.through_modes(through::kPicked).parameters) {
      result.add_parameter(use);
    }
    result.pairs.insert(result.pairs.end(), condition.pairs.begin(), condition.pairs.end());
    std::sort(result.pairs.begin(), result.pairs.end());
    result.pairs.erase(std::unique(result.pairs.begin(), result.pairs.end()), result.pairs.end());
    if (boolean) {
      Value queries;
      queries.availability = condition.availability;
      result.join(queries);
    }
  }
  return result;
}

void Flow::assign(NodeId target, const Value& value) {
  const Node& node = program_.node(target);
  if (node.op == Op::reference || node.op == Op::member) {
    assign_variable(node.symbol, under_control(value, node.type, /*for_return=*/false));
    return;
  }
  // An element or what a pointer points to: the whole variable may hold it.
  const bool inner = node.op == Op::subscript || node.op == Op::unary || node.op == Op::cast;
  if (inner && program_.child(target, 0) != 0) {
    assign(program_.child(target, 0), under_control(value, node.type, /*for_return=*/false));
  }
}

void Flow::assign_variable(Text symbol, const Value& value) {
  const Variable* variable = program_.variable(symbol);
  const bool outlives = variable != nullptr && (variable->storage == Storage::field ||
                                                variable->storage == Storage::global);
  Value stored = value;
  if (outlives) {
    for (const auto& use : value.parameters) {
      if (summaries_[use.function].stores[use.index].insert({symbol, use.modes}).second) {
        changed(use.function);
      }
    }
    stored.parameters.clear();
    stored.pairs.clear();
  }
  if (variables_[symbol].join(stored)) {
    changed(symbol);
  }
}

}  // namespace kgate::checks
