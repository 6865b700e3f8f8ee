// SPDX-License-Identifier: MIT
// Which provider an operation gets on a device, and why.
#include "kernels/registry/provider_selection.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <atomic>
#include <cstdio>

#include "kernels/registry/flags.hpp"

namespace kgate {
namespace {

/// Why this provider may not serve; empty if it may.
std::string obstacle(const Provider& provider, const Capabilities& capabilities,
                     std::string_view natives_off) {
  if (const char* missing = provider.lacks == nullptr ? nullptr : provider.lacks(capabilities);
      missing != nullptr) {
    return fmt::format("unsupported: {}", missing);
  }
  const auto& disabled = disabled_providers();
  if (std::find(disabled.begin(), disabled.end(), provider.name) != disabled.end()) {
    return "disabled by KGATE_PROVIDER_DISABLE";
  }
  if (!natives_off.empty() && is_native(provider)) {
    return fmt::format("disabled by {}", natives_off);
  }
  return {};
}

bool any_provider_is_called(std::string_view name) {
  for (const std::string_view operation : operations()) {
    for (std::size_t backend = 0; backend < kBackendNames.size(); ++backend) {
      const auto list = providers(operation, static_cast<Backend>(backend));
      if (std::any_of(list.begin(), list.end(),
                      [&](const Provider* one) { return one->name == name; })) {
        return true;
      }
    }
  }
  return false;
}

}  // namespace

Selection select(std::string_view operation, const Capabilities& capabilities,
                 std::string_view natives_off) {
  Selection selection;
  if (const char* error = registration_error(operation, capabilities.backend); error != nullptr) {
    selection.reason = error;
    return selection;
  }
  const auto list = providers(operation, capabilities.backend);
  std::string passed_over = op_registered(operation, capabilities.backend) ? "" : "not registered";
  for (const Provider* provider : list) {
    const std::string why_not = obstacle(*provider, capabilities, natives_off);
    if (why_not.empty()) {
      selection.provider = provider;
      selection.reason = fmt::format("priority {}{}{}", provider->priority,
                                     passed_over.empty() ? "" : "; ", passed_over);
      return selection;
    }
    passed_over += fmt::format("{}{} {}", passed_over.empty() ? "" : "; ", provider->name, why_not);
  }
  selection.reason = std::move(passed_over);
  return selection;
}

void warn_of_unknown_disabled_names() {
  static std::atomic<bool> done{false};
  if (disabled_providers().empty() || done.exchange(true)) {
    return;
  }
  for (const std::string& name : disabled_providers()) {
    if (!any_provider_is_called(name)) {
      fmt::print(stderr, "kgate: KGATE_PROVIDER_DISABLE names '{}'; no provider is called that\n",
                 name);
    }
  }
}

}  // namespace kgate
