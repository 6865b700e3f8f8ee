// SPDX-License-Identifier: MIT
// The reference tier counted as native.
#include "mutate/operator.hpp"

namespace kgate::mutate {
namespace {

void find(const Node& node, Proposals& out) {
  const bool named = node.kind == Kind::reference || node.kind == Kind::member;
  const std::vector<std::string> references =
      out.names("reference_tier", {"reference", "kReference"});
  const std::vector<std::string> natives = out.names("native_tier", {"native", "kNative"});
  for (std::size_t i = 0; i < references.size() && i < natives.size(); ++i) {
    if (named && node.is_written() && node.name == references[i]) {
      const std::string text = out.text(node);
      out.replace(node, text.substr(0, text.size() - node.name.size()) + natives[i],
                  "count the reference as native");
    }
  }
  // A priority that tells the tiers apart.
  if (node.kind == Kind::binary && (node.op == ">" || node.op == "<=") &&
      mentions(node.child(1), out, "reference_priority", {"*eference*riority*"}) &&
      node.is_written()) {
    out.replace(node, node.op == ">" ? "true" : "false", "count the reference as native");
  }
}

}  // namespace

extern const Operator count_reference_as_native;
const Operator count_reference_as_native{
    .stem = "count_reference_as_native",
    .generic = false,
    .summary = "takes the native tier for the reference tier",
    .before = "Tier::reference",
    .after = "Tier::native",
    .names = "reference_tier native_tier reference_priority",
    .find = find,
};

}  // namespace kgate::mutate
