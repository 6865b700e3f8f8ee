// SPDX-License-Identifier: MIT
// Calls of all five families through the C interface from many threads on many streams, compared
// with the oracle.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <string>

#include "kernels/include/kgate/kgate.h"

namespace kgate::test {

/// A call is a family and a variant of its shape.
inline constexpr std::size_t kFamilies = 5;
inline constexpr std::size_t kVariants = 8;
inline constexpr std::size_t kCalls = kFamilies * kVariants;

/// Memory of one call: inputs in the first third, outputs in the second, workspace in the last.
inline constexpr std::size_t kOutputBytes = 8192;
inline constexpr std::size_t kArenaBytes = 3 * kOutputBytes;
using Output = std::array<std::byte, kOutputBytes>;

/// Arenas of every call on one device.
class MixedCalls {
 public:
  /// Allocates and fills the inputs. Throws std::runtime_error with kgate's words.
  explicit MixedCalls(kgate_device* device);
  ~MixedCalls();
  MixedCalls(const MixedCalls&) = delete;
  MixedCalls& operator=(const MixedCalls&) = delete;
  MixedCalls(MixedCalls&&) = delete;
  MixedCalls& operator=(MixedCalls&&) = delete;

  /// Overwrites what calls write; waits.
  void poison();
  void launch(void* stream, std::size_t call) const;
  /// What is in the second third of a call's arena; the stream must be idle.
  [[nodiscard]] Output output(std::size_t call) const;

 private:
  [[nodiscard]] std::byte* arena(std::size_t call) const { return memory_ + call * kArenaBytes; }

  kgate_device* device_;
  std::byte* memory_ = nullptr;
};

struct MixedRun {
  std::uint64_t launches = 0;
  std::uint64_t compared = 0;  ///< outputs of calls
  std::uint64_t wrong = 0;
  std::string error;  ///< the first failure; empty if none
};

/// `threads` threads with `streams` streams each, every stream with memory of its own; `launches`
/// on each stream, all families in turn, compared with the CPU oracle after every round of calls.
[[nodiscard]] MixedRun run_mixed(const std::string& device, unsigned threads, unsigned streams,
                                 unsigned launches);

}  // namespace kgate::test
