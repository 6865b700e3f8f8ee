// SPDX-License-Identifier: MIT
// SOPP: branches, barriers, waits, program end.
#include <fmt/format.h>

#include "gates/emulator/interrupt.hpp"
#include "gates/emulator/lanes/scalar.hpp"

namespace kgate::emulator::KGATE_EMULATOR_VARIANT {
namespace {

/// Memory completes at issue, so waits, hints and cache control have nothing to do.
void nothing(Wave& /*wave*/, const Instruction& /*instruction*/) {}

void branch(Wave& wave, const Instruction& instruction) {
  const u64 target =
      wave.program->address(wave.next) + static_cast<u64>(i64{instruction.offset} * 4);
  wave.next = wave.program->at(target);
}
bool vcc_is_zero(const Wave& wave) {
  return wave.scalar[kVcc] == 0 && (wave.lanes == 32 || wave.scalar[kVcc + 1] == 0);
}
template <class F>
void branch_if(Wave& wave, const Instruction& instruction) {
  if (F{}(wave)) branch(wave, instruction);
}
template <class F>
constexpr Row conditional(u16 opcode, std::string_view mnemonic, F /*function*/) {
  return {Format::sopp, opcode, mnemonic, Accuracy::exact,
          special(&branch_if<F>, Type::none, {}, kBranch)};
}

void end_program(Wave& wave, const Instruction& /*instruction*/) {
  wave.status = WaveStatus::ended;
}

void barrier(Wave& wave, const Instruction& /*instruction*/) {
  if (wave.group->options->strict_barrier && wave.exec() != wave.existing) {
    const u64 missing = wave.existing & ~wave.exec();
    raise(wave, FaultKind::barrier_divergent,
          fmt::format("{} of the wave's {} lanes are switched off at the barrier",
                      __builtin_popcountll(missing), __builtin_popcountll(wave.existing)),
          missing != 0 ? __builtin_ctzll(missing) : -1);
  }
  wave.status = WaveStatus::at_barrier;
}

void trap(Wave& wave, const Instruction& instruction) {
  const i32 id = instruction.offset & 0xFF;
  // 3 is a debugger's breakpoint: nothing happens without one.
  if (id == 3) return;
  raise(wave, FaultKind::trap,
        id == 2 ? "the kernel trapped: __builtin_trap, a failed assertion or unreachable code"
                : fmt::format("s_trap {}", id));
}

/// Messages to the graphics pipeline, and the release of registers, have nothing to do.
void send_message(Wave& wave, const Instruction& instruction) {
  constexpr i32 kInterrupt = 1;
  const InterruptHandler handler = interrupt_handler.load();
  if ((instruction.offset & 0xFF) == kInterrupt && handler != nullptr) {
    handler(*wave.group->launch);
  }
}

void round_mode(Wave& wave, const Instruction& instruction) {
  wave.set_mode((wave.mode.bits & ~0xFU) | (static_cast<u32>(instruction.offset) & 0xFU));
}
void denormal_mode(Wave& wave, const Instruction& instruction) {
  wave.set_mode((wave.mode.bits & ~0xF0U) | ((static_cast<u32>(instruction.offset) & 0xFU) << 4U));
}

void code_end(Wave& wave, const Instruction& /*instruction*/) {
  raise(wave, FaultKind::outside_code, "s_code_end: the padding after the last kernel");
}

constexpr Row inert(u16 opcode, std::string_view mnemonic, u32 traits = 0) {
  return {Format::sopp, opcode, mnemonic, Accuracy::exact,
          special(&nothing, Type::none, {}, traits)};
}
constexpr Row refused(u16 opcode, std::string_view mnemonic, u32 traits = 0) {
  return {Format::sopp, opcode, mnemonic, Accuracy::refused,
          special(nullptr, Type::none, {}, traits)};
}

constexpr Row kRows[] = {
    inert(0x00, "s_nop"),
    refused(0x01, "s_setkill"),
    refused(0x02, "s_sethalt"),
    inert(0x03, "s_sleep"),
    inert(0x04, "s_set_inst_prefetch_distance"),
    inert(0x05, "s_clause"),
    inert(0x07, "s_delay_alu"),
    inert(0x08, "s_waitcnt_depctr"),
    inert(0x09, "s_waitcnt"),
    inert(0x0A, "s_wait_idle", kNoOperands),
    inert(0x0B, "s_wait_event"),
    {Format::sopp, 0x10, "s_trap", Accuracy::exact, special(&trap, Type::none, {})},
    {Format::sopp, 0x11, "s_round_mode", Accuracy::exact, special(&round_mode, Type::none, {})},
    {Format::sopp, 0x12, "s_denorm_mode", Accuracy::exact, special(&denormal_mode, Type::none, {})},
    inert(0x13, "s_singleuse_vdst", kOnlyGfx115),
    {Format::sopp, 0x1F, "s_code_end", Accuracy::exact,
     special(&code_end, Type::none, {}, kNoOperands)},
    {Format::sopp, 0x20, "s_branch", Accuracy::exact, special(&branch, Type::none, {}, kBranch)},
    conditional(0x21, "s_cbranch_scc0", [](const Wave& w) { return w.scalar[kScc] == 0; }),
    conditional(0x22, "s_cbranch_scc1", [](const Wave& w) { return w.scalar[kScc] != 0; }),
    conditional(0x23, "s_cbranch_vccz", [](const Wave& w) { return vcc_is_zero(w); }),
    conditional(0x24, "s_cbranch_vccnz", [](const Wave& w) { return !vcc_is_zero(w); }),
    conditional(0x25, "s_cbranch_execz", [](const Wave& w) { return w.exec() == 0; }),
    conditional(0x26, "s_cbranch_execnz", [](const Wave& w) { return w.exec() != 0; }),
    // No debugger is attached: these never branch.
    inert(0x27, "s_cbranch_cdbgsys", kBranch),
    inert(0x28, "s_cbranch_cdbguser", kBranch),
    inert(0x29, "s_cbranch_cdbgsys_or_user", kBranch),
    inert(0x2A, "s_cbranch_cdbgsys_and_user", kBranch),
    {Format::sopp, 0x30, "s_endpgm", Accuracy::exact, special(&end_program, Type::none, {})},
    {Format::sopp, 0x31, "s_endpgm_saved", Accuracy::exact,
     special(&end_program, Type::none, {}, kNoOperands)},
    inert(0x34, "s_wakeup", kNoOperands),
    inert(0x35, "s_setprio"),
    {Format::sopp, 0x36, "s_sendmsg", Accuracy::exact, special(&send_message, Type::none, {})},
    refused(0x37, "s_sendmsghalt"),
    inert(0x38, "s_incperflevel"),
    inert(0x39, "s_decperflevel"),
    inert(0x3A, "s_ttracedata", kNoOperands),
    inert(0x3B, "s_ttracedata_imm"),
    inert(0x3C, "s_icache_inv", kNoOperands),
    {Format::sopp, 0x3D, "s_barrier", Accuracy::exact,
     special(&barrier, Type::none, {}, kNoOperands)},
};

}  // namespace

extern const InstructionGroup sopp;
const InstructionGroup sopp{kRows};

}  // namespace kgate::emulator::KGATE_EMULATOR_VARIANT
