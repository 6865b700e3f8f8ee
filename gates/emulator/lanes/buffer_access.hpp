// SPDX-License-Identifier: MIT
// Buffer resources: where lanes of MUBUF and MTBUF access, and what counts as out of range.
#pragma once

#include <algorithm>

#include "gates/emulator/lanes/memory_ops.hpp"
#include "gates/emulator/lanes/scalar.hpp"

namespace kgate::emulator::KGATE_EMULATOR_VARIANT {

/// A buffer resource of four SGPRs.
struct BufferResource {
  u64 base = 0;
  u32 stride = 0;
  u32 records = 0;
  u32 element = 0;      ///< bytes that a swizzled buffer keeps together; 0: linear
  u32 index_group = 0;  ///< swizzled: records whose elements are neighbours
  bool add_lane = false;
  u32 range_check = 0;         ///< OOB_SELECT
  u32 format = 0;              ///< of the format instructions of MUBUF
  std::array<u8, 4> select{};  ///< dst_sel: 0, 1, or 4 to 7 for a component
};

inline BufferResource read_resource(Wave& wave, const Instruction& instruction) {
  const Operand& operand = instruction.mask_source;
  BufferResource resource;
  if (operand.kind != OperandKind::sgpr) return resource;  // trap temporaries: unbound
  const u32* words = wave.scalar.data() + operand.index;
  if (words[3] >> 30U != 0) {
    raise(wave, FaultKind::unsupported_operand, "a buffer resource whose type is not 0");
  }
  resource.base = (u64{words[1] & 0xFFFFU} << 32U) | words[0];
  resource.stride = (words[1] >> 16U) & 0x3FFFU;
  const u32 swizzle = words[1] >> 30U;
  if (swizzle == 2) raise(wave, FaultKind::unsupported_operand, "swizzle mode 2 of a buffer");
  resource.element = swizzle == 0 ? 0 : (swizzle == 1 ? 4 : 16);
  resource.index_group = 8U << ((words[3] >> 21U) & 3U);
  resource.records = words[2];
  resource.add_lane = ((words[3] >> 23U) & 1U) != 0;
  resource.range_check = (words[3] >> 28U) & 3U;
  resource.format = (words[3] >> 12U) & 63U;
  for (u32 i = 0; i < 4; ++i) {
    resource.select.data()[i] = static_cast<u8>((words[3] >> (3 * i)) & 7U);
  }
  return resource;
}

/// One lane's place in a buffer.
struct BufferPlace {
  u64 index = 0;
  u64 offset = 0;  ///< without index and scalar offset
  u64 scalar = 0;  ///< the scalar offset
};

inline BufferPlace place_of(Wave& wave, const Instruction& instruction,
                            const BufferResource& resource, unsigned lane) {
  const bool has_offset = (instruction.op_sel & 1U) != 0;
  const bool has_index = (instruction.op_sel & 2U) != 0;
  const unsigned first = instruction.source[0].index;
  BufferPlace place;
  if (has_index) place.index = wave.vgpr(first)[lane];
  if (resource.add_lane) place.index += lane;
  place.offset = static_cast<u64>(instruction.offset);
  if (has_offset) place.offset += wave.vgpr(first + (has_index ? 1U : 0U))[lane];
  place.scalar = read_scalar<u32>(wave, instruction, 2);
  if (resource.element != 0 && place.scalar != 0) {
    raise(wave, FaultKind::unsupported_operand,
          "a swizzled buffer with a scalar offset: documents differ on where it is added",
          static_cast<int>(lane));
  }
  return place;
}

/// The address of the byte `at` bytes after the place.
inline u64 address_of(const BufferResource& resource, const BufferPlace& place, u64 at) {
  const u64 offset = place.offset + at;
  if (resource.element == 0) {
    return resource.base + place.scalar + offset + resource.stride * place.index;
  }
  const u64 group = place.index / resource.index_group;
  const u64 in_group = place.index % resource.index_group;
  const u64 whole = offset / resource.element * resource.element;
  return resource.base + (group * resource.stride + whole) * resource.index_group +
         in_group * resource.element + offset % resource.element;
}

/// True if `size` bytes, `at` bytes after the place, are outside what OOB_SELECT allows.
inline bool is_outside(const BufferResource& resource, const BufferPlace& place, u64 at, u64 size) {
  const u64 end = place.offset + at + size;
  const bool structured =
      place.index >= resource.records || (resource.stride != 0 && end > resource.stride);
  switch (resource.range_check) {
    case 0:
      return structured;
    case 1:
      return place.index >= resource.records;
    case 2:
      return resource.records == 0;
    default:
      if (resource.element != 0 && resource.stride != 0) return structured;
      // A raw buffer: the record count is in bytes and shrinks by the scalar offset.
      return end > resource.records - std::min<u64>(resource.records, place.scalar);
  }
}

}  // namespace kgate::emulator::KGATE_EMULATOR_VARIANT
