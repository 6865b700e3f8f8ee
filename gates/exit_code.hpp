// SPDX-License-Identifier: MIT
// Every exit code of kgate, kmutate and kcheck.
#pragma once

namespace kgate {

enum ExitCode : int {
  kExitClean = 0,
  kExitFindings = 1,     ///< a gate failed, a mutant survived, a rule found something
  kExitUsage = 2,        ///< command line or configuration is wrong; nothing was run
  kExitCouldNotRun = 3,  ///< no device, red baseline, missing toolchain
  kExitRanNothing = 4,   ///< nothing was selected or nothing asserted
};

}  // namespace kgate
