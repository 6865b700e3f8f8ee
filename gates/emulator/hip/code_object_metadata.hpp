// SPDX-License-Identifier: MIT
// The metadata note of a code object: its kernels, their limits and their arguments.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <span>
#include <string>
#include <vector>

#include "kernels/status.hpp"

namespace kgate::emulator {

/// One argument of a kernel, hidden ones included.
struct KernelArgument {
  std::string name;        ///< as in the source; may be empty
  std::string value_kind;  ///< "by_value", "global_buffer", "hidden_block_count_x" ...
  std::uint32_t offset = 0;
  std::uint32_t size = 0;

  [[nodiscard]] bool hidden() const { return value_kind.starts_with("hidden_"); }
};

/// What the note says about one kernel.
struct KernelMetadata {
  std::string name;
  std::string symbol;  ///< of the descriptor: name + ".kd"
  std::uint32_t kernarg_segment_size = 0;
  std::uint32_t group_segment_fixed_size = 0;    ///< static LDS bytes
  std::uint32_t private_segment_fixed_size = 0;  ///< scratch bytes a lane
  std::uint32_t wavefront_size = 0;
  std::uint32_t sgpr_count = 0;
  std::uint32_t vgpr_count = 0;
  std::uint32_t max_flat_workgroup_size = 0;
  bool uses_dynamic_stack = false;
  std::array<std::uint32_t, 3> required_workgroup_size{};  ///< zeros: any
  std::vector<KernelArgument> arguments;                   ///< in the order of the note

  /// One past the last byte of the explicit arguments.
  [[nodiscard]] std::uint32_t explicit_end() const;
};

struct CodeObjectMetadata {
  std::string target;  ///< "amdgcn-amd-amdhsa--gfx1151"
  std::vector<KernelMetadata> kernels;
};

/// Reads the MessagePack note. @return `invalid_argument` naming the kernel and the key.
Status parse_metadata(std::span<const std::byte> note, CodeObjectMetadata& metadata);

}  // namespace kgate::emulator
