// SPDX-License-Identifier: MIT
// Whether a fused family runs as one launch or as its separate launches.
#include "kernels/registry/fused_route.hpp"

#include <fmt/format.h>

#include <array>
#include <atomic>
#include <cstdio>

namespace kgate {
namespace {

std::string why_off(const Switch& flag, const SwitchState& state) {
  return fmt::format("{}, which is off {}", flag.variable,
                     state.asked ? "in the environment" : "by default in this build");
}

}  // namespace

Route make_route(std::string_view family, const Capabilities& capabilities, const Switch* flag,
                 const SwitchState& state) {
  Route route;
  route.family = family;
  route.unfused = route.family + "_unfused";
  route.variable = flag == nullptr ? std::string_view() : flag->variable;
  route.asked_for_fused = state.asked.value_or(false);
  const bool on = flag == nullptr || state.on;
  Selection fused = select(family, capabilities, on ? std::string() : why_off(*flag, state));
  Selection unfused = select(route.unfused, capabilities);
  if (fused.provider != nullptr && is_native(*fused.provider)) {
    route.selection = std::move(fused);
  } else if (unfused.provider != nullptr) {
    route.selection = {unfused.provider, fmt::format("{}; {}", unfused.reason, fused.reason)};
    route.is_unfused = true;
  } else {
    route.selection = {fused.provider,
                       fmt::format("{}; {}: {}", fused.reason, route.unfused, unfused.reason)};
  }
  return route;
}

void notice_unfused(const Route& route, std::string_view reason) {
  static std::array<std::atomic<bool>, kMaxOperations> told{};
  const std::size_t id = operation_id(route.family);
  if (!route.asked_for_fused || id == kMaxOperations || told.at(id).exchange(true)) {
    return;
  }
  fmt::print(stderr,
             "kgate: {} asks for the fused kernel, which cannot serve this call: {}; the separate "
             "launches run instead\n",
             route.variable, reason);
}

}  // namespace kgate
