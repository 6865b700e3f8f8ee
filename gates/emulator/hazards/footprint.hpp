// SPDX-License-Identifier: MIT
// Which registers an instruction reads and writes, and what it leaves outstanding: what the checks
// need to know of it, worked out once when the code is decoded.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>

#include "gates/emulator/hazards/half_flow.hpp"
#include "gates/emulator/instruction.hpp"

namespace kgate::emulator {

/// A set of VGPRs and of slots of Wave::scalar.
struct RegisterSet {
  static constexpr unsigned kScalarWord = 4;  ///< words 0..3 are v0..v255
  std::array<std::uint64_t, 7> words{};

  void add_vector(unsigned index, unsigned count) {
    for (unsigned i = index; i < index + count; ++i) {
      words.at(i / 64) |= std::uint64_t{1} << (i % 64);
    }
  }
  void add_scalar(unsigned slot, unsigned count) {
    for (unsigned i = slot; i < slot + count; ++i) {
      words.at(kScalarWord + i / 64) |= std::uint64_t{1} << (i % 64);
    }
  }
  void remove_vector(unsigned index) {
    words.at(index / 64) &= ~(std::uint64_t{1} << (index % 64));
  }
  void remove_scalar(unsigned slot) {
    words.at(kScalarWord + slot / 64) &= ~(std::uint64_t{1} << (slot % 64));
  }
  void add(const RegisterSet& other) {
    for (std::size_t i = 0; i < words.size(); ++i) words.at(i) |= other.words.at(i);
  }
  [[nodiscard]] RegisterSet common(const RegisterSet& other) const {
    RegisterSet result;
    for (std::size_t i = 0; i < words.size(); ++i) {
      result.words.at(i) = words.at(i) & other.words.at(i);
    }
    return result;
  }
  [[gnu::always_inline]] [[nodiscard]] bool intersects(const RegisterSet& other) const {
    std::uint64_t any = 0;
    for (std::size_t i = 0; i < 7; ++i) any |= words.data()[i] & other.words.data()[i];
    return any != 0;
  }
  [[nodiscard]] bool empty() const { return !intersects(*this); }
};

/// Calls function(index) for every VGPR of the set, in order.
template <class F>
void for_each_vector(const RegisterSet& set, const F& function) {
  for (unsigned word = 0; word < RegisterSet::kScalarWord; ++word) {
    for (std::uint64_t left = set.words.at(word); left != 0; left &= left - 1) {
      function(word * 64 + static_cast<unsigned>(__builtin_ctzll(left)));
    }
  }
}
/// The same for the slots of Wave::scalar.
template <class F>
void for_each_scalar(const RegisterSet& set, const F& function) {
  for (unsigned word = RegisterSet::kScalarWord; word < set.words.size(); ++word) {
    for (std::uint64_t left = set.words.at(word); left != 0; left &= left - 1) {
      function((word - RegisterSet::kScalarWord) * 64 +
               static_cast<unsigned>(__builtin_ctzll(left)));
    }
  }
}

/// Which counter of s_waitcnt an instruction is outstanding in.
enum class Counter : std::uint8_t {
  none,
  vector_load,   ///< vmcnt
  vector_store,  ///< vscnt
  lds,           ///< lgkmcnt, in order
  scalar,        ///< lgkmcnt, out of order: scalar loads and returning messages
  flat_load,     ///< vmcnt and lgkmcnt
  flat_store,    ///< vscnt and lgkmcnt
};

/// What an instruction is to the checks.
enum class Role : std::uint8_t {
  compute,  ///< registers to registers, lane exchange through LDS hardware included
  memory,   ///< loads, stores and atomics
  branch,   ///< may set the program counter from what it reads
  wait,     ///< s_waitcnt and its kin
  barrier,
  other,  ///< hints, messages, the end: nothing to check
};

struct Footprint {
  RegisterSet reads;    ///< a register of which a part is kept counts as read
  RegisterSet writes;   ///< registers, EXEC and SCC included
  RegisterSet touches;  ///< both
  Role role = Role::compute;
  Counter counter = Counter::none;
  bool always = false;      ///< must be looked at whatever state its registers are in
  bool relative = false;    ///< registers are chosen by M0: the sets lack those
  bool exact_bits = false;  ///< moves and combines bits: what is undefined is known to the bit
  bool crosses_lanes = false;
  HalfFlow flow;  ///< known only where lanes are not crossed
  // Of memory instructions.
  std::uint32_t result_bits = ~0U;  ///< of each result register, what a load writes
  bool sign_extends = false;
  std::uint8_t data_size = 0;   ///< bytes of one data operand that a store moves
  std::uint8_t data_first = 0;  ///< 2 if they are the upper half of the register
};

/// The footprint of a decoded instruction in waves of `lanes` lanes.
[[nodiscard]] Footprint footprint_of(const Instruction& instruction, unsigned lanes);

}  // namespace kgate::emulator
