// SPDX-License-Identifier: MIT
// What a gate is: one question asked of one case on one device.
//
// A gate is one value `const Gate <stem>` in namespace kgate::gates, defined in gates/<stem>.cpp;
// the build collects them from the folder listing.
#pragma once

#include <cstdint>
#include <span>
#include <string>
#include <string_view>

namespace kgate::gates {

class CaseRun;

enum class Outcome { pass, fail, not_run };

/// What a gate found in one case.
struct Verdict {
  Outcome outcome = Outcome::pass;
  std::uint64_t assertions = 0;  ///< comparisons whose failure would have failed the gate
  double worst = 0;              ///< the gate's own figure (ulp, NMSE); 0 where it has none
  std::string detail;            ///< first difference or reason; empty on a pass
};

struct Gate {
  std::string_view name;     ///< the stem
  std::string_view summary;  ///< when it passes, one sentence
  Verdict (*run)(CaseRun& run);
  std::string_view figure;  ///< name of Verdict::worst, empty if the gate has none
};

/// All gates, in name order; generated from the folder listing.
[[nodiscard]] std::span<const Gate* const> gates();

}  // namespace kgate::gates
