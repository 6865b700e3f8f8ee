// SPDX-License-Identifier: MIT
// Key and value in each other's place.
#include <algorithm>

#include "mutate/operator.hpp"

namespace kgate::mutate {
namespace {

// Whether the function that has `node` also has something called `name`: `value` alone is any
// value.
bool is_pair(const Node& node, const std::string& name) {
  const Node* top = &node;
  while (top->parent != nullptr) {
    top = top->parent;
  }
  bool found = false;
  walk(*top, [&](const Node& other) {
    const bool declares = other.kind == Kind::parameter || other.kind == Kind::variable;
    found = found || (other.name == name && (declares || other.kind == Kind::member));
  });
  return found;
}

void find(const Node& node, Proposals& out) {
  const bool named = node.kind == Kind::reference || node.kind == Kind::member;
  if (!named || !node.is_written() || node.is_function) {
    return;
  }
  const std::vector<std::string> keys =
      out.names("key", {"k", "key", "keys", "k_cache", "key_cache", "k_scale", "k_stride",
                        "k_block_stride", "k_token_stride", "k_head_stride"});
  const std::vector<std::string> values =
      out.names("value", {"v", "value", "values", "v_cache", "value_cache", "v_scale", "v_stride",
                          "v_block_stride", "v_token_stride", "v_head_stride"});
  for (std::size_t i = 0; i < std::min(keys.size(), values.size()); ++i) {
    const std::string text = out.text(node);
    const std::size_t at = text.size() - std::min(text.size(), node.name.size());
    if (node.name == keys[i]) {
      out.replace(node, text.substr(0, at) + values[i], "V for K");
    } else if (node.name == values[i] && is_pair(node, keys[i])) {
      out.replace(node, text.substr(0, at) + keys[i], "K for V");
    }
  }
}

}  // namespace

extern const Operator swap_k_and_v;
const Operator swap_k_and_v{
    .stem = "swap_k_and_v",
    .generic = false,
    .summary = "takes the value tensor for the key tensor and back",
    .before = "cache.k_scale",
    .after = "cache.v_scale",
    .names = "key value",
    .find = find,
};

}  // namespace kgate::mutate
