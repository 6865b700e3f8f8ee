// SPDX-License-Identifier: MIT
// Checks kernel descriptors.
#include "gates/emulator/hip/kernel_descriptor.hpp"

#include <algorithm>

namespace kgate::emulator {
namespace {

// kernel_code_properties
constexpr unsigned kPrivateSegmentBuffer = 1U << 0U;
constexpr unsigned kDispatchPointer = 1U << 1U;
constexpr unsigned kQueuePointer = 1U << 2U;
constexpr unsigned kKernargPointer = 1U << 3U;
constexpr unsigned kDispatchId = 1U << 4U;
constexpr unsigned kFlatScratchInit = 1U << 5U;
constexpr unsigned kPrivateSegmentSize = 1U << 6U;
constexpr unsigned kWave32 = 1U << 10U;
constexpr unsigned kDynamicStack = 1U << 11U;
constexpr unsigned kKnownProperties = 0x7FU | kWave32 | kDynamicStack;

constexpr unsigned kMostUserRegisters = 16;
// 15 bits of 256 bytes a wave of 64.
constexpr std::uint32_t kMostPrivate = 1U << 17U;

/// Scalar registers that the properties ask to be set at the start.
unsigned user_registers(unsigned properties) {
  unsigned count = 0;
  for (const unsigned pair : {kDispatchPointer, kQueuePointer, kKernargPointer, kDispatchId}) {
    count += (properties & pair) != 0 ? 2 : 0;
  }
  return count + ((properties & kPrivateSegmentSize) != 0 ? 1 : 0);
}

}  // namespace

Status check_descriptor(const DescriptorRecord& record, const KernelMetadata& metadata,
                        Descriptor& descriptor) {
  const std::string& name = metadata.name;
  const auto invalid = [&](std::string_view field, std::uint64_t value, std::string_view rule) {
    return Status::error(StatusCode::invalid_argument, "kernel '{}': descriptor: {} is {:#x}; {}",
                         name, field, value, rule);
  };
  const unsigned properties = record.kernel_code_properties;
  if (record.reserved0 != 0 || record.reserved2 != 0 ||
      std::any_of(record.reserved1.begin(), record.reserved1.end(),
                  [](std::byte one) { return one != std::byte{0}; })) {
    return invalid("a reserved field", 1, "it must be 0");
  }
  if ((properties & (kPrivateSegmentBuffer | kFlatScratchInit)) != 0 ||
      (properties & ~kKnownProperties) != 0) {
    return invalid("kernel_code_properties", properties,
                   "gfx11 has no private segment buffer and no flat scratch initialisation");
  }
  if (record.kernarg_preload != 0) {
    return invalid("kernarg_preload", record.kernarg_preload, "gfx11 cannot preload arguments");
  }
  const unsigned lanes = (properties & kWave32) != 0 ? 32 : 64;
  if (lanes != metadata.wavefront_size) {
    return invalid("wave size", lanes, "the metadata says otherwise");
  }
  if (record.kernarg_size != metadata.kernarg_segment_size) {
    return invalid("kernarg_size", record.kernarg_size, "the metadata says otherwise");
  }
  if (record.group_segment_fixed_size != metadata.group_segment_fixed_size) {
    return invalid("group_segment_fixed_size", record.group_segment_fixed_size,
                   "the metadata says otherwise");
  }
  if (record.private_segment_fixed_size != metadata.private_segment_fixed_size ||
      record.private_segment_fixed_size > kMostPrivate) {
    return invalid("private_segment_fixed_size", record.private_segment_fixed_size,
                   "the metadata says otherwise, or a lane has more than 128 KiB of scratch");
  }
  const unsigned user = (record.compute_pgm_rsrc2 >> 1U) & 0x1FU;
  if (user > kMostUserRegisters || user < user_registers(properties)) {
    return invalid("USER_SGPR_COUNT", user, "it must hold what the properties enable, up to 16");
  }
  if ((record.compute_pgm_rsrc1 & (1U << 20U)) != 0) {
    return invalid("PRIV", 1, "user code is never privileged");
  }
  descriptor.group_segment_fixed_size = record.group_segment_fixed_size;
  descriptor.private_segment_fixed_size = record.private_segment_fixed_size;
  descriptor.kernarg_size = record.kernarg_size;
  descriptor.compute_pgm_rsrc1 = record.compute_pgm_rsrc1;
  descriptor.compute_pgm_rsrc2 = record.compute_pgm_rsrc2;
  descriptor.compute_pgm_rsrc3 = record.compute_pgm_rsrc3;
  descriptor.kernel_code_properties = record.kernel_code_properties;
  return {};
}

}  // namespace kgate::emulator
