// SPDX-License-Identifier: MIT
// All units of a run as one program: names shared, definitions that repeat kept once.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>
#include <unordered_map>
#include <vector>

#include "checks/unit_model.hpp"

namespace kgate::checks {

/// What is left of a unit once its functions are in the program.
struct UnitSummary {
  Text main_file = 0;
  bool device = false;
  std::vector<std::string> arguments;  ///< of the compile command
  std::vector<Include> includes;
};

class Program {
 public:
  /// Adds a unit; its texts, types and nodes are renumbered. Order of calls decides numbering and
  /// nothing else that a rule sees.
  void add(const Unit& unit, const std::vector<std::string>& arguments);

  [[nodiscard]] std::string_view text(Text id) const { return texts_[id]; }
  /// 0 where the program has no such text.
  [[nodiscard]] Text find_text(std::string_view content) const;
  [[nodiscard]] const Type& type(TypeId id) const { return types_[id]; }
  [[nodiscard]] const Node& node(NodeId id) const { return nodes_[id]; }
  [[nodiscard]] std::size_t text_count() const { return texts_.size(); }
  [[nodiscard]] std::size_t type_count() const { return types_.size(); }
  [[nodiscard]] std::size_t node_count() const { return nodes_.size(); }

  /// First child of a node, or its end where it has none. The next sibling of a child is its end.
  [[nodiscard]] NodeId first_child(NodeId id) const { return id + 1; }
  [[nodiscard]] std::vector<NodeId> children(NodeId id) const;
  /// The child in a slot; the node of id 0 (an absent one) where there are fewer.
  [[nodiscard]] NodeId child(NodeId id, std::size_t slot) const;

  /// Every function with a body, each distinct body once, and every function that is called.
  [[nodiscard]] const std::vector<Function>& functions() const { return functions_; }
  /// A function by key, with a body if any unit has one; null if nothing names it.
  [[nodiscard]] const Function* function(Text key) const;
  /// Indices in functions() of all distinct bodies of a key; host and device pass may differ.
  [[nodiscard]] const std::vector<std::uint32_t>& bodies(Text key) const;
  [[nodiscard]] const Variable* variable(Text key) const;
  [[nodiscard]] const std::vector<Variable>& variables() const { return variables_; }
  [[nodiscard]] const std::vector<Text>& bases(Text record) const;
  /// Methods that override a method, directly.
  [[nodiscard]] const std::vector<Text>& overriders(Text key) const;

  [[nodiscard]] const std::vector<Enumerator>& enumerators() const { return enumerators_; }
  [[nodiscard]] const std::vector<MacroUse>& macros() const { return macros_; }
  [[nodiscard]] const std::vector<Remark>& comments() const { return comments_; }
  [[nodiscard]] const std::vector<Remark>& pragmas() const { return pragmas_; }
  [[nodiscard]] const std::vector<UnitSummary>& units() const { return units_; }

 private:
  struct Renumbering;

  Text intern(std::string_view content);
  void add_types(const Unit& unit, Renumbering& numbers);
  void add_functions(const Unit& unit, const Renumbering& numbers);
  void add_names(const Unit& unit, const Renumbering& numbers);
  void add_preprocessor_facts(const Unit& unit, const Renumbering& numbers);

  std::vector<std::string> texts_{std::string()};
  std::unordered_map<std::string, Text> text_ids_{{std::string(), 0}};
  std::vector<Type> types_{Type()};
  std::unordered_map<std::string, TypeId> type_ids_;
  std::vector<Node> nodes_ = std::vector<Node>(1);
  std::vector<Function> functions_;
  std::unordered_map<Text, std::vector<std::uint32_t>> bodies_;
  std::unordered_map<Text, std::uint32_t> declared_;
  std::unordered_map<std::uint64_t, std::vector<Text>> fingerprints_;
  std::vector<Variable> variables_;
  std::unordered_map<Text, std::uint32_t> variable_ids_;
  std::unordered_map<Text, std::vector<Text>> bases_;
  std::unordered_map<Text, std::vector<Text>> overriders_;
  std::vector<Enumerator> enumerators_;
  std::unordered_map<Text, std::uint32_t> enumerator_ids_;
  std::vector<MacroUse> macros_;
  std::vector<Remark> comments_;
  std::vector<Remark> pragmas_;
  std::unordered_map<std::string, bool> seen_remarks_;
  std::vector<UnitSummary> units_;
};

}  // namespace kgate::checks
