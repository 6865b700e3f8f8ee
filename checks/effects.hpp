// SPDX-License-Identifier: MIT
// What happens in a piece of a body: actions, refusals, exits, by index range in constant time.
#pragma once

#include <cstdint>
#include <unordered_set>
#include <vector>

#include "checks/vocabulary.hpp"
#include "checks/whole_program.hpp"

namespace kgate::checks {

/// Counts over the nodes of a program. An action is a call, launch or construction that does
/// something: not logging, not a question, not a getter, not the building of an error.
class Effects {
 public:
  Effects(const Program& program, const Vocabulary& vocabulary);

  [[nodiscard]] bool has_action(NodeId begin, NodeId end) const {
    return actions_[end] > actions_[begin];
  }
  [[nodiscard]] bool has_refusal(NodeId begin, NodeId end) const {
    return refusals_[end] > refusals_[begin];
  }
  [[nodiscard]] bool has_exit(NodeId begin, NodeId end) const {
    return exits_[end] > exits_[begin];
  }
  [[nodiscard]] bool has_return(NodeId begin, NodeId end) const {
    return returns_[end] > returns_[begin];
  }
  /// A return of a pointer to a function, or of a std::function.
  [[nodiscard]] bool returns_function(NodeId begin, NodeId end) const {
    return function_returns_[end] > function_returns_[begin];
  }
  [[nodiscard]] bool is_action(NodeId node) const { return actions_[node + 1] > actions_[node]; }
  /// Whether a call of this function does something; unknown bodies are judged by name.
  [[nodiscard]] bool acts(Text function) const;
  /// Whether a type is called with parentheses: a pointer to a function or a std::function.
  [[nodiscard]] bool is_callable(TypeId type) const;

 private:
  void find_acting_functions();
  [[nodiscard]] bool call_acts(NodeId node) const;
  [[nodiscard]] bool writes_elsewhere(const Function& function) const;
  [[nodiscard]] bool is_refusal(NodeId node) const;
  void count(const Function& function);

  const Program& program_;
  const Vocabulary& vocabulary_;
  std::unordered_set<Text> acting_;
  std::unordered_set<Text> launching_;
  std::vector<std::uint32_t> actions_;
  std::vector<std::uint32_t> refusals_;
  std::vector<std::uint32_t> exits_;  ///< returns and jumps
  std::vector<std::uint32_t> returns_;
  std::vector<std::uint32_t> function_returns_;
};

}  // namespace kgate::checks
