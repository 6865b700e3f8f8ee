// SPDX-License-Identifier: MIT
// Device time and host time of one launch, from events around many.
#pragma once

#include <cstdint>
#include <functional>

#include "gates/bench/bench.hpp"
#include "gates/harness/device_session.hpp"

namespace kgate::gates {

/// Times launches on a session's stream. With a runtime that has graphs, a graph of many launches
/// is replayed between two events, so that what is measured is the device and not the launch call.
class LaunchTimer {
 public:
  using Launch = std::function<Status()>;

  LaunchTimer(DeviceSession& session, unsigned repetitions)
      : session_(session), repetitions_(repetitions) {}

  [[nodiscard]] bool has_graphs() const;
  /// Microseconds of device time per launch. `bytes` of one launch decides how many go in a replay.
  Status measure(const Launch& launch, std::uint64_t bytes, Spread& spread);
  /// Median microseconds of host time per launch call, the queue never full.
  Status measure_host(const Launch& launch, double& microseconds);

 private:
  Status replay(const Launch& launch, unsigned launches, std::vector<double>& samples);
  Status plain(const Launch& launch, unsigned launches, std::vector<double>& samples);

  DeviceSession& session_;
  unsigned repetitions_;
};

}  // namespace kgate::gates
