// SPDX-License-Identifier: MIT
// The operations as one device has them.
#include "kernels/registry/operations.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <atomic>
#include <cstdio>
#include <mutex>

#include "kernels/registry/flags.hpp"

namespace kgate {
namespace {

constexpr std::size_t kMaxOperations = 64;

/// Calls served by the reference tier; index is the operation's place in operations().
std::array<std::atomic<std::uint64_t>, kMaxOperations>& hits() {
  static std::array<std::atomic<std::uint64_t>, kMaxOperations> counts{};
  return counts;
}

std::size_t index_of(std::string_view operation) {
  const auto names = operations();
  const auto at = std::lower_bound(names.begin(), names.end(), operation);
  return at != names.end() && *at == operation ? static_cast<std::size_t>(at - names.begin())
                                               : kMaxOperations;
}

bool disabled(const Provider& provider) {
  const auto& names = disabled_providers();
  return std::find(names.begin(), names.end(), provider.name) != names.end();
}

bool is_reference(const Provider& provider) { return provider.priority <= kReferencePriority; }

/// The first call of an operation by the reference tier is loud: a number measured after it is a
/// number of the CPU.
void count_reference_call(std::string_view operation, std::size_t index,
                          const Capabilities& capabilities) {
  if (hits().at(index).fetch_add(1) == 0) {
    fmt::print(
        stderr,
        "kgate: REFERENCE TIER: {} on {} ({}) runs the CPU oracle, not a kernel; results are "
        "right, timings are void\n",
        operation, name(capabilities.backend), capabilities.target);
  }
}

}  // namespace

Selection select(std::string_view operation, const Capabilities& capabilities) {
  Selection selection;
  if (const char* error = registration_error(operation, capabilities.backend); error != nullptr) {
    selection.reason = error;
    return selection;
  }
  const auto list = providers(operation, capabilities.backend);
  if (list.empty()) {
    selection.reason = "not registered";
    return selection;
  }
  std::string passed_over;
  for (const Provider* provider : list) {
    const char* missing = provider->lacks == nullptr ? nullptr : provider->lacks(capabilities);
    if (missing == nullptr && !disabled(*provider)) {
      selection.provider = provider;
      selection.reason = fmt::format("priority {}{}{}", provider->priority,
                                     passed_over.empty() ? "" : "; ", passed_over);
      return selection;
    }
    passed_over +=
        fmt::format("{}{} {}", passed_over.empty() ? "" : ", ", provider->name,
                    missing != nullptr ? fmt::format("unsupported: {}", missing)
                                       : std::string("disabled by KGATE_PROVIDER_DISABLE"));
  }
  selection.reason = passed_over;
  return selection;
}

/// Per operation: the provider once chosen, and whether a refusal was.
struct Operations::Cache {
  std::array<std::atomic<const Provider*>, kMaxOperations> providers{};
  std::mutex resolving;
};

Operations::Operations(const Capabilities& capabilities)
    : capabilities_(capabilities), target_(capabilities.target), cache_(std::make_unique<Cache>()) {
  capabilities_.target = target_;
}

Operations::~Operations() = default;

const Provider* Operations::find(std::string_view operation, Status& why) {
  const std::size_t index = index_of(operation);
  if (index < kMaxOperations) {
    if (const Provider* known = cache_->providers.at(index).load(std::memory_order_acquire);
        known != nullptr) {
      return known;
    }
  }
  const std::scoped_lock lock(cache_->resolving);
  const Selection selection = select(operation, capabilities_);
  if (provider_trace()) {
    fmt::print(stderr, "kgate: op={} backend={} target={} provider={} ({})\n", operation,
               name(capabilities_.backend), capabilities_.target,
               selection.provider == nullptr ? "none" : selection.provider->name, selection.reason);
  }
  if (selection.provider == nullptr) {
    why = Status::error(StatusCode::not_found, "operation {} on backend {} ({}): {}", operation,
                        name(capabilities_.backend), capabilities_.target, selection.reason);
    return nullptr;
  }
  cache_->providers.at(index).store(selection.provider, std::memory_order_release);
  return selection.provider;
}

Status Operations::run(std::string_view operation, const void* arguments, Launcher& launcher) {
  Status why;
  const Provider* provider = find(operation, why);
  if (provider == nullptr) {
    return why;
  }
  if (is_reference(*provider)) {
    count_reference_call(operation, index_of(operation), capabilities_);
  }
  return provider->run(arguments, launcher);
}

std::uint64_t Operations::reference_hits(std::string_view operation) {
  const std::size_t index = index_of(operation);
  return index < kMaxOperations ? hits().at(index).load() : 0;
}

std::uint64_t Operations::reference_hits() {
  std::uint64_t total = 0;
  for (const auto& count : hits()) {
    total += count.load();
  }
  return total;
}

}  // namespace kgate
