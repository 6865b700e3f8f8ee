// SPDX-License-Identifier: MIT
// One case on one device.
#include "gates/harness/case_run.hpp"

#include <stdexcept>
#include <string>

#include "gates/unit.hpp"

namespace kgate::gates {

const oracle::Oracle& oracle_named(std::string_view family) {
  if (const oracle::Oracle* one = find_oracle(family); one != nullptr) {
    return *one;
  }
  throw std::logic_error("no oracle is named like the family " + std::string(family));
}

CaseRun::CaseRun(const Family& family, const oracle::Oracle& oracle, const Case& one,
                 DeviceSession& session, std::uint64_t seed, Effort effort)
    : family_(family),
      oracle_(oracle),
      case_(one),
      session_(session),
      seed_(seed),
      effort_(effort) {}

const Problem& CaseRun::problem(std::size_t poison) {
  std::optional<Problem>& slot = problems_.at(poison);
  if (!slot) {
    slot = family_.problem(case_, seed_, kPoisons.at(poison));
  }
  return *slot;
}

const Expectation& CaseRun::expected() {
  if (expected_) {
    return *expected_;
  }
  expected_.emplace();
  std::array<Snapshot, kPoisons.size()> before;
  for (std::size_t poison = 0; poison < kPoisons.size(); ++poison) {
    const Problem& bound = problem(poison);
    const HostImage image(bound);
    const std::any arguments = bound.bind(bound, image.addresses());
    before.at(poison) = initial_snapshot(bound);
    if (poison == 0) {
      locate_truth(image, oracle_.truth(arguments));
    }
    if (oracle_status_.ok()) {
      oracle_status_ = oracle_.evaluate(arguments);
    }
    expected_->after.at(poison) = snapshot_of(bound, image);
  }
  expected_->written =
      written_elements(problem(0), before[0], expected_->after[0], before[1], expected_->after[1]);
  return *expected_;
}

const Status& CaseRun::oracle_status() {
  static_cast<void>(expected());
  return oracle_status_;
}

const LaunchResult& CaseRun::device(std::size_t poison) {
  std::optional<LaunchResult>& slot = launches_.at(poison);
  if (!slot) {
    slot = launch(problem(poison));
  }
  return *slot;
}

Status CaseRun::evaluate(const Problem& problem, Snapshot& after) const {
  const HostImage image(problem);
  Status status = oracle_.evaluate(problem.bind(problem, image.addresses()));
  after = snapshot_of(problem, image);
  return status;
}

LaunchResult CaseRun::launch(const Problem& problem) const {
  LaunchResult result;
  result.status = session_.run(family_, problem, result.after);
  return result;
}

void CaseRun::locate_truth(const HostImage& image, const std::vector<oracle::TruthRun>& runs) {
  const Problem& bound = problem(0);
  for (const oracle::TruthRun& run : runs) {
    const auto* first = static_cast<const std::byte*>(run.first);
    for (std::size_t b = 0; b < bound.buffers.size(); ++b) {
      for (std::size_t s = 0; s < bound.buffers[b].segments.size(); ++s) {
        const std::span<std::byte> bytes = image.segment(bound, b, s);
        if (first >= bytes.data() && first < bytes.data() + bytes.size()) {
          expected_->truth.push_back({run.tensor, b, s,
                                      static_cast<std::size_t>(first - bytes.data()), run.type,
                                      run.values, run.magnitudes});
        }
      }
    }
  }
}

}  // namespace kgate::gates
