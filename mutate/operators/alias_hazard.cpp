// SPDX-License-Identifier: MIT
// A value read again after it may have been overwritten.
#include "mutate/operator.hpp"

namespace kgate::mutate {
namespace {

bool is_load(const Node& value, const Proposals& out) {
  return value.kind == Kind::subscript || (value.kind == Kind::unary && value.op == "*") ||
         (value.kind == Kind::call && out.is_named(value.name, "load", {"*load*"}));
}

bool stores(const Node& statement, const Proposals& out) {
  bool found = false;
  walk(statement, [&](const Node& node) {
    const bool assigned = node.kind == Kind::assign &&
                          (node.child(0).kind == Kind::subscript ||
                           (node.child(0).kind == Kind::unary && node.child(0).op == "*"));
    const bool called = node.kind == Kind::call && out.is_named(node.name, "store", {"*store*"});
    found = found || assigned || called;
  });
  return found;
}

// Proposes the load for the first use of the variable after a store in the same block.
void reread(const Node& block, std::size_t declared, const Node& variable, const std::string& load,
            Proposals& out) {
  bool stored = false;
  bool done = false;
  for (std::size_t i = declared + 1; i < block.children.size() && !done; ++i) {
    const Node& statement = *block.children[i];
    if (stored) {
      walk(statement, [&](const Node& node) {
        if (!done && node.kind == Kind::reference && node.name == variable.name &&
            node.is_written() && is_read(node)) {
          out.replace(node, load, "read again what a store may have changed");
          done = true;
        }
      });
    }
    stored = stored || stores(statement, out);
  }
}

void find(const Node& node, Proposals& out) {
  if (node.kind != Kind::block) {
    return;
  }
  for (std::size_t i = 0; i < node.children.size(); ++i) {
    const Node& declaration = *node.children[i];
    if (declaration.kind != Kind::declaration) {
      continue;
    }
    for (const Node* variable : declaration.children) {
      const Node& value = without_parens(variable->child(0));
      if (is_load(value, out) && value.is_written()) {
        reread(node, i, *variable, "(" + out.text(value) + ")", out);
      }
    }
  }
}

}  // namespace

extern const Operator alias_hazard;
const Operator alias_hazard{
    .stem = "alias_hazard",
    .generic = false,
    .summary = "reads memory anew where a value loaded before a store was kept",
    .before = "keep = p[i]; q[i] = 0; use(keep);",
    .after = "keep = p[i]; q[i] = 0; use(p[i]);",
    .names = "load store",
    .find = find,
};

}  // namespace kgate::mutate
