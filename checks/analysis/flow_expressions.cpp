// SPDX-License-Identifier: MIT
// Evaluation of expressions other than calls.
#include <fmt/format.h>

#include <algorithm>

#include "checks/flow.hpp"

namespace kgate::checks {
namespace {

std::uint8_t raw(auto value) { return static_cast<std::uint8_t>(value); }

void set(Value& value, std::uint8_t bits) {
  value.bits = static_cast<std::uint8_t>(value.bits | bits);
}

void clear(Value& value, std::uint8_t bits) {
  value.bits = static_cast<std::uint8_t>(value.bits & ~bits);
}

bool names_one(const Value& value) {
  return value.has(taint::kNamed) && !value.has(taint::kIdentity);
}

}  // namespace

Value Flow::expression(NodeId id) {
  const Node& node = program_.node(id);
  switch (node.op) {
    case Op::none:
      return {};
    case Op::call:
      return call(id);
    case Op::construct:
      return construct(id);
    case Op::launch:
      return launch(id);
    case Op::reference:
      return reference(id);
    case Op::member: {
      Value value = variable(node.symbol, node.type);
      Value object = expression(program_.child(id, 0));
      clear(object, taint::kIdentity | taint::kNamed | taint::kPlain | taint::kAlias);
      object.named = 0;
      if (vocabulary_.is_kind(node.type)) {
        // A kind in an object is an identity, whatever the object is.
        object.parameters.clear();
        object.pairs.clear();
      }
      value.join(object);
      return value;
    }
    case Op::literal:
      return literal(node);
    case Op::compare:
      return comparison(id);
    case Op::logical:
      return logical(id);
    case Op::not_: {
      Value value = join_children(id);
      if (value.has(taint::kIdentity)) {
        set(value, taint::kAnswer);
      }
      return value.through_modes(through::kTested);
    }
    case Op::assign: {
      const NodeId target = program_.child(id, 0);
      Value value = expression(program_.child(id, 1));
      if (node.detail != raw(Arithmetic::none)) {
        const Value before = expression(target);
        const auto left = before.availability;
        const auto right = value.availability;
        value.join(before);
        meet(id, value, left, right);
      }
      assign(target, value);
      return value;
    }
    case Op::declare: {
      const NodeId initialiser = program_.child(id, 0);
      if (initialiser != 0 && program_.node(initialiser).op != Op::none) {
        assign_variable(node.symbol, under_control(expression(initialiser), node.type,
                                                   /*for_return=*/false));
      }
      return {};
    }
    case Op::conditional:
      return conditional(id);
    case Op::subscript:
      return subscript(id);
    case Op::cast: {
      Value value = expression(program_.child(id, 0));
      if (vocabulary_.is_kind(node.type) && !value.is_constant()) {
        set(value, taint::kIdentity);
      }
      return value;
    }
    case Op::type_test:
      return type_test(id);
    case Op::list:
      return list(id);
    case Op::lambda: {
      Value value;
      for (const NodeId capture : program_.children(id)) {
        statement(capture);
      }
      value.functions.push_back(node.symbol);
      return value;
    }
    case Op::arithmetic: {
      const Value left = expression(program_.child(id, 0));
      const Value right = expression(program_.child(id, 1));
      Value value = left;
      value.join(right);
      const bool joins =
          node.detail == raw(Arithmetic::bit_or) || node.detail == raw(Arithmetic::bit_and);
      if (joins) {
        meet(id, value, left.availability, right.availability);
      }
      if (value.has(taint::kIdentity | taint::kFromAsking)) {
        clear(value, taint::kNamed | taint::kPlain);
        value.named = 0;
      }
      return value.through_modes(through::kTested);
    }
    case Op::if_:
    case Op::switch_:
    case Op::loop:
    case Op::return_:
    case Op::case_:
    case Op::default_:
    case Op::throw_:
    case Op::jump:
      statement(id);  // a statement inside an expression
      return {};
    default: {
      Value value = join_children(id);
      if (node.op == Op::unary && vocabulary_.is_kind(node.type) &&
          node.detail == raw(Unary::indirection)) {
        set(value, taint::kIdentity);
      }
      return value;
    }
  }
}

Value Flow::join_children(NodeId id) {
  Value value;
  for (const NodeId child : program_.children(id)) {
    value.join(expression(child));
  }
  return value;
}

Value Flow::list(NodeId id) {
  Value value;
  for (const NodeId child : program_.children(id)) {
    add_part(value, expression(child), id, program_.node(child).type);
  }
  return value;
}

/// Fields of the project's classes are followed one by one, so an answer that one field keeps says
/// nothing of the others: `Options{kind == hip, 2}.streams` is 2. What identifies a backend stays,
/// for `Key{op, kind}` in a table. The standard library's classes are followed as a whole.
void Flow::add_part(Value& whole, Value part, NodeId object, TypeId part_type) const {
  const TypeId type = program_.node(object).type;
  const bool own = program_.type(type).type_class == TypeClass::record &&
                   program_.type(type).indirections == 0 &&
                   !program_.text(program_.type(type).name).starts_with("std::");
  if (own && part_type != type) {
    if (program_.type(part_type).type_class == TypeClass::boolean) {
      return;
    }
    clear(part, taint::kFromAsking);
  }
  whole.join(part);
}

Value Flow::literal(const Node& node) const {
  Value value;
  value.bits = taint::kPlain;
  if (node.detail == raw(Literal::string) &&
      vocabulary_.is_backend_word(program_.text(node.symbol))) {
    set(value, taint::kNamed);
  }
  return value;
}

Value Flow::variable(Text symbol, TypeId type) {
  read(symbol);
  Value value;
  const auto known = variables_.find(symbol);
  if (known != variables_.end()) {
    value = visible(known->second);
  }
  const Variable* variable = program_.variable(symbol);
  if (variable == nullptr) {
    return value;
  }
  if (variable->storage == Storage::parameter) {
    value.add_parameter({variable->owner, variable->index, through::kRaw});
  }
  if (!vocabulary_.is_kind(type)) {
    return value;
  }
  if (variable->is_constant) {
    const bool build = variable->build_dependent || vocabulary_.is_build_constant(variable->name);
    value.bits = build ? taint::kNamed : taint::kNamed | taint::kAlias;
    return value;
  }
  // A local of a kind is what it was set to; where that cannot be seen, it is any backend.
  if (variable->storage != Storage::local || known == variables_.end() ||
      address_taken_.contains(symbol)) {
    set(value, taint::kIdentity);
  }
  return value;
}

Value Flow::reference(NodeId id) {
  const Node& node = program_.node(id);
  Value value;
  if (node.detail == raw(Referent::function)) {
    value.functions.push_back(node.symbol);
  } else if (node.detail == raw(Referent::enumerator)) {
    const bool kind = vocabulary_.is_kind(node.type);
    if (kind && !vocabulary_.is_sentinel(node.symbol)) {
      value.bits = taint::kNamed;
      value.named = node.symbol;
    } else if (!kind) {
      value.bits = taint::kPlain;
    }
  } else if (node.detail == raw(Referent::template_parameter)) {
    value.bits = vocabulary_.is_kind(node.type) ? taint::kNamed | taint::kAlias : taint::kPlain;
  } else {
    return variable(node.symbol, node.type);
  }
  return value;
}

Value Flow::comparison(NodeId id) {
  const NodeId left_id = program_.child(id, 0);
  const NodeId right_id = program_.child(id, 1);
  const Value left = expression(left_id);
  const Value right = expression(right_id);
  const Node& node = program_.node(id);
  const bool equality =
      node.detail == raw(Comparison::equal) || node.detail == raw(Comparison::not_equal);
  return compare_values(id, left, right, equality);
}

bool Flow::is_other_word(NodeId operand) const {
  for (NodeId at = operand; at != 0;) {
    const Node& node = program_.node(at);
    const Variable* variable = program_.variable(node.symbol);
    const Function* function = node.op == Op::call ? program_.function(node.symbol) : nullptr;
    if ((variable != nullptr && vocabulary_.is_other_word(variable->name)) ||
        (function != nullptr && vocabulary_.is_other_word(function->name))) {
      return true;
    }
    const bool inner = node.op == Op::cast || node.op == Op::construct || node.op == Op::call;
    at = inner ? program_.child(at, 0) : 0;
  }
  return false;
}

Value Flow::compare_values(NodeId id, const Value& left, const Value& right, bool equality) {
  constexpr std::uint8_t kMayBeAny = taint::kIdentity | taint::kAlias | taint::kSeveral;
  const std::vector<NodeId> operands = program_.children(id);
  const bool other = std::any_of(operands.begin(), operands.end(),
                                 [&](NodeId operand) { return is_other_word(operand); });
  const auto asks = [&](const Value& a, const Value& b) {
    const bool both_fixed = !a.has(taint::kIdentity) && b.has(taint::kAlias | taint::kSeveral);
    const bool kind = a.has(kMayBeAny) && names_one(b) && !both_fixed;
    const bool number_or_name = a.has(taint::kIdentity) && b.is_constant();
    // Text is compared with the word "cuda": whoever wrote it asked for a backend.
    const bool word = !other && names_one(b) && b.has(taint::kPlain) && !a.is_constant();
    return kind || number_or_name || word;
  };
  Value result;
  for (const Value* side : {&left, &right}) {
    result.join(side->through_modes(0));
  }
  result.parameters.clear();
  result.pairs.clear();
  result.bits = 0;
  result.named = 0;
  result.functions.clear();
  const bool picked = equality && ((left.has(taint::kChoice) && right.is_constant()) ||
                                   (right.has(taint::kChoice) && left.is_constant()));
  if (asks(left, right) || asks(right, left)) {
    result.join(asked(id, "the backend is compared"));
    if (result.origin == 0) {
      result.origin = new_origin(id, "the backend is compared");
    }
  } else if (left.has(taint::kAnswer) || right.has(taint::kAnswer) || picked) {
    set(result, taint::kAnswer);
  } else {
    result.join(compare_parameters(left, right));
  }
  return result;
}

Value Flow::compare_parameters(const Value& left, const Value& right) const {
  Value result;
  const auto one_side = [&](const Value& a, const Value& b) {
    for (auto use : a.parameters) {
      if ((use.modes & through::kReturned) != 0) {
        use.modes = through::kReturned;
        result.add_parameter(use);
        continue;
      }
      const bool untouched = use.modes == through::kRaw;
      if (untouched && b.has(taint::kIdentity) && b.parameters.empty()) {
        use.modes = through::kAgainst;
        result.add_parameter(use);
      } else if (!untouched || b.is_constant()) {
        use.modes = use.modes == through::kAgainst ? through::kAgainst : through::kTested;
        result.add_parameter(use);
      }
    }
  };
  one_side(left, right);
  one_side(right, left);
  for (const auto& a : left.parameters) {
    for (const auto& b : right.parameters) {
      if (a.function == b.function && a.modes == through::kRaw && b.modes == through::kRaw) {
        result.pairs.push_back({a.function, a.index, b.index});
      }
    }
  }
  return result;
}

Value Flow::logical(NodeId id) {
  const NodeId right_id = program_.child(id, 1);
  ++logical_depth_;
  Value left = expression(program_.child(id, 0));
  if (left.has(taint::kIdentity)) {
    set(left, taint::kAnswer);
  }
  const Region region = region_of(id, {{right_id, program_.node(right_id).end}});
  if (region.outcome != Outcome::question &&
      effects_.has_action(right_id, program_.node(right_id).end)) {
    decide(program_.child(id, 0), left, region, "left side of && or ||");
  }
  controls_.push_back({left, program_.node(id).end, true});
  Value right = expression(right_id);
  controls_.pop_back();
  --logical_depth_;
  if (right.has(taint::kIdentity)) {
    set(right, taint::kAnswer);
  }
  Value value = left;
  value.join(right);
  const bool meets = !left.availability.empty() && !right.availability.empty() &&
                     left.availability != right.availability;
  logical_meets_ = logical_meets_ || meets;
  if (logical_depth_ == 0 && logical_meets_) {
    logical_meets_ = false;
    if (reports() && value.availability.size() > 1) {
      meetings_.push_back({program_.node(id).place, value.availability, current_->key});
    }
  }
  clear(value, taint::kIdentity | taint::kNamed | taint::kPlain | taint::kAlias);
  value.named = 0;
  value.functions.clear();
  for (auto& use : value.parameters) {
    use.modes = use.modes == through::kRaw ? through::kTested : use.modes;
  }
  return value;
}

Value Flow::conditional(NodeId id) {
  const NodeId test = program_.child(id, 0);
  const NodeId then = program_.child(id, 1);
  const NodeId other = program_.child(id, 2);
  Value condition = expression(test);
  if (condition.has(taint::kIdentity)) {
    set(condition, taint::kAnswer);
  }
  const Region region =
      region_of(id, {{then, program_.node(then).end}, {other, program_.node(other).end}});
  decide(test, condition, region, "condition of ?:");
  const bool reported = condition.has(taint::kAnswer) && region.outcome != Outcome::question;
  controls_.push_back({condition, program_.node(id).end, reported});
  Value value = expression(then);
  value.join(expression(other));
  controls_.pop_back();
  const TypeId type = program_.node(id).type;
  if (condition.has(taint::kAnswer) && !reported) {
    const auto name = program_.text(program_.type(type).name);
    const bool text = (name == "char" && program_.type(type).indirections > 0) ||
                      name == "std::basic_string" || name == "std::basic_string_view";
    set(value,
        program_.type(type).type_class == TypeClass::boolean ? taint::kAnswer : taint::kChoice);
    set(value, text ? taint::kIdentity : 0);
    value.origin = value.origin == 0 ? condition.origin : value.origin;
  }
  for (const auto& use : condition.through_modes(through::kPicked).parameters) {
    value.add_parameter(use);
  }
  return value;
}

Value Flow::subscript(NodeId id) {
  Value table = expression(program_.child(id, 0));
  const Value index = expression(program_.child(id, 1));
  const Node& node = program_.node(id);
  clear(table, taint::kNamed | taint::kPlain | taint::kAlias);
  table.named = 0;
  if (index.has(taint::kIdentity | taint::kFromAsking)) {
    set(table, taint::kChoice);
    if (program_.type(node.type).type_class == TypeClass::boolean) {
      set(table, taint::kAnswer);
    }
    table.origin = table.origin == 0 ? index.origin : table.origin;
    if (table.origin == 0) {
      table.origin = new_origin(id, "a table is indexed by the backend");
    }
  }
  for (auto use : index.parameters) {
    use.modes = through::kPicked;
    table.add_parameter(use);
  }
  if (vocabulary_.is_kind(node.type)) {
    set(table, taint::kIdentity);
  }
  return table;
}

Value Flow::type_test(NodeId id) {
  const Node& node = program_.node(id);
  Value operand;
  if (program_.child(id, 0) != 0) {
    operand = expression(program_.child(id, 0));
  }
  if (node.detail == raw(TypeTest::typeid_) && program_.child(id, 0) != 0 &&
      program_.node(program_.child(id, 0)).op != Op::none) {
    operand.bits = taint::kIdentity;  // typeid(*backend) is whichever backend it is
    return operand;
  }
  if (!vocabulary_.is_backend_class(node.type)) {
    return operand;
  }
  if (node.detail == raw(TypeTest::dynamic_cast_)) {
    if (program_.type(node.type).indirections == 0) {
      decide(id, asked(id, "the class of the backend is tested"),
             {Outcome::action, "what follows, or an exception,"}, "cast");
    }
    Value value = asked(id, "the class of the backend is tested");
    set(value, taint::kChoice);
    return value;
  }
  operand.bits = taint::kNamed;  // typeid(HipBackend)
  return operand;
}

}  // namespace kgate::checks
