// SPDX-License-Identifier: MIT
// Halves by operand types, and for the instructions that move bits by their constants.
#include "gates/emulator/hazards/half_flow.hpp"

#include <algorithm>
#include <optional>
#include <string_view>

namespace kgate::emulator {
namespace {

constexpr unsigned kLowHalf16 = 0;
constexpr unsigned kHighHalf16 = 1;

std::optional<std::uint32_t> constant_of(const Instruction& instruction, unsigned k) {
  if (instruction.source.at(k).kind != OperandKind::constant) return std::nullopt;
  return static_cast<std::uint32_t>(instruction.constant.at(k));
}

/// Each result bit depends on the source bits in its place, and on a mask.
bool is_by_place(std::string_view name) {
  static constexpr std::array<std::string_view, 8> kNames{
      "v_mov_b32", "v_not_b32",     "v_and_b32", "v_or_b32",
      "v_xor_b32", "v_cndmask_b32", "v_or3_b32", "v_and_or_b32"};
  return std::ranges::find(kNames, name) != kNames.end();
}

void by_place(const Instruction& instruction, HalfFlow& flow) {
  flow.from[kLowHalf16].fill(HalfFlow::kLow);
  flow.from[kHighHalf16].fill(HalfFlow::kHigh);
  if (!instruction.row->mnemonic.starts_with("v_and_")) return;
  for (unsigned k = 0; k < 2; ++k) {
    const auto mask = constant_of(instruction, k);
    if (!mask) continue;
    if ((*mask & 0xFFFFU) == 0) flow.from[kLowHalf16].at(1 - k) = 0;
    if ((*mask & 0xFFFF0000U) == 0) flow.from[kHighHalf16].at(1 - k) = 0;
  }
}

/// `source` shifted by a constant.
void shifted(HalfFlow& flow, unsigned source, std::uint32_t by, bool left) {
  const unsigned emptied = left ? kLowHalf16 : kHighHalf16;
  const std::uint8_t near = left ? HalfFlow::kLow : HalfFlow::kHigh;
  const bool whole = (by & 31U) >= 16;
  flow.from.at(emptied).at(source) = whole ? std::uint8_t{0} : near;
  flow.from.at(1 - emptied).at(source) = whole ? near : HalfFlow::kBoth;
}

/// v_perm_b32 with a constant selector; false for the selections that spread a sign.
bool permuted(HalfFlow& flow, std::uint32_t selector) {
  for (unsigned byte = 0; byte < 4; ++byte) {
    const std::uint32_t from = selector >> (8 * byte) & 0xFFU;
    if (from >= 12) continue;
    if (from >= 8) return false;
    const std::uint8_t half = from % 4 < 2 ? HalfFlow::kLow : HalfFlow::kHigh;
    std::uint8_t& into = flow.from.at(byte / 2).at(from < 4 ? 1 : 0);
    into = static_cast<std::uint8_t>(into | half);
  }
  return true;
}

/// The flow of instructions on 32 bits that move halves; false for all others.
bool moved(const Instruction& instruction, HalfFlow& flow) {
  const std::string_view name = instruction.row->mnemonic;
  if (is_by_place(name)) {
    by_place(instruction, flow);
    return true;
  }
  if (name == "v_lshlrev_b32" || name == "v_lshrrev_b32") {
    const auto by = constant_of(instruction, 0);
    if (by) shifted(flow, 1, *by, name == "v_lshlrev_b32");
    return by.has_value();
  }
  if (name == "v_lshl_or_b32") {
    const auto by = constant_of(instruction, 1);
    if (by) shifted(flow, 0, *by, true);
    flow.from[kLowHalf16][2] = HalfFlow::kLow;
    flow.from[kHighHalf16][2] = HalfFlow::kHigh;
    return by.has_value();
  }
  if (name == "v_perm_b32") {
    const auto selector = constant_of(instruction, 2);
    return selector && permuted(flow, *selector);
  }
  if (name == "v_pack_b32_f16") {
    for (const unsigned half : {kLowHalf16, kHighHalf16}) {
      const bool high = (instruction.op_sel >> half & 1U) != 0;
      flow.from.at(half).at(half) = high ? HalfFlow::kHigh : HalfFlow::kLow;
    }
    return true;
  }
  return false;
}

}  // namespace

HalfFlow half_flow(const Instruction& instruction) {
  HalfFlow flow;
  const Format encoding = instruction.encoding;
  const bool vector = encoding == Format::vop1 || encoding == Format::vop2 ||
                      encoding == Format::vop3 || encoding == Format::vopd;
  const Operand& to = instruction.destination;
  if (!vector || to.kind != OperandKind::vgpr || to.count != 1 || instruction.dpp != Dpp::none ||
      instruction.row->mnemonic.starts_with("v_swap")) {
    return flow;
  }
  flow.known = true;
  if (moved(instruction, flow)) return flow;
  const Semantics& semantics = instruction.row->semantics;
  std::array<std::uint8_t, 3> read{};
  for (unsigned k = 0; k < 3; ++k) {
    const bool high = (instruction.op_sel >> k & 1U) != 0;
    read.at(k) = HalfFlow::kBoth;
    if (is_16_bit(semantics.source.at(k))) read.at(k) = high ? HalfFlow::kHigh : HalfFlow::kLow;
  }
  flow.from = {read, read};
  if (is_16_bit(semantics.destination)) {
    const unsigned other = (instruction.op_sel & 8U) != 0 ? kLowHalf16 : kHighHalf16;
    flow.from.at(other) = {};
    flow.kept.at(other) = true;
  }
  return flow;
}

}  // namespace kgate::emulator
