// SPDX-License-Identifier: MIT
// How one row is spread over a workgroup: a function of its length and element size, nothing else.
//
// This is part of the numeric contract, not tuning: it fixes the order in which squares are added,
// so it may not look at the device, its wave size, the number of rows, alignment or strides.
#pragma once

#include "kernels/device/hip.hpp"

namespace kgate::device {

constexpr int kVectorBytes = 16;     ///< one global load or store of a thread
constexpr int kGroupLanes = 32;      ///< lanes that add without LDS; a wave of 64 is two groups
constexpr int kMaxRowThreads = 512;  ///< more would shorten no row and halve the rows in flight
constexpr int kMaxRowGroups = kMaxRowThreads / kGroupLanes;

/// Workgroups along x of a launch that gives each row one: row r is workgroup (r %
/// kRowsPerGridLine, r / kRowsPerGridLine). One line of 2^31 would not do: HIP counts a grid's
/// threads in 32 bits.
constexpr int kRowsPerGridLine = 4096;

/// Vectors of `width` elements that cover a row; the last may be partly outside it.
KGATE_HOST_DEVICE int row_vectors(int length, int width) { return (length + width - 1) / width; }

/// Vectors per thread: the smallest power of two with which kMaxRowThreads threads are enough.
KGATE_HOST_DEVICE int row_vectors_per_thread(int vectors) {
  int per_thread = 1;
  while (per_thread * kMaxRowThreads < vectors) {
    per_thread *= 2;
  }
  return per_thread;
}

/// Threads of the workgroup that has the row, a multiple of kGroupLanes. Thread t owns the vectors
/// t, t + threads, t + 2*threads ...
KGATE_HOST_DEVICE int row_threads(int vectors, int per_thread) {
  const int vectors_per_group = per_thread * kGroupLanes;
  return (vectors + vectors_per_group - 1) / vectors_per_group * kGroupLanes;
}

}  // namespace kgate::device
