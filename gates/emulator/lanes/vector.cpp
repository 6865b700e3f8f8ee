// SPDX-License-Identifier: MIT
// The generic executors of vector instructions: fetch operands, run the lane function, commit.
#include <array>
#include <cstring>

#include "gates/emulator/lanes/arithmetic.hpp"
#include "gates/emulator/lanes/lanes.hpp"
#include "gates/emulator/lanes/modifiers.hpp"
#include "gates/emulator/table.hpp"
#include "gates/emulator/wave.hpp"

namespace kgate::emulator::KGATE_EMULATOR_VARIANT {
namespace {

struct Buffers {
  alignas(64) std::array<std::array<u32, kHalf>, 6> source;
  alignas(64) std::array<u32, kHalf> result;
  alignas(64) std::array<u32, kHalf> result_high;
};

[[gnu::always_inline]] inline const u32* broadcast(u32 value, std::array<u32, kHalf>& buffer) {
  for (unsigned lane = 0; lane < kHalf; ++lane) buffer.data()[lane] = value;
  return buffer.data();
}

/// Points the block at source k of one half, broadcasting scalars into the buffers.
[[gnu::always_inline]] inline void fetch(Wave& wave, const Instruction& instruction, unsigned k,
                                         unsigned half, Buffers& buffers, LaneBlock& block) {
  const Operand& operand = instruction.source.data()[k];
  if (operand.kind == OperandKind::none) return;
  if (operand.kind == OperandKind::vgpr) {
    block.source.data()[k] = wave.vgpr(operand.index) + half * kHalf;
    if (operand.count == 2) {
      block.source_high.data()[k] = wave.vgpr(operand.index + 1U) + half * kHalf;
    }
    return;
  }
  const bool constant = operand.kind == OperandKind::constant;
  const u64 value = instruction.constant.data()[k];
  block.source.data()[k] =
      broadcast(constant ? static_cast<u32>(value) : wave.scalar.data()[operand.index],
                buffers.source.data()[k]);
  if (operand.count == 2) {
    block.source_high.data()[k] = broadcast(
        constant ? static_cast<u32>(value >> 32U) : wave.scalar.data()[operand.index + 1U],
        buffers.source.data()[k + 3]);
  }
}

[[gnu::always_inline]] inline u32 read_mask(const Wave& wave, const Instruction& instruction,
                                            unsigned half) {
  const Operand& operand = instruction.mask_source;
  if (operand.kind == OperandKind::none) return 0;
  if (operand.kind == OperandKind::constant) {
    return static_cast<u32>(instruction.constant.data()[2] >> (32U * half));
  }
  return wave.scalar.data()[operand.index + half];
}

[[gnu::always_inline]] inline void store_lanes(u32* destination, const u32* value, u32 mask) {
  if (mask == 0xFFFFFFFFU) {
    std::memcpy(destination, value, kHalf * sizeof(u32));
    return;
  }
  for (unsigned lane = 0; lane < kHalf; ++lane) {
    destination[lane] = ((mask >> lane) & 1U) != 0 ? value[lane] : destination[lane];
  }
}

[[gnu::always_inline]] inline u32 exec_half(const Wave& wave, unsigned half) {
  return wave.scalar.data()[kExec + half];
}

[[gnu::always_inline]] inline void commit(Wave& wave, const Instruction& instruction, unsigned half,
                                          const Buffers& buffers, u32 mask) {
  const Operand& operand = instruction.destination;
  if (operand.kind != OperandKind::vgpr) return;
  store_lanes(wave.vgpr(operand.index) + half * kHalf, buffers.result.data(), mask);
  if (operand.count == 2) {
    store_lanes(wave.vgpr(operand.index + 1U) + half * kHalf, buffers.result_high.data(), mask);
  }
}

/// Mask results are written once both halves were read: v_cmp may overwrite its own SGPR source.
void commit_masks(Wave& wave, const Instruction& instruction, std::array<u32, 2> masks) {
  const u32 traits = instruction.row->semantics.traits;
  if ((traits & (kCompare | kCarryOut)) == 0) return;
  const unsigned halves = wave.lanes / kHalf;
  const unsigned slot = (traits & kWritesExec) != 0 ? kExec : instruction.mask_destination.index;
  for (unsigned half = 0; half < halves; ++half) {
    wave.scalar.data()[slot + half] = masks.data()[half];
  }
}

void run_plain(Wave& wave, const Instruction& instruction) {
  Buffers buffers;
  std::array<u32, 2> masks{};
  const unsigned halves = wave.lanes / kHalf;
  for (unsigned half = 0; half < halves; ++half) {
    LaneBlock block;
    block.mode = &wave.mode;
    block.seed = wave.group->options->approximation_seed;
    for (unsigned k = 0; k < 3; ++k) fetch(wave, instruction, k, half, buffers, block);
    block.result = buffers.result.data();
    block.result_high = buffers.result_high.data();
    block.mask_in = read_mask(wave, instruction, half);
    (wave.default_mode ? instruction.lanes : instruction.lanes_any_mode)(block);
    const u32 exec = exec_half(wave, half);
    commit(wave, instruction, half, buffers, exec);
    masks.data()[half] = block.mask_out & exec;
  }
  commit_masks(wave, instruction, masks);
}

/// Sources with DPP, op_sel, halves, abs and neg applied; returns lanes whose write DPP allows.
u32 fetch_modified(Wave& wave, const Instruction& instruction, unsigned half, Buffers& buffers,
                   LaneBlock& block) {
  u32 enabled = 0xFFFFFFFFU;
  for (unsigned k = 0; k < 3; ++k) {
    const Operand& operand = instruction.source.data()[k];
    if (operand.kind == OperandKind::none) continue;
    fetch(wave, instruction, k, half, buffers, block);
    auto& low = buffers.source.data()[k];
    auto& high = buffers.source.data()[k + 3];
    if (k == 0 && instruction.dpp != Dpp::none) {
      enabled = permute_dpp(instruction, exec_half(wave, half), block.source.data()[0], low.data());
    } else if (block.source.data()[k] != low.data()) {
      std::memcpy(low.data(), block.source.data()[k], sizeof(low));
    }
    block.source.data()[k] = low.data();
    if (operand.count == 2 && block.source_high.data()[k] != high.data()) {
      std::memcpy(high.data(), block.source_high.data()[k], sizeof(high));
      block.source_high.data()[k] = high.data();
    }
    modify_source(instruction, k, wave.mode, low.data(), high.data());
  }
  return enabled;
}

/// Runs the lane function of one half with every modifier; the result is in the buffers.
u32 compute_modified(Wave& wave, const Instruction& instruction, unsigned half, Buffers& buffers,
                     u32& mask_out) {
  LaneBlock block;
  block.mode = &wave.mode;
  block.seed = wave.group->options->approximation_seed;
  const u32 enabled = fetch_modified(wave, instruction, half, buffers, block);
  block.result = buffers.result.data();
  block.result_high = buffers.result_high.data();
  block.mask_in = read_mask(wave, instruction, half);
  block.negate = instruction.negate;
  (wave.default_mode ? instruction.lanes : instruction.lanes_any_mode)(block);
  mask_out = block.mask_out;
  modify_result(instruction, wave.mode, buffers.result.data(), buffers.result_high.data());
  if (writes_half(instruction)) {
    const u32* old = wave.vgpr(instruction.destination.index) + half * kHalf;
    merge_half(instruction, old, buffers.result.data());
  }
  return enabled;
}

void run_modified(Wave& wave, const Instruction& instruction) {
  Buffers buffers;
  std::array<u32, 2> masks{};
  const unsigned halves = wave.lanes / kHalf;
  for (unsigned half = 0; half < halves; ++half) {
    u32 mask_out = 0;
    const u32 enabled = compute_modified(wave, instruction, half, buffers, mask_out);
    const u32 mask = exec_half(wave, half) & enabled;
    commit(wave, instruction, half, buffers, mask);
    masks.data()[half] = mask_out & mask;
  }
  commit_masks(wave, instruction, masks);
}

void run_pair(Wave& wave, const Instruction& instruction) {
  // Both halves read before either writes.
  std::array<Buffers, 2> buffers;
  u32 mask_out = 0;
  for (unsigned i = 0; i < 2; ++i) {
    compute_modified(wave, instruction.pair[i], 0, buffers.data()[i], mask_out);
  }
  for (unsigned i = 0; i < 2; ++i) {
    commit(wave, instruction.pair[i], 0, buffers.data()[i], exec_half(wave, 0));
  }
}

}  // namespace

Executors executors() { return {&run_plain, &run_modified, &run_pair}; }

}  // namespace kgate::emulator::KGATE_EMULATOR_VARIANT
