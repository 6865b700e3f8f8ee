// SPDX-License-Identifier: MIT
// The 64-byte kernel descriptor as the file has it, and what it must satisfy on gfx11.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>

#include "gates/emulator/dispatch.hpp"
#include "gates/emulator/hip/code_object_metadata.hpp"
#include "kernels/status.hpp"

namespace kgate::emulator {

/// Layout of amdhsa kernel descriptors (LLVM AMDGPU usage guide, "Kernel Descriptor").
struct DescriptorRecord {
  std::uint32_t group_segment_fixed_size;
  std::uint32_t private_segment_fixed_size;
  std::uint32_t kernarg_size;
  std::uint32_t reserved0;
  std::int64_t kernel_code_entry_byte_offset;  ///< from the descriptor's own address
  std::array<std::byte, 20> reserved1;
  std::uint32_t compute_pgm_rsrc3;
  std::uint32_t compute_pgm_rsrc1;
  std::uint32_t compute_pgm_rsrc2;
  std::uint16_t kernel_code_properties;
  std::uint16_t kernarg_preload;
  std::uint32_t reserved2;
};
static_assert(sizeof(DescriptorRecord) == 64);
static_assert(offsetof(DescriptorRecord, kernel_code_entry_byte_offset) == 16);
static_assert(offsetof(DescriptorRecord, compute_pgm_rsrc3) == 44);
static_assert(offsetof(DescriptorRecord, kernarg_preload) == 58);

/// Checks a descriptor against gfx11 and against the metadata of the same kernel, and converts it.
/// @return `invalid_argument` naming the field, or `unsupported` for a feature that is not
/// modelled.
Status check_descriptor(const DescriptorRecord& record, const KernelMetadata& metadata,
                        Descriptor& descriptor);

}  // namespace kgate::emulator
