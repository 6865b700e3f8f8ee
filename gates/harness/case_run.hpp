// SPDX-License-Identifier: MIT
// One case on one device: what the gates of that case share, computed once and only when asked for.
#pragma once

#include <array>
#include <cstdint>
#include <optional>
#include <string_view>
#include <vector>

#include "gates/harness/device_session.hpp"
#include "gates/harness/snapshot.hpp"
#include "kernels/case.hpp"
#include "oracle/oracle.hpp"

namespace kgate::gates {

/// Two fills for what nothing has written: all ones is a NaN in every format, so arithmetic on it
/// shows; the second is a large finite number, which max and comparisons cannot swallow.
inline constexpr std::array<std::byte, 2> kPoisons{std::byte{0xFF}, std::byte{0x6B}};

/// True values located in the snapshot.
struct LocatedTruth {
  std::string_view tensor;
  std::size_t buffer = 0;
  std::size_t segment = 0;
  std::size_t offset = 0;  ///< bytes into the segment
  DataType type = DataType::f32;
  std::vector<double> values;
  std::vector<double> magnitudes;  ///< see TruthRun
};

/// What the oracle says a case must leave behind.
struct Expectation {
  std::array<Snapshot, kPoisons.size()> after;  ///< per poison
  WrittenMask written;
  std::vector<LocatedTruth> truth;
};

/// A launch and what it left behind.
struct LaunchResult {
  Status status;
  Snapshot after;  ///< empty unless status is ok
};

/// The oracle of a family; the build refuses a family without one, so a missing name is a bug.
[[nodiscard]] const oracle::Oracle& oracle_named(std::string_view family);

class CaseRun {
 public:
  CaseRun(const Family& family, const oracle::Oracle& oracle, const Case& one,
          DeviceSession& session, std::uint64_t seed, Effort effort);

  [[nodiscard]] const Family& family() const { return family_; }
  [[nodiscard]] const Case& one() const { return case_; }
  [[nodiscard]] DeviceSession& session() const { return session_; }
  [[nodiscard]] std::uint64_t seed() const { return seed_; }
  [[nodiscard]] Effort effort() const { return effort_; }

  /// The problem under one of kPoisons.
  [[nodiscard]] const Problem& problem(std::size_t poison = 0);
  /// The oracle's result. A contract error of the case itself is a Status.
  [[nodiscard]] const Expectation& expected();
  [[nodiscard]] const Status& oracle_status();
  /// The first launch under each poison, default schedule.
  [[nodiscard]] const LaunchResult& device(std::size_t poison = 0);

  /// The oracle's snapshot for another problem of the same family (one row of it, say).
  [[nodiscard]] Status evaluate(const Problem& problem, Snapshot& after) const;
  /// A launch of its own, not cached.
  [[nodiscard]] LaunchResult launch(const Problem& problem) const;

 private:
  void locate_truth(const HostImage& image, const std::vector<oracle::TruthRun>& runs);

  const Family& family_;
  const oracle::Oracle& oracle_;
  const Case& case_;
  DeviceSession& session_;
  std::uint64_t seed_;
  Effort effort_;
  std::array<std::optional<Problem>, kPoisons.size()> problems_;
  std::array<std::optional<LaunchResult>, kPoisons.size()> launches_;
  std::optional<Expectation> expected_;
  Status oracle_status_;
};

}  // namespace kgate::gates
