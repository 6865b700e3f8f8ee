// SPDX-License-Identifier: MIT
// The operations as one device has them.
#include "kernels/registry/operations.hpp"

#include <fmt/format.h>

#include <array>
#include <atomic>
#include <cstdio>
#include <map>
#include <mutex>
#include <set>

#include "kernels/registry/flags.hpp"
#include "kernels/registry/fused_route.hpp"

namespace kgate {
namespace {

using Counts = std::array<std::atomic<std::uint64_t>, kMaxOperations>;

/// Calls served by the reference tier in this process, by operation_id().
Counts& hits() {
  static Counts counts{};
  return counts;
}

/// One line in the process for an operation and a target, however many streams and devices ask.
void print_trace(std::string_view operation, const Capabilities& capabilities,
                 const Selection& selection) {
  static std::mutex mutex;
  static std::set<std::string> printed;
  const std::string line = fmt::format(
      "kgate: op={} backend={} target={} provider={} ({})\n", operation, name(capabilities.backend),
      capabilities.target, selection.provider == nullptr ? "none" : selection.provider->name,
      selection.reason);
  const std::scoped_lock lock(mutex);
  if (printed.insert(line).second) {
    fmt::print(stderr, "{}", line);
  }
}

}  // namespace

struct Operations::Cache {
  std::array<std::atomic<const Provider*>, kMaxOperations> providers{};
  std::array<std::atomic<const Route*>, kMaxOperations> routes{};
  Counts reference_calls{};
  std::mutex resolving;  ///< guards what is below
  std::map<std::string, Selection, std::less<>> resolved;
  std::map<std::string, Route, std::less<>> made_routes;  ///< nodes do not move
};

Operations::Operations(const Capabilities& capabilities)
    : capabilities_(capabilities), target_(capabilities.target), cache_(std::make_unique<Cache>()) {
  capabilities_.target = target_;
  warn_of_unknown_disabled_names();
}

Operations::~Operations() = default;

void Operations::record(std::string_view operation, const Selection& selection) {
  cache_->resolved.insert_or_assign(std::string(operation), selection);
  if (provider_trace()) {
    print_trace(operation, capabilities_, selection);
  }
}

const Provider* Operations::find(std::string_view operation, Status& why) {
  const std::size_t id = operation_id(operation);
  if (id < kMaxOperations) {
    if (const Provider* known = cache_->providers.at(id).load(std::memory_order_acquire);
        known != nullptr) {
      return known;
    }
  }
  const std::scoped_lock lock(cache_->resolving);
  const Selection selection = select(operation, capabilities_);
  record(operation, selection);
  if (selection.provider == nullptr) {
    why = Status::error(StatusCode::not_found, "operation {} on backend {} ({}): {}", operation,
                        name(capabilities_.backend), capabilities_.target, selection.reason);
    return nullptr;
  }
  cache_->providers.at(id).store(selection.provider, std::memory_order_release);
  return selection.provider;
}

Status Operations::run_provider(const Provider& provider, std::string_view operation,
                                const void* arguments, Launcher& launcher) {
  if (!is_native(provider)) {
    const std::size_t id = operation_id(operation);
    cache_->reference_calls.at(id).fetch_add(1, std::memory_order_relaxed);
    // Loud, so that nobody takes a figure that was measured after it for the device's.
    if (hits().at(id).fetch_add(1) == 0) {
      fmt::print(
          stderr,
          "kgate: REFERENCE TIER: {} on {} ({}) runs the CPU oracle, not a kernel; results are "
          "right, timings are void\n",
          operation, name(capabilities_.backend), capabilities_.target);
    }
  }
  return provider.run(arguments, launcher);
}

Status Operations::run(std::string_view operation, const void* arguments, Launcher& launcher) {
  Status why;
  const Provider* provider = find(operation, why);
  return provider == nullptr ? why : run_provider(*provider, operation, arguments, launcher);
}

const Route& Operations::route(std::string_view family, std::size_t id) {
  const std::scoped_lock lock(cache_->resolving);
  const auto [at, inserted] = cache_->made_routes.try_emplace(std::string(family));
  Route& made = at->second;
  if (inserted) {
    const Switch* flag = fused_switch(family);
    made = make_route(family, capabilities_, flag,
                      flag == nullptr ? SwitchState{} : switch_state(*flag));
    record(made.is_unfused ? made.unfused : made.family, made.selection);
    if (id < kMaxOperations) {
      cache_->routes.at(id).store(&made, std::memory_order_release);
    }
  }
  return made;
}

Status Operations::run_family(std::string_view family, const void* arguments, Launcher& launcher) {
  const std::size_t id = operation_id(family);
  const Route* known =
      id < kMaxOperations ? cache_->routes.at(id).load(std::memory_order_acquire) : nullptr;
  const Route& way = known != nullptr ? *known : route(family, id);
  if (way.selection.provider == nullptr) {
    return Status::error(StatusCode::not_found, "operation {} on backend {} ({}): {}", family,
                         name(capabilities_.backend), capabilities_.target, way.selection.reason);
  }
  if (way.is_unfused) {
    notice_unfused(way, way.selection.reason);
    return run_provider(*way.selection.provider, way.unfused, arguments, launcher);
  }
  Status status = run_provider(*way.selection.provider, family, arguments, launcher);
  Status why;
  if (status.code() != StatusCode::unsupported) {
    return status;
  }
  const Provider* unfused = find(way.unfused, why);
  if (unfused == nullptr) {
    return status;
  }
  notice_unfused(way, status.message());
  return run_provider(*unfused, way.unfused, arguments, launcher);
}

std::vector<OperationTrace> Operations::trace() const {
  const std::scoped_lock lock(cache_->resolving);
  std::vector<OperationTrace> list;
  for (const auto& [operation, selection] : cache_->resolved) {
    const std::size_t id = operation_id(operation);
    list.push_back({operation, selection.provider, selection.reason,
                    id < kMaxOperations ? cache_->reference_calls.at(id).load() : 0});
  }
  return list;
}

std::uint64_t Operations::reference_hits(std::string_view operation) {
  const std::size_t id = operation_id(operation);
  return id < kMaxOperations ? hits().at(id).load() : 0;
}

std::uint64_t Operations::reference_hits() {
  std::uint64_t total = 0;
  for (const auto& count : hits()) {
    total += count.load();
  }
  return total;
}

}  // namespace kgate
