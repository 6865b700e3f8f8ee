// SPDX-License-Identifier: MIT
// Decoding a code range into an instruction for every dword.
#include "gates/emulator/program.hpp"

#include <cstring>

#include "gates/emulator/wave.hpp"

namespace kgate::emulator {
namespace {

// The longest encoding is three dwords; falling off the end lands on one of these.
constexpr std::size_t kGuards = 4;

void leave_code(Wave& wave, const Instruction& /*instruction*/) {
  raise(wave, FaultKind::outside_code, "the program counter left the code object");
}

}  // namespace

Program::Program(std::span<const std::byte> code, std::uint64_t address, Target target,
                 unsigned lanes, const InstructionTable& table)
    : address_(address), count_(code.size() / 4), lanes_(lanes) {
  std::vector<std::uint32_t> words(count_);
  if (count_ != 0) std::memcpy(words.data(), code.data(), count_ * 4);
  const Decoder decoder(table, target, lanes);
  instructions_.reserve(count_ + kGuards);
  for (std::size_t i = 0; i < count_; ++i) {
    instructions_.push_back(decoder.decode(std::span(words).subspan(i), pairs_));
  }
  for (std::size_t i = 0; i < kGuards; ++i) {
    Instruction guard;
    guard.handler = &leave_code;
    guard.dwords = 0;
    instructions_.push_back(guard);
  }
  footprints_.reserve(instructions_.size());
  for (const Instruction& instruction : instructions_) {
    footprints_.push_back(footprint_of(instruction, lanes));
    const Counter counter = footprints_.back().counter;
    const bool loads = counter == Counter::vector_load || counter == Counter::flat_load;
    synchronises_ |= loads && (instruction.cache_policy & 1U) != 0;
  }
}

}  // namespace kgate::emulator
