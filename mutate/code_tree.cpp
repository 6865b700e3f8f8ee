// SPDX-License-Identifier: MIT
// Walking a code tree.
#include "mutate/code_tree.hpp"

namespace kgate::mutate {

const Node& Node::child(std::size_t i) const {
  static const Node kAbsent;
  return i < children.size() ? *children[i] : kAbsent;
}

const Node* Node::enclosing(Kind wanted) const {
  const Node* node = parent;
  while (node != nullptr && node->kind != wanted) {
    node = node->parent;
  }
  return node;
}

void walk(const Node& node, const std::function<void(const Node&)>& visit) {
  visit(node);
  for (const Node* child : node.children) {
    walk(*child, visit);
  }
}

const Node& without_parens(const Node& node) {
  const Node* inner = &node;
  while (inner->kind == Kind::paren) {
    inner = &inner->child(0);
  }
  return *inner;
}

}  // namespace kgate::mutate
