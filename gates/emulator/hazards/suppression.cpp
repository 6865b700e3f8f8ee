// SPDX-License-Identifier: MIT
// Parsing suppressions and matching them with kernels.
#include "gates/emulator/hazards/suppression.hpp"

#include <fmt/format.h>
#include <fnmatch.h>

#include <algorithm>
#include <array>

#include "gates/emulator/demangle.hpp"

namespace kgate::emulator {
namespace {

/// Of each, the launch can go on after it.
constexpr std::array<FaultKind, 6> kSuppressible{FaultKind::uninitialised_read,
                                                 FaultKind::lds_uninitialised_read,
                                                 FaultKind::register_uninitialised,
                                                 FaultKind::missing_wait,
                                                 FaultKind::data_race,
                                                 FaultKind::conflicting_lanes};

/// A kind as options spell it: data-race.
std::string rule_name(FaultKind kind) {
  std::string text(name(kind));
  std::replace(text.begin(), text.end(), ' ', '-');
  return text;
}

}  // namespace

bool can_be_suppressed(FaultKind kind) {
  return std::find(kSuppressible.begin(), kSuppressible.end(), kind) != kSuppressible.end();
}

std::string suppressible_rules() {
  std::string all;
  for (const FaultKind kind : kSuppressible) {
    all += fmt::format("{}{}", all.empty() ? "" : ", ", rule_name(kind));
  }
  return all;
}

bool parse_suppression(std::string_view text, Suppression& suppression, std::string& error) {
  const std::size_t equals = text.find('=');
  std::string_view reason =
      equals == std::string_view::npos ? std::string_view{} : text.substr(equals + 1);
  while (!reason.empty() && reason.front() == ' ') reason.remove_prefix(1);
  if (reason.empty()) {
    error = fmt::format("'{}' gives no reason; write RULE[:KERNEL]=REASON", text);
    return false;
  }
  const std::string_view rule_and_kernel = text.substr(0, equals);
  const std::size_t colon = rule_and_kernel.find(':');
  const std::string_view rule = rule_and_kernel.substr(0, colon);
  const auto* const kind = std::find_if(kSuppressible.begin(), kSuppressible.end(),
                                        [&](FaultKind one) { return rule_name(one) == rule; });
  if (kind == kSuppressible.end()) {
    error = fmt::format("'{}' is not a rule that can be suppressed; those are {}", rule,
                        suppressible_rules());
    return false;
  }
  suppression.kind = *kind;
  suppression.kernel =
      colon == std::string_view::npos ? "" : std::string(rule_and_kernel.substr(colon + 1));
  suppression.reason = std::string(reason);
  return true;
}

std::uint64_t allowed_kinds(const std::vector<Suppression>& list, const std::string& kernel) {
  std::uint64_t kinds = 0;
  for (const Suppression& one : list) {
    const bool applies = one.kernel.empty() ||
                         fnmatch(one.kernel.c_str(), kernel.c_str(), 0) == 0 ||
                         fnmatch(one.kernel.c_str(), demangled(kernel).c_str(), 0) == 0;
    if (applies) kinds |= std::uint64_t{1} << static_cast<unsigned>(one.kind);
  }
  return kinds;
}

}  // namespace kgate::emulator
