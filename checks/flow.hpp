// SPDX-License-Identifier: MIT
// Follows the identity of the backend through a program: variables, fields, helpers, files.
//
// Every function is evaluated against summaries of the others until nothing changes; a last round
// then reports what is decided by asking. Loops and order of statements are ignored (a variable is
// the join of all that is ever assigned to it), calls are not: a helper's result depends on the
// arguments of that very call.
#pragma once

#include <cstdint>
#include <map>
#include <set>
#include <string>
#include <unordered_map>
#include <unordered_set>
#include <vector>

#include "checks/effects.hpp"
#include "checks/value.hpp"
#include "checks/vocabulary.hpp"
#include "checks/whole_program.hpp"

namespace kgate::checks {

/// Where and how a program asks which backend it runs on.
struct Origin {
  Place place;
  std::string text;  ///< completes "here ..."
};

enum class Outcome : std::uint8_t {
  action,    ///< a call, a launch, a picked function, leaving early
  refusal,   ///< nothing but a refusal
  question,  ///< nothing that matters
};

/// Something that is decided by asking which backend this is.
struct Decision {
  Place place;
  Outcome outcome = Outcome::action;
  std::string what;     ///< what is decided: "a call", "which function is returned" ...
  std::string how;      ///< the shape: "condition", "switch" ...
  OriginId origin = 0;  ///< where the asking is, if elsewhere
  Text function = 0;    ///< key of the function it is in
  Place decided;        ///< of an argument: the place in the callee that decides
};

/// Availability queries of different backends that meet.
struct Meeting {
  Place place;
  std::vector<Text> queries;  ///< names
  Text function = 0;
};

class Flow {
 public:
  Flow(const Program& program, const Vocabulary& vocabulary, const Effects& effects);

  [[nodiscard]] const std::vector<Decision>& decisions() const { return decisions_; }
  [[nodiscard]] const std::vector<Meeting>& meetings() const { return meetings_; }
  /// Refusals decided by availability queries alone.
  [[nodiscard]] const std::vector<Decision>& availability_refusals() const {
    return availability_refusals_;
  }
  [[nodiscard]] const Origin& origin(OriginId id) const { return origins_[id]; }
  /// Functions that a variable may point to.
  [[nodiscard]] std::vector<Text> functions_held_by(Text variable) const {
    const auto it = variables_.find(variable);
    return it == variables_.end() ? std::vector<Text>() : it->second.functions;
  }

 private:
  /// What a parameter decides inside a function.
  struct ParameterDecision {
    std::uint8_t modes = 0;  ///< of the parameter in the condition
    Outcome outcome = Outcome::action;
    Place place;
    std::string what;
  };
  /// A parameter whose value ends up in a variable that outlives the call.
  struct Store {
    Text variable = 0;
    std::uint8_t modes = 0;

    auto operator<=>(const Store&) const = default;
  };
  struct Summary {
    Value result;
    std::map<std::uint32_t, ParameterDecision> decisions;
    std::map<std::uint32_t, std::set<Store>> stores;
    std::vector<std::pair<ComparedPair, ParameterDecision>> pair_decisions;
  };
  /// A condition that what follows depends on.
  struct Control {
    Value condition;
    NodeId until = 0;
    bool reported = false;  ///< a finding is made of it
  };

  void solve();
  void evaluate_function(const Function& function);

  // flow_statements.cpp
  void statement(NodeId id);
  void statements(NodeId begin, NodeId end);
  void if_statement(NodeId id);
  void switch_statement(NodeId id);
  void loop_statement(NodeId id);
  void return_statement(NodeId id);
  void assign(NodeId target, const Value& value);
  void assign_variable(Text symbol, const Value& value);
  /// Adds what the enclosing conditions say to a constant that is assigned or returned under them.
  Value under_control(const Value& value, TypeId type, bool for_return) const;

