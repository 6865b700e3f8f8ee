// SPDX-License-Identifier: MIT
// The two kernels others are timed beside: one that does nothing, whose time is the floor under
// every launch, and a copy, whose rate is what moving bytes costs.
#include "kernels/device/hip.hpp"
#include "kernels/device/probe_contract.hpp"

namespace kgate::device {

/// 16 bytes, moved by one load and one store.
struct alignas(16) CopiedVector {
  uint32_t word[4];
};

}  // namespace kgate::device

KGATE_ENTRY(1024) probe_empty(kgate::ProbeArguments /*arguments*/) {}

/// One vector per thread: with more in flight per thread an H200 copies 256 MB 2 to 5 % slower.
KGATE_ENTRY(kgate::kProbeCopyThreads) probe_copy(kgate::ProbeArguments arguments) {
  using kgate::device::CopiedVector;
  const int64_t vector =
      static_cast<int64_t>(kgate::device::workgroup_index()) * kgate::kProbeCopyThreads +
      kgate::device::thread_index();
  if (vector < arguments.vectors) {
    static_cast<CopiedVector*>(arguments.to)[vector] =
        static_cast<const CopiedVector*>(arguments.from)[vector];
  }
}
