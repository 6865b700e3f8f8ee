// SPDX-License-Identifier: MIT
// How the heads of a token are spread over threads, for the launcher and the kernel alike.
//
// A head is cut into units of two vectors of 8 elements. A unit of the rotated part is 8 pairs, so
// that a thread has both halves of whatever it turns; the rest of a head, and v, is cut in order.
// Nothing is exchanged between threads, so this decides speed and no bit of the result.
#pragma once

#include "kernels/device/hip.hpp"
#include "kernels/rope_contract.hpp"

namespace kgate::device {

constexpr int kUnitVector = 8;  ///< elements of a vector, and pairs of a rotated unit
constexpr int kUnitElements = 2 * kUnitVector;
constexpr int kMaxHeadLaneBits = 5;
constexpr int kMaxHeadThreads = 128;

/// Tokens along x of a grid that has one workgroup (or several along z) per token: token t is
/// workgroup (t % kTokensPerGridLine, t / kTokensPerGridLine).
constexpr int kTokensPerGridLine = 16384;

/// Workgroups along x and y for that many tokens.
struct TokenGrid {
  uint32_t x;
  uint32_t y;
};

KGATE_HOST_DEVICE TokenGrid token_grid(int64_t tokens) {
  return {static_cast<uint32_t>(tokens < kTokensPerGridLine ? tokens : kTokensPerGridLine),
          static_cast<uint32_t>((tokens + kTokensPerGridLine - 1) / kTokensPerGridLine)};
}

/// Units that are rotated; they come first.
KGATE_HOST_DEVICE int rotated_units(int rotary_dim) {
  return (rotary_dim / 2 + kUnitVector - 1) / kUnitVector;
}

/// Units of a head of `size` elements whose first `rotary_dim` are rotated.
KGATE_HOST_DEVICE int head_units(int size, int rotary_dim) {
  return rotated_units(rotary_dim) + (size - rotary_dim + kUnitElements - 1) / kUnitElements;
}

/// Base-2 logarithm of the threads that share a head of that many units: a power of two of them, so
/// that no head spans two waves.
KGATE_HOST_DEVICE int head_lane_bits(int units) {
  int bits = 0;
  while ((1 << bits) < units && bits < kMaxHeadLaneBits) {
    ++bits;
  }
  return bits;
}

/// Launch shape of one token: `threads` threads in each of `workgroups` workgroups, `heads_at_once`
/// heads in all of them together; each thread goes on to the heads heads_at_once further.
struct HeadPlan {
  int lane_bits;  ///< 1 << lane_bits threads share a head
  int threads;
  int workgroups;
  int heads_at_once;
};

/// Whether the angles of a token are computed rather than read.
KGATE_HOST_DEVICE bool has_costly_angles(const RopeArguments& rope) {
  return rope.angles == RopeAngles::base || rope.angles == RopeAngles::inverse_frequencies;
}

/// Every head has threads of its own, unless finding the angles costs more than spreading gains:
/// many tokens then keep one workgroup each, which finds them once for all heads.
KGATE_HOST_DEVICE HeadPlan head_plan(int64_t tokens, int heads, int units, bool costly_angles) {
  constexpr int64_t kManyTokens = 512;
  constexpr int64_t kVeryManyTokens = 1024;
  HeadPlan plan;
  plan.lane_bits = head_lane_bits(units);
  const int wanted = heads << plan.lane_bits;
  plan.threads = wanted >= kMaxHeadThreads ? kMaxHeadThreads : (wanted + 31) / 32 * 32;
  const int groups = plan.threads >> plan.lane_bits;
  const bool share_angles = tokens >= (costly_angles ? kManyTokens : kVeryManyTokens);
  // Not 0: a head has at most 32 threads, and a workgroup no fewer.
  // NOLINTNEXTLINE(clang-analyzer-core.DivideZero)
  plan.workgroups = share_angles ? 1 : (heads + groups - 1) / groups;
  plan.heads_at_once = plan.workgroups * groups;
  return plan;
}

}  // namespace kgate::device
