// SPDX-License-Identifier: MIT
// What a kernel family shows to the gates: cases, problems (one case made concrete), controls.
//
// A family is one value `const Family <stem>` defined in kernels/<stem>/<stem>_cases.cpp; the build
// collects them from the folder listing.
#pragma once

#include <any>
#include <cstddef>
#include <cstdint>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "kernels/data_type.hpp"
#include "kernels/status.hpp"

namespace kgate {

class Launcher;  // kernels/runtime/launcher.hpp

enum class Effort { quick, full };

/// One row of a family's case table.
struct Case {
  /// `family:key=value,key=value,...`: id, filter and replay argument. Unique; no blanks.
  std::string id;
  Effort effort = Effort::full;  ///< the cheapest profile that runs it
  std::string model;             ///< model family the shape comes from; empty if none
  std::string catches;           ///< reported bug this input catches; empty if none
  std::any row;                  ///< the family's own row struct
};

enum class Access {
  in,      ///< must be byte-identical after the launch
  out,     ///< starts as poison
  in_out,  ///< read and written
};

/// Bytes at an offset of a buffer. Everything between segments is never touched or compared, so
/// that a tensor of more than 2^31 elements costs only the rows that are looked at.
struct Segment {
  std::uint64_t offset = 0;
  std::vector<std::byte> bytes;  ///< content before the launch
};

/// One allocation of a launch. Padding, unnamed cache slots and outputs hold the poison byte.
struct CaseBuffer {
  std::string name;
  DataType type = DataType::u8;  ///< how a differing element is printed
  Access access = Access::in;
  std::uint64_t size = 0;          ///< bytes
  std::uint32_t misalignment = 0;  ///< bytes past a 256-byte boundary at which the buffer starts
  std::vector<Segment> segments;   ///< ascending, disjoint
};

/// A case made concrete: the memory before the launch and the argument struct.
/// The same problem is bound to device addresses for the launch and to host addresses for the
/// oracle. Inputs depend on (case, seed) alone; the poison byte is where nothing was written.
struct Problem {
  std::vector<CaseBuffer> buffers;
  std::any arguments;  ///< the family's contract struct; pointers are not set yet

  /// Sets the pointers of a copy of `arguments`: `addresses[i]` is where buffers[i] begins.
  std::any (*bind)(const Problem& problem, std::span<void* const> addresses) = nullptr;
};

/// A corruption of a launch that the exact gate must reject.
struct Control {
  std::string_view name;  ///< such as "eps", "position off by one"
  /// Corrupts a problem in place (arguments or buffer content). Returns false where the corruption
  /// cannot change the result of this case (a zero weight, a single row), which is then not
  /// counted.
  bool (*corrupt)(Problem& problem, std::uint64_t seed);
};

/// How far the oracle and the device may be from the truth, per stored element and per tensor.
/// ulp is in units of the last place of the stored type at the true value.
struct Bars {
  double ulp = 0;
  double nmse = 0;
};

namespace unfused {
struct Workspace;  // kernels/unfused/unfused.hpp
}

/// A family's result by separate launches of separate kernels.
struct UnfusedLaunch {
  std::uint64_t (*workspace_size)(const std::any& arguments) = nullptr;  ///< bytes
  Status (*launch)(const std::any& arguments, Launcher& launcher,
                   const unfused::Workspace& workspace) = nullptr;
};

/// A kernel family as the gates see it.
struct Family {
  std::string_view name;     ///< the stem
  std::string_view summary;  ///< one sentence
  /// All rows up to and including `effort`, in a fixed order.
  std::vector<Case> (*cases)(Effort effort);
  /// Builds the inputs of a case from its row and the seed; same arguments, same bytes.
  Problem (*problem)(const Case& one, std::uint64_t seed, std::byte poison);
  /// Checks the bound arguments and launches on the launcher's stream; does not wait.
  Status (*launch)(const std::any& arguments, Launcher& launcher);
  /// Number of independent rows (tokens) of a problem, and the restriction of it to one of them:
  /// the launch that writes that row alone. Null where rows are not independent.
  std::uint64_t (*rows)(const Problem& problem);
  bool (*keep_row)(Problem& problem, std::uint64_t row);
  std::span<const Control> controls;
  Bars (*bars)(const Case& one, DataType stored);
  /// Rows that cannot be built on this machine, each with the reason; null if there are none ever.
  std::vector<std::string> (*absent)() = nullptr;
  /// Shapes worth timing, out of place, and the bytes a launch of one must move (inputs read once,
  /// outputs written once). Null: not timed; bytes null: the sizes of the buffers.
  std::vector<Case> (*bench)() = nullptr;
  std::uint64_t (*bytes)(const Problem& problem) = nullptr;
  /// What the fused launch is timed beside; null: only the fused launch is timed.
  UnfusedLaunch unfused = {};
};

}  // namespace kgate
