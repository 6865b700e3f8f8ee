// SPDX-License-Identifier: MIT
// Every instruction that LLVM's disassembler knows for a target is in the table, in every form.
//
// The walk goes over the encoding space, not over the table: all opcodes of all families, with
// random operands. What LLVM prints is the list of instructions; nothing is excused from it.
#include <fmt/format.h>

#include <deque>
#include <map>
#include <string>
#include <string_view>

#include "gates/emulator/decoder.hpp"
#include "gates/emulator/table.hpp"
#include "tests/catch.hpp"
#include "tests/gates/emulator/llvm_disassembler.hpp"
#include "tests/gates/emulator/random_encoding.hpp"

namespace {

using kgate::emulator::Accuracy;
using kgate::emulator::Decoder;
using kgate::emulator::Instruction;
using kgate::emulator::InstructionTable;
using kgate::emulator_tests::encoding_families;
using kgate::emulator_tests::EncodingFamily;
using kgate::emulator_tests::LlvmDisassembler;

/// What is seen of one instruction in one form: "v_add_f32_e64_dpp dpp8", "v_dual_mov_b32 (Y)".
struct Form {
  std::uint64_t decoded = 0;  ///< words that LLVM decodes to it
  std::uint64_t known = 0;    ///< of them, those the table has under the same name
  std::string example;
};

std::string_view first_word(std::string_view text) { return text.substr(0, text.find(' ')); }

/// The forms that one line of LLVM's text is of: one, or the halves of a VOPD pair.
std::vector<std::string> forms_of(const std::string& text) {
  const std::size_t second = text.find(" :: ");
  if (second != std::string::npos) {
    return {fmt::format("{} (X)", first_word(text)),
            fmt::format("{} (Y)", first_word(std::string_view(text).substr(second + 4)))};
  }
  std::string name(first_word(text));
  if (text.find(" dpp8:") != std::string::npos) name += " dpp8";
  return {name};
}

/// True if the table gives these words the name LLVM does: refused by name, or decoded and printed
/// in full as LLVM prints them.
bool known(const Instruction& mine, const std::string& theirs, std::size_t length) {
  if (mine.row == nullptr) return false;
  if (mine.problem == kgate::emulator::kNotModelled) {
    return first_word(theirs).starts_with(mine.row->mnemonic);
  }
  return mine.problem == nullptr && mine.dwords * 4U == length && text(mine) == theirs;
}

std::map<std::string, Form> walk(const char* cpu, unsigned lanes, unsigned tries) {
  const auto target = kgate::emulator::find_target(cpu);
  REQUIRE(target);
  LlvmDisassembler llvm(cpu, lanes);
  const Decoder decoder(InstructionTable::get(), *target, lanes);
  std::mt19937 random(11);
  std::map<std::string, Form> forms;
  for (const EncodingFamily& family : encoding_families()) {
    for (unsigned opcode = 0; opcode < 1U << family.opcode_bits; ++opcode) {
      const auto fixed = fixed_bits(family, opcode);
      for (unsigned i = 0; i < tries; ++i) {
        const auto words = draw_words(family.format, fixed, random);
        std::string theirs;
        const std::size_t length = llvm.decode(words, theirs);
        if (length == 0) continue;
        std::deque<std::array<Instruction, 2>> pairs;
        const Instruction mine = decoder.decode(words, pairs);
        for (const std::string& name : forms_of(theirs)) {
          Form& form = forms[name];
          ++form.decoded;
          if (known(mine, theirs, length)) {
            ++form.known;
          } else {
            form.example = fmt::format("{:08x} {:08x} {:08x} \"{}\", here \"{}\" {}", words[0],
                                       words[1], words[2], theirs, text(mine),
                                       mine.problem != nullptr ? mine.problem : "");
          }
        }
      }
    }
  }
  return forms;
}

void check_all(const char* cpu, unsigned lanes, unsigned tries) {
  const auto forms = walk(cpu, lanes, tries);
  unsigned missing = 0;
  for (const auto& [name, form] : forms) {
    if (form.known != 0) continue;
    ++missing;
    fmt::print("{} wave{}: {}: {}\n", cpu, lanes, name, form.example);
  }
  fmt::print("{} wave{}: {} forms of instructions in LLVM, {} of them missing here\n", cpu, lanes,
             forms.size(), missing);
  CHECK(missing == 0);
  CHECK(forms.size() > 2000);
}

}  // namespace

TEST_CASE("every instruction and form that LLVM knows for gfx1151 is known, wave32") {
  check_all("gfx1151", 32, 250);
}
TEST_CASE("every instruction and form that LLVM knows for gfx1151 is known, wave64") {
  check_all("gfx1151", 64, 250);
}
TEST_CASE("every instruction and form that LLVM knows for gfx1100 is known, wave32") {
  check_all("gfx1100", 32, 250);
}
