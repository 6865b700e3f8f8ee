// SPDX-License-Identifier: MIT
// A mutation operator: what it looks for in a code tree, and the edits it proposes.
//
// An operator is one value `const Operator <stem>` in mutate/operators/<stem>.cpp; its id is the
// stem with `-` for `_`. The build collects them from the folder listing and refuses one without
// its fixture pair tests/mutate/operators/<stem>_fixture.cpp (or .hip) and .expected.
#pragma once

#include <functional>
#include <initializer_list>
#include <map>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "mutate/code_tree.hpp"

namespace kgate::mutate {

/// One proposed edit.
struct Proposal {
  std::size_t begin = 0;
  std::size_t end = 0;
  std::string replacement;
  std::string summary;
};

/// The file an operator works on, and where its proposals go.
class Proposals {
 public:
  Proposals(std::string_view text, const std::map<std::string, std::vector<std::string>>& names,
            std::vector<Proposal>& out)
      : text_(text), names_(names), out_(out) {}

  /// The text of a node; empty where a macro makes it.
  [[nodiscard]] std::string text(const Node& node) const;
  [[nodiscard]] std::string_view file() const { return text_; }

  /// Whether `name` matches a pattern of the configuration's list `key`, or of `defaults` where the
  /// configuration has no such list. Patterns know `*` and `?`.
  [[nodiscard]] bool is_named(const std::string& name, const std::string& key,
                              std::initializer_list<const char*> defaults) const;
  /// The list itself.
  [[nodiscard]] std::vector<std::string> names(const std::string& key,
                                               std::initializer_list<const char*> defaults) const;

  /// Proposes to replace a node's text. Nothing happens for a node no file holds, or where the text
  /// stays the same.
  void replace(const Node& node, const std::string& replacement);
  void replace(const Node& node, const std::string& replacement, const std::string& summary);
  /// Proposes to replace bytes.
  void replace(std::size_t begin, std::size_t end, const std::string& replacement,
               const std::string& summary = {});
  /// Proposes another operator token for a binary, assign or unary node.
  void replace_operator(const Node& node, const std::string& replacement);
  /// Proposes to remove a statement with its semicolon; braces stay where a body must.
  void remove_statement(const Node& statement);

 private:
  std::string_view text_;
  const std::map<std::string, std::vector<std::string>>& names_;
  std::vector<Proposal>& out_;
};

struct Operator {
  std::string_view stem;
  bool generic = false;      ///< whether it runs where the configuration names no operators
  std::string_view summary;  ///< one sentence
  std::string_view before;   ///< one-line example
  std::string_view after;    ///< what it makes of it
  std::string_view names;    ///< keys of [mutants.names] it reads; empty: none
  /// Called for every node of a file, parents first.
  void (*find)(const Node& node, Proposals& out) = nullptr;
};

/// All operators, by stem.
std::span<const Operator* const> operators();

/// The operator's id: its stem with dashes.
std::string operator_id(const Operator& one);

/// Whether a node is a statement: a direct child of a block, or the body of an `if` or a loop.
bool is_statement(const Node& node);

/// Whether `node` is, below casts and parentheses, a name (reference, member, element of one, call
/// of one) that `Proposals::is_named` accepts.
bool refers_to(const Node& node, const Proposals& out, const std::string& key,
               std::initializer_list<const char*> defaults);

/// Whether the tree below `node` has such a name.
bool mentions(const Node& node, const Proposals& out, const std::string& key,
              std::initializer_list<const char*> defaults);

/// Whether a node is read as a value: not assigned to, not called, not the object of a member.
bool is_read(const Node& node);

}  // namespace kgate::mutate
