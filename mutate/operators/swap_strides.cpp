// SPDX-License-Identifier: MIT
// Another tensor's stride.
#include "mutate/operator.hpp"

namespace kgate::mutate {
namespace {

bool is_stride(const Node& node, const Proposals& out) {
  return out.is_named(node.name, "stride", {"*stride*", "ld?", "leading_*"});
}

void find(const Node& node, Proposals& out) {
  const bool named = node.kind == Kind::reference || node.kind == Kind::member;
  if (!named || !node.is_written() || !is_read(node) || !is_stride(node, out)) {
    return;
  }
  // The next other stride in the function, the first after the last.
  const Node* top = &node;
  while (top->parent != nullptr) {
    top = top->parent;
  }
  const Node* next = nullptr;
  const Node* first = nullptr;
  bool passed = false;
  walk(*top, [&](const Node& other) {
    const bool candidate = other.kind == node.kind && other.is_written() && is_read(other) &&
                           is_stride(other, out) && other.name != node.name;
    passed = passed || &other == &node;
    if (candidate && first == nullptr) {
      first = &other;
    }
    if (candidate && passed && next == nullptr) {
      next = &other;
    }
  });
  if (const Node* other = next != nullptr ? next : first; other != nullptr) {
    out.replace(node, out.text(*other), "take " + other->name + " for " + node.name);
  }
}

}  // namespace

extern const Operator swap_strides;
const Operator swap_strides{
    .stem = "swap_strides",
    .generic = false,
    .summary = "takes another stride of the same function",
    .before = "x[row * x_stride]",
    .after = "x[row * y_stride]",
    .names = "stride",
    .find = find,
};

}  // namespace kgate::mutate
