// SPDX-License-Identifier: MIT
// Text of SOPK and SOPP operands: wait counts, hardware registers, messages, delays, swizzles.
#include <fmt/format.h>

#include <array>

#include "gates/emulator/text_parts.hpp"

namespace kgate::emulator {
namespace {

struct Named {
  unsigned id;
  std::string_view name;
};
constexpr std::array<Named, 15> kHardwareRegisters{{{1, "HW_REG_MODE"},
                                                    {2, "HW_REG_STATUS"},
                                                    {3, "HW_REG_TRAPSTS"},
                                                    {5, "HW_REG_GPR_ALLOC"},
                                                    {6, "HW_REG_LDS_ALLOC"},
                                                    {7, "HW_REG_IB_STS"},
                                                    {15, "HW_REG_SH_MEM_BASES"},
                                                    {18, "HW_REG_PERF_SNAPSHOT_PC_LO"},
                                                    {19, "HW_REG_PERF_SNAPSHOT_PC_HI"},
                                                    {20, "HW_REG_FLAT_SCR_LO"},
                                                    {21, "HW_REG_FLAT_SCR_HI"},
                                                    {23, "HW_REG_HW_ID1"},
                                                    {24, "HW_REG_HW_ID2"},
                                                    {27, "HW_REG_PERF_SNAPSHOT_DATA"},
                                                    {29, "HW_REG_SHADER_CYCLES"}}};
constexpr std::array<Named, 13> kMessages{{{1, "MSG_INTERRUPT"},
                                           {2, "MSG_HS_TESSFACTOR"},
                                           {3, "MSG_DEALLOC_VGPRS"},
                                           {9, "MSG_GS_ALLOC_REQ"},
                                           {0x80, "MSG_RTN_GET_DOORBELL"},
                                           {0x81, "MSG_RTN_GET_DDID"},
                                           {0x82, "MSG_RTN_GET_TMA"},
                                           {0x83, "MSG_RTN_GET_REALTIME"},
                                           {0x84, "MSG_RTN_SAVE_WAVE"},
                                           {0x85, "MSG_RTN_GET_TBA"},
                                           {0x86, "MSG_RTN_GET_TBA_TO_PC"},
                                           {5, "MSG_STALL_WAVE_GEN"},
                                           {6, "MSG_HALT_WAVES"}}};

std::string hardware_register_text(unsigned immediate) {
  const unsigned id = immediate & 63U;
  const unsigned offset = (immediate >> 6U) & 31U;
  const unsigned size = ((immediate >> 11U) & 31U) + 1;
  std::string name = fmt::format("{}", id);
  for (const Named& named : kHardwareRegisters) {
    if (named.id == id) name = std::string(named.name);
  }
  if (offset == 0 && size == 32) return fmt::format("hwreg({})", name);
  return fmt::format("hwreg({}, {}, {})", name, offset, size);
}

std::string wait_text(unsigned immediate) {
  const unsigned vm = (immediate >> 10U) & 63U;
  const unsigned lgkm = (immediate >> 4U) & 63U;
  const unsigned exp = immediate & 7U;
  std::string text;
  const bool all_zero_or_none = vm == 63 && lgkm == 63 && exp == 7;
  if (vm != 63 || all_zero_or_none) text += fmt::format(" vmcnt({})", vm);
  if (exp != 7 || all_zero_or_none) text += fmt::format(" expcnt({})", exp);
  if (lgkm != 63 || all_zero_or_none) text += fmt::format(" lgkmcnt({})", lgkm);
  return text;
}

std::string delay_text(unsigned immediate) {
  constexpr std::array<std::string_view, 16> kIds{"NO_DEP",
                                                  "VALU_DEP_1",
                                                  "VALU_DEP_2",
                                                  "VALU_DEP_3",
                                                  "VALU_DEP_4",
                                                  "TRANS32_DEP_1",
                                                  "TRANS32_DEP_2",
                                                  "TRANS32_DEP_3",
                                                  "FMA_ACCUM_CYCLE_1",
                                                  "SALU_CYCLE_1",
                                                  "SALU_CYCLE_2",
                                                  "SALU_CYCLE_3",
                                                  "",
                                                  "",
                                                  "",
                                                  ""};
  constexpr std::array<std::string_view, 6> kSkips{"SAME",   "NEXT",   "SKIP_1",
                                                   "SKIP_2", "SKIP_3", "SKIP_4"};
  std::string text;
  const unsigned first = immediate & 15U;
  const unsigned skip = (immediate >> 4U) & 7U;
  const unsigned second = (immediate >> 7U) & 15U;
  const auto part = [&](std::string_view label, unsigned value, std::string_view name) {
    text += fmt::format("{}{}({})", text.empty() ? " " : " | ", label,
                        name.empty() ? fmt::format("/* invalid inst{} value */",
                                                   label == "instskip" ? "skip" : "id")
                                     : std::string(name));
    static_cast<void>(value);
  };
  if (first != 0) part("instid0", first, kIds[first]);
  if (skip != 0) part("instskip", skip, skip < kSkips.size() ? kSkips[skip] : "");
  if (second != 0) part("instid1", second, kIds[second]);
  return text.empty() ? " 0" : text;
}

/// s_version: a code generation and the wave sizes it runs with.
std::string version_text(unsigned immediate) {
  constexpr std::array<Named, 4> kVersions{{{0, "UC_VERSION_GFX7"},
                                            {4, "UC_VERSION_GFX10"},
                                            {6, "UC_VERSION_GFX11"},
                                            {9, "UC_VERSION_GFX12"}}};
  const unsigned version = immediate & 0xFFU;
  if ((immediate & ~0xE0FFU) != 0) return small_text(immediate);
  std::string name = fmt::format("{}", version);
  for (const Named& named : kVersions) {
    if (named.id == version) name = std::string(named.name);
  }
  bool several = false;
  const auto add = [&](unsigned bit, std::string_view flag) {
    if ((immediate & bit) == 0) return;
    if (several) name = "(" + name + ")";
    name += fmt::format("|{}", flag);
    several = true;
  };
  add(0x2000, "UC_VERSION_W64_BIT");
  add(0x4000, "UC_VERSION_W32_BIT");
  add(0x8000, "UC_VERSION_MDP_BIT");
  return name;
}

std::string depctr_text(unsigned immediate) {
  struct Field {
    std::string_view name;
    unsigned shift;
    unsigned mask;
  };
  constexpr std::array<Field, 7> kFields{{{"depctr_hold_cnt", 7, 1},
                                          {"depctr_sa_sdst", 0, 1},
                                          {"depctr_va_vdst", 12, 15},
                                          {"depctr_va_sdst", 9, 7},
                                          {"depctr_va_ssrc", 8, 1},
                                          {"depctr_va_vcc", 1, 1},
                                          {"depctr_vm_vsrc", 2, 7}}};
  unsigned known = 0;
  for (const Field& field : kFields) known |= field.mask << field.shift;
  if ((immediate & ~known) != 0) return fmt::format(" {:#x}", immediate);
  std::string text;
  for (const Field& field : kFields) {
    const unsigned value = (immediate >> field.shift) & field.mask;
    if (value != field.mask || immediate == known) {
      text += fmt::format(" {}({})", field.name, value);
    }
  }
  return text;
}

}  // namespace

std::string message_text(unsigned immediate) {
  for (const Named& named : kMessages) {
    if (named.id == (immediate & 0xFFU)) return fmt::format("sendmsg({})", named.name);
  }
  if (immediate > 0xFFU) return fmt::format("{}", immediate);
  return fmt::format("sendmsg({}, 0, 0)", immediate);
}

std::string sopk_operands(const Instruction& instruction) {
  const std::uint32_t traits = instruction.row->semantics.traits;
  const std::string_view name = instruction.row->mnemonic;
  const auto immediate = static_cast<std::uint16_t>(instruction.offset);
  if ((traits & kNoOperands) != 0) return " " + version_text(immediate);
  if (name == "s_getreg_b32") {
    return fmt::format(" {}, {}", register_text(instruction.destination),
                       hardware_register_text(immediate));
  }
  if (name.starts_with("s_setreg")) {
    return fmt::format(" {}, {}", hardware_register_text(immediate),
                       source_text(instruction, 0, Type::b32));
  }
  const Operand& operand = instruction.destination.kind != OperandKind::none
                               ? instruction.destination
                               : instruction.source[0];
  if ((traits & kBranch) != 0) return fmt::format(" {}, {}", register_text(operand), immediate);
  return fmt::format(" {}, {:#x}", register_text(operand), immediate);
}

std::string sopp_operands(const Instruction& instruction) {
  const std::uint32_t traits = instruction.row->semantics.traits;
  const std::string_view name = instruction.row->mnemonic;
  const auto immediate = static_cast<std::uint16_t>(instruction.offset);
  if ((traits & kNoOperands) != 0) return {};
  if (name == "s_endpgm") return immediate == 0 ? std::string() : fmt::format(" {}", immediate);
  if (name == "s_waitcnt") return wait_text(immediate);
  if (name == "s_waitcnt_depctr") return depctr_text(immediate);
  if (name == "s_delay_alu") return delay_text(immediate);
  if (name.starts_with("s_sendmsg")) return " " + message_text(immediate);
  for (const std::string_view hex : {"s_set_inst_prefetch_distance", "s_clause", "s_wait_event",
                                     "s_round_mode", "s_singleuse_vdst", "s_ttracedata_imm"}) {
    if (name == hex) return fmt::format(" {:#x}", immediate);
  }
  if ((traits & kBranch) != 0) return fmt::format(" {}", immediate);
  return " " + small_text(immediate);
}

std::string swizzle_text(unsigned offset) {
  const auto numbered = [&] { return fmt::format(" offset:{}", offset); };
  if (offset >= 0xE000) return numbered();
  if (offset >= 0xC000) return numbered();
  if (offset >= 0x8000) {
    if (offset > 0x80FF) return numbered();
    return fmt::format(" offset:swizzle(QUAD_PERM,{},{},{},{})", offset & 3U, (offset >> 2U) & 3U,
                       (offset >> 4U) & 3U, (offset >> 6U) & 3U);
  }
  const unsigned and_mask = offset & 31U;
  const unsigned or_mask = (offset >> 5U) & 31U;
  const unsigned xor_mask = (offset >> 10U) & 31U;
  const auto is_power = [](unsigned value) { return value != 0 && (value & (value - 1)) == 0; };
  if (and_mask == 31 && or_mask == 0 && is_power(xor_mask)) {
    return fmt::format(" offset:swizzle(SWAP,{})", xor_mask);
  }
  if (and_mask == 31 && or_mask == 0 && xor_mask != 0 && is_power(xor_mask + 1)) {
    return fmt::format(" offset:swizzle(REVERSE,{})", xor_mask + 1);
  }
  const unsigned group = 32 - and_mask;
  if (group > 1 && is_power(group) && or_mask < group && xor_mask == 0) {
    return fmt::format(" offset:swizzle(BROADCAST,{},{})", group, or_mask);
  }
  std::string mask;
  for (unsigned bit = 16; bit != 0; bit >>= 1U) {
    const bool zero = ((0U & and_mask) | or_mask) & bit ? true : false;
    const unsigned from0 = (or_mask ^ xor_mask) & bit;
    const unsigned from1 = ((and_mask | or_mask) ^ xor_mask) & bit;
    static_cast<void>(zero);
    if (from0 == from1) {
      mask += from0 == 0 ? "0" : "1";
    } else {
      mask += from0 == 0 ? "p" : "i";
    }
  }
  return fmt::format(" offset:swizzle(BITMASK_PERM,\"{}\")", mask);
}

}  // namespace kgate::emulator
