// SPDX-License-Identifier: MIT
// A provider that never registers.
#include "mutate/operator.hpp"

namespace kgate::mutate {
namespace {

// `const kgate::Registration` without qualifiers.
std::string type_stem(const std::string& type) {
  const std::size_t at = type.find_last_of(": ");
  return at == std::string::npos ? type : type.substr(at + 1);
}

void find(const Node& node, Proposals& out) {
  if (node.kind == Kind::variable && node.parent == nullptr &&
      out.is_named(type_stem(node.type_name), "registration",
                   {"*Registration*", "*Registrar*", "*Registerer*"}) &&
      node.use_begin != kNowhere) {
    // A macro's use leaves its semicolon to the caller.
    const std::size_t after = out.file().find_first_not_of(" \t\r\n", node.use_end);
    const bool semicolon = after != std::string_view::npos && out.file()[after] == ';';
    out.replace(node.use_begin, semicolon ? after + 1 : node.use_end, "");
  }
  if (node.kind == Kind::call && is_statement(node) &&
      out.is_named(node.name, "register_call",
                   {"register_*", "Register*", "*_register", "add_provider", "TORCH_LIBRARY*"})) {
    out.remove_statement(node);
  }
}

}  // namespace

extern const Operator delete_registration;
const Operator delete_registration{
    .stem = "delete_registration",
    .generic = false,
    .summary = "deletes a registration: a static object of a registrar type, or a registering call",
    .before = "KGATE_REGISTER(op, rocm, native, 0, nullptr, run);",
    .after = "",
    .names = "registration register_call",
    .find = find,
};

}  // namespace kgate::mutate
