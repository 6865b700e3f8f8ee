// SPDX-License-Identifier: MIT
// Another constant.
#include <fmt/format.h>

#include <exception>

#include "mutate/operator.hpp"

namespace kgate::mutate {
namespace {

// Text of a message is no behaviour, and a character is an integer to the compiler only.
bool is_excluded(const Node& node) {
  return node.name.empty() || node.name.front() == '"' || node.name.find('\'') != std::string::npos;
}

void mutate_integer(const Node& node, Proposals& out) {
  const std::size_t digits = node.name.find_last_not_of("uUlLzZ") + 1;
  const std::string suffix = node.name.substr(digits);
  const bool hexadecimal = node.name.starts_with("0x") || node.name.starts_with("0X");
  unsigned long long value = 0;
  try {
    value = std::stoull(node.name.substr(0, digits), nullptr, 0);
  } catch (const std::exception&) {
    return;  // binary or with separators
  }
  const auto spelled = [&](unsigned long long other) {
    return (hexadecimal ? fmt::format("{:#x}", other) : std::to_string(other)) + suffix;
  };
  out.replace(node, spelled(value + 1));
  if (value > 0) {
    out.replace(node, spelled(value - 1));
  }
}

void mutate_floating(const Node& node, Proposals& out) {
  const std::size_t digits = node.name.find_last_not_of("fFlL") + 1;
  const std::string suffix = node.name.substr(digits);
  double value = 0;
  try {
    value = std::stod(node.name.substr(0, digits));
  } catch (const std::exception&) {
    return;
  }
  if (value == 0) {
    out.replace(node, "1.0" + suffix);
  } else {
    out.replace(node, "0.0" + suffix);
    out.replace(node, "(2 * " + node.name + ")");
  }
}

void find(const Node& node, Proposals& out) {
  if (node.kind != Kind::literal || is_excluded(node)) {
    return;
  }
  if (node.type == TypeClass::boolean) {
    out.replace(node, node.name == "true" ? "false" : "true");
  } else if (node.type == TypeClass::integer) {
    mutate_integer(node, out);
  } else if (node.type == TypeClass::floating) {
    mutate_floating(node, out);
  }
}

}  // namespace

extern const Operator constant;
const Operator constant{
    .stem = "constant",
    .generic = true,
    .summary =
        "replaces 0 by 1, n by n + 1 and n - 1, x by 0 and 2x for floating point, true by false",
    .before = "x = 3",
    .after = "x = 4",
    .names = "",
    .find = find,
};

}  // namespace kgate::mutate