  // flow_expressions.cpp
  Value expression(NodeId id);
  Value reference(NodeId id);
  Value variable(Text symbol, TypeId type);
  Value comparison(NodeId id);
  Value compare_values(NodeId id, const Value& left, const Value& right, bool equality);
  /// Whether an operand holds words that are no backends, by its name.
  [[nodiscard]] bool is_other_word(NodeId operand) const;
  Value compare_parameters(const Value& left, const Value& right) const;
  Value logical(NodeId id);
  Value conditional(NodeId id);
  Value subscript(NodeId id);
  Value type_test(NodeId id);
  Value join_children(NodeId id);
  Value list(NodeId id);
  void add_part(Value& whole, Value part, NodeId object, TypeId part_type) const;
  Value literal(const Node& node) const;

  // flow_calls.cpp
  Value call(NodeId id);
  Value construct(NodeId id);
  Value launch(NodeId id);
  Value known_call(NodeId id, Text callee, const std::vector<NodeId>& arguments,
                   const std::vector<Value>& values);
  Value standard_call(NodeId id, std::string_view name, const Value& object,
                      const std::vector<Value>& values);
  Value by_role(NodeId id, std::uint32_t roles, const std::vector<Value>& values, bool& known);
  Value apply(const Summary& summary, Text callee, const std::vector<Value>& values);
  Value answer_of(std::uint8_t modes, const Value& actual);
  void apply_decisions(const Summary& summary, Text callee, const std::vector<NodeId>& arguments,
                       const std::vector<Value>& values);
  void apply_stores(const Summary& summary, const std::vector<Value>& values);
  void picked_callee(NodeId id, const Value& callee, const char* what);

  // decisions
  struct Region {
    Outcome outcome = Outcome::question;
    std::string what;
  };
  Region region_of(NodeId decision, const std::vector<std::pair<NodeId, NodeId>>& branches) const;
  /// Reports a decision, or records it for the parameters that the condition depends on.
  void decide(NodeId place, const Value& condition, const Region& region, const char* how);
  void meet(NodeId id, const Value& joined, const std::vector<Text>& left,
            const std::vector<Text>& right);

  OriginId new_origin(NodeId id, std::string text);
  Value asked(NodeId id, std::string text);
  [[nodiscard]] bool reports() const;
  [[nodiscard]] bool is_visible(Text function) const;
  [[nodiscard]] Value visible(const Value& value) const;
  const Summary& summary_of(Text function);
  void read(Text symbol);
  void changed(Text symbol);

  const Program& program_;
  const Vocabulary& vocabulary_;
  const Effects& effects_;

  std::vector<Origin> origins_{Origin()};
  std::unordered_map<NodeId, OriginId> origin_of_node_;
  std::unordered_map<Text, Value> variables_;
  std::unordered_map<Text, Summary> summaries_;
  /// Which functions read a variable or a summary, by key of what is read.
  std::unordered_map<Text, std::set<std::uint32_t>> readers_;
  std::set<std::uint32_t> pending_;
  std::unordered_set<Text> address_taken_;
  std::unordered_map<Text, std::set<Text>> enclosing_;  ///< of a lambda: the functions it is in

  // while evaluating one function
  const Function* current_ = nullptr;
  std::uint32_t current_index_ = 0;
  NodeId current_end_ = 0;
  std::vector<Text> around_;  ///< functions around a lambda that is evaluated
  std::vector<Control> controls_;
  std::vector<std::vector<Text>> available_;  ///< availability the enclosing conditions depend on
  bool reporting_ = false;
  unsigned logical_depth_ = 0;
  bool logical_meets_ = false;

  std::vector<Decision> decisions_;
  std::vector<Meeting> meetings_;
  std::vector<Decision> availability_refusals_;
};

/// Whether an argument with `actual` makes true what a parameter decides through `modes`.
bool triggers(std::uint8_t modes, const Value& actual);

}  // namespace kgate::checks
