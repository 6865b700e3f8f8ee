// SPDX-License-Identifier: MIT
// Running files of one-instruction test vectors (JSON Lines, optionally xz) against the emulator.
#pragma once

#include <cstdint>
#include <functional>
#include <string>
#include <string_view>

#include "gates/emulator/table.hpp"

namespace kgate::emulator {

enum class VectorVerdict : std::uint8_t {
  agrees,
  differs,       ///< executed, with another result
  not_executed,  ///< decoding or execution raised a fault
  malformed,     ///< the line is not a vector
};

struct VectorOutcome {
  VectorVerdict verdict = VectorVerdict::malformed;
  std::uint64_t line = 0;  ///< 1-based
  std::string assembly;    ///< the vector's own text
  std::string format;      ///< encoding, such as VOP3_DPP8
  std::string operation;
  std::string detail;  ///< first difference or fault
};

struct VectorCounts {
  std::uint64_t agrees = 0;
  std::uint64_t differs = 0;
  std::uint64_t not_executed = 0;
  std::uint64_t malformed = 0;
  std::string error;  ///< why the file could not be read to its end; empty if it was
};

/// Runs every vector of a file (".xz" files are decompressed) on `target` and calls `report` for
/// each outcome. NaNs compare as a class where the vector says so, approximate results with the
/// tolerance its format documents; everything a vector does not list must stay as it was.
VectorCounts run_vectors(const std::string& path,
                         const std::function<void(const VectorOutcome&)>& report,
                         std::string_view target = "gfx1151",
                         const InstructionTable& table = InstructionTable::get());

}  // namespace kgate::emulator
