// SPDX-License-Identifier: MIT
// The decoder against LLVM's disassembler: length and text of random encodings of every row.
#include <fmt/format.h>
#include <llvm-c/Disassembler.h>
#include <llvm-c/Target.h>

#include <array>
#include <deque>
#include <map>
#include <random>
#include <set>
#include <string>
#include <vector>

#include "gates/emulator/decoder.hpp"
#include "gates/emulator/table.hpp"
#include "tests/catch.hpp"

namespace {

using kgate::emulator::Decoder;
using kgate::emulator::Format;
using kgate::emulator::Instruction;
using kgate::emulator::InstructionTable;
using kgate::emulator::Row;

class LlvmDisassembler {
 public:
  LlvmDisassembler(const char* cpu, const char* features) {
    LLVMInitializeAMDGPUTargetInfo();
    LLVMInitializeAMDGPUTargetMC();
    LLVMInitializeAMDGPUDisassembler();
    context_ = LLVMCreateDisasmCPUFeatures("amdgcn-amd-amdhsa", cpu, features, nullptr, 0, nullptr,
                                           nullptr);
    REQUIRE(context_ != nullptr);
  }
  LlvmDisassembler(const LlvmDisassembler&) = delete;
  LlvmDisassembler& operator=(const LlvmDisassembler&) = delete;
  LlvmDisassembler(LlvmDisassembler&&) = delete;
  LlvmDisassembler& operator=(LlvmDisassembler&&) = delete;
  ~LlvmDisassembler() { LLVMDisasmDispose(context_); }

  /// Length in bytes, 0 if LLVM refuses.
  std::size_t decode(std::array<std::uint32_t, 4> words, std::string& text) {
    std::array<char, 512> buffer{};
    const std::size_t length =
        LLVMDisasmInstruction(context_, reinterpret_cast<std::uint8_t*>(words.data()),
                              sizeof(words), 0, buffer.data(), buffer.size());
    text = buffer.data();
    text.erase(0, text.find_first_not_of(" \t"));
    const std::size_t comment = text.find(" ; ");  // warnings about trap temporaries
    if (comment != std::string::npos) text.resize(comment);
    return length;
  }

 private:
  LLVMDisasmContextRef context_;
};

/// The fixed bits of an encoding that runs this row: {value, mask}, first dword.
struct Fixed {
  std::uint32_t value;
  std::uint32_t mask;
};

std::vector<Fixed> encodings(const Row& row) {
  const std::uint32_t op = row.opcode;
  switch (row.format) {
    case Format::sop1:
      return {{(0x17DU << 23U) | (op << 8U), 0xFF80FF00U}};
    case Format::sop2:
      return {{(2U << 30U) | (op << 23U), 0xFF800000U}};
    case Format::sopc:
      return {{(0x17EU << 23U) | (op << 16U), 0xFFFF0000U}};
    case Format::sopk:
      return {{(0xBU << 28U) | (op << 23U), 0xFF800000U}};
    case Format::sopp:
      return {{(0x17FU << 23U) | (op << 16U), 0xFFFF0000U}};
    case Format::smem:
      return {{(0x3DU << 26U) | (op << 18U), 0xFFFC0000U}};
    case Format::vop1:
      return {{(0x3FU << 25U) | (op << 9U), 0xFE01FE00U},
              {(0x35U << 26U) | ((op + 0x180) << 16U), 0xFFFF0000U}};
    case Format::vop2:
      return {{op << 25U, 0xFE000000U}, {(0x35U << 26U) | ((op + 0x100) << 16U), 0xFFFF0000U}};
    case Format::vopc:
      return {{(0x3EU << 25U) | (op << 17U), 0xFFFE0000U},
              {(0x35U << 26U) | (op << 16U), 0xFFFF0000U}};
    case Format::vop3:
      return {{(0x35U << 26U) | (op << 16U), 0xFFFF0000U}};
    case Format::vop3p:
      return {{(0xCCU << 24U) | (op << 16U), 0xFFFF0000U}};
    case Format::ds:
      return {{(0x36U << 26U) | (op << 18U), 0xFFFE0000U}};
    case Format::flat:
      return {{(0x37U << 26U) | (op << 18U), 0xFFFF0000U}};
    case Format::scratch:
      return {{(0x37U << 26U) | (op << 18U) | (1U << 16U), 0xFFFF0000U}};
    case Format::global:
      return {{(0x37U << 26U) | (op << 18U) | (2U << 16U), 0xFFFF0000U}};
    case Format::mubuf:
      return {{(0x38U << 26U) | (op << 18U), 0xFFFC0000U}};
    default:
      return {};
  }
}

struct Tally {
  std::uint64_t compared = 0;
  std::uint64_t llvm_refuses = 0;  ///< decoded here, refused there
  std::uint64_t both_refuse = 0;
  std::uint64_t we_refuse = 0;
};

/// Random words in which fields are often zero, as unused ones must be.
std::array<std::uint32_t, 4> draw(const Row& row, const Fixed& fixed, std::mt19937& random) {
  std::array<std::uint32_t, 4> words{};
  for (std::uint32_t& word : words) word = static_cast<std::uint32_t>(random());
  const auto half_the_time = [&] { return (random() & 1U) != 0; };
  if (half_the_time()) words[0] &= random();
  const bool memory = row.format >= Format::ds && row.format <= Format::mubuf;
  if (memory) {
    for (unsigned byte = 0; byte < 4; ++byte) {
      if (half_the_time()) words[1] &= ~(0xFFU << (8 * byte));
    }
    if (half_the_time() && row.format != Format::ds) words[1] = (words[1] & ~0xFF0000U) | 0x7C0000U;
    if ((random() & 3U) == 0) words[0] &= 0xFFFF0000U;
  } else {
    if (half_the_time()) words[1] &= 0x3FFFFU;
    if (half_the_time()) words[1] &= 0xFFFC01FFU;
    if (half_the_time()) words[1] &= 0x07FFFFFFU;
    if (half_the_time()) words[0] &= 0xFFFF00FFU;
    if ((random() & 3U) == 0) words[0] &= 0xFFFFFF00U;
    // Destination EXEC_LO of v_cmpx, all op_sel_hi of dot products.
    if ((random() & 3U) == 0 && row.format == Format::vopc) words[0] = (words[0] & ~0xFFU) | 126U;
    if (half_the_time() && row.format == Format::vop3p) {
      words[0] = (words[0] & ~0x3F00U) | 0x4000U;
      words[1] |= 3U << 27U;
    }
  }
  if (half_the_time() && (row.semantics.traits & kgate::emulator::kNoOperands) != 0) {
    words = {0, 0, 0, 0};
  }
  words[0] = (words[0] & ~fixed.mask) | fixed.value;
  return words;
}

/// Compares `tries` random encodings of a row; differences are reported once a row and form.
void compare_row(const Row& row, LlvmDisassembler& llvm, const Decoder& decoder,
                 std::mt19937& random, unsigned tries, std::map<std::string, Tally>& tallies,
                 std::vector<std::string>& differences) {
  unsigned form = 0;
  for (const Fixed& fixed : encodings(row)) {
    Tally& tally = tallies[fmt::format("{} {} form {}", row.mnemonic,
                                       static_cast<unsigned>(row.format), form)];
    ++form;
    bool reported = false;
    for (unsigned i = 0; i < tries; ++i) {
      const auto words = draw(row, fixed, random);
      std::string theirs;
      const std::size_t length = llvm.decode(words, theirs);
      std::deque<std::array<Instruction, 2>> pairs;
      const Instruction mine = decoder.decode(words, pairs);
      const bool runs = mine.problem == nullptr;
      const bool refused = mine.problem == kgate::emulator::kNotModelled;
      // LLVM 19 cannot read v128 and above as high halves in the short forms of this target.
      if (mine.op_sel != 0 && mine.encoding <= Format::vopc) continue;
      // Nor has it a long form of v_mov_b16 without true 16-bit registers.
      if (row.mnemonic == "v_mov_b16" && mine.encoding == Format::vop3) continue;
      if (length == 0 || theirs.find("/*Invalid") != std::string::npos) {
        ++(runs ? tally.llvm_refuses : tally.both_refuse);
        if (runs && !reported) {
          reported = true;
          differences.push_back(fmt::format("LLVM refuses {:08x} {:08x} {:08x}: {}", words[0],
                                            words[1], words[2], text(mine)));
        }
        continue;
      }
      if (!runs && !refused) {
        ++tally.we_refuse;
        continue;
      }
      ++tally.compared;
      std::string ours = text(mine);
      const std::size_t op_sel = ours.find(" op_sel:[");
      // It also drops op_sel of the long forms of 16-bit VOP1, VOP2 and VOPC.
      if (mine.encoding == Format::vop3 && op_sel != std::string::npos &&
          theirs.find("op_sel") == std::string::npos) {
        ours.erase(op_sel, ours.find(']', op_sel) + 1 - op_sel);
      }
      if ((mine.dwords * 4U != length || ours != theirs) && !reported) {
        reported = true;
        differences.push_back(fmt::format("{:08x} {:08x} {:08x}: \"{}\" ({}), LLVM \"{}\" ({})",
                                          words[0], words[1], words[2], ours, mine.dwords * 4U,
                                          theirs, length));
      }
    }
  }
}

void compare_all(const char* cpu, unsigned lanes, unsigned tries) {
  const auto target = kgate::emulator::find_target(cpu);
  REQUIRE(target);
  LlvmDisassembler llvm(cpu, lanes == 64 ? "+wavefrontsize64" : "+wavefrontsize32");
  const InstructionTable& table = InstructionTable::get();
  const Decoder decoder(table, *target, lanes);
  std::mt19937 random(20260601);
  std::map<std::string, Tally> tallies;
  std::vector<std::string> differences;
  for (const Row* row : table.rows()) {
    if ((row->semantics.traits & kgate::emulator::kOnlyGfx115) != 0 && !target->gfx115) continue;
    compare_row(*row, llvm, decoder, random, tries, tallies, differences);
  }
  std::uint64_t compared = 0;
  for (const auto& [name, tally] : tallies) {
    compared += tally.compared;
    // Where both refuse everything there is no such form, as of v_fmaak in VOP3.
    if (tally.compared == 0 && tally.we_refuse + tally.llvm_refuses != 0)
      differences.push_back(
          fmt::format("{}: nothing compared ({} refused here, {} there, {} by both)", name,
                      tally.we_refuse, tally.llvm_refuses, tally.both_refuse));
  }
  for (const std::string& difference : differences) fmt::print("{}\n", difference);
  CHECK(differences.empty());
  CHECK(compared > tallies.size() * 10);
}

}  // namespace

TEST_CASE("text and length equal LLVM's for random encodings of every row, gfx1151 wave32") {
  compare_all("gfx1151", 32, 400);
}
TEST_CASE("text and length equal LLVM's for random encodings of every row, gfx1151 wave64") {
  compare_all("gfx1151", 64, 100);
}
TEST_CASE("text and length equal LLVM's for random encodings of every row, gfx1100 wave32") {
  compare_all("gfx1100", 32, 100);
}

TEST_CASE("text and length of VOPD equal LLVM's for random pairs") {
  LlvmDisassembler llvm("gfx1151", "+wavefrontsize32");
  const Decoder decoder(InstructionTable::get(), *kgate::emulator::find_target("gfx1151"), 32);
  std::mt19937 random(7);
  std::set<std::string> pairs_seen;
  std::vector<std::string> differences;
  for (unsigned i = 0; i < 60000; ++i) {
    std::array<std::uint32_t, 4> words{};
    for (std::uint32_t& word : words) word = static_cast<std::uint32_t>(random());
    words[0] = (words[0] & 0x03FFFFFFU) | (0x32U << 26U);
    std::string theirs;
    const std::size_t length = llvm.decode(words, theirs);
    std::deque<std::array<Instruction, 2>> pairs;
    const Instruction mine = decoder.decode(words, pairs);
    if (mine.problem != nullptr || length == 0) continue;
    const std::string ours = text(mine);
    pairs_seen.insert(fmt::format("{} {}", mine.pair[0].row->mnemonic, mine.pair[1].row->mnemonic));
    if (mine.dwords * 4U != length || ours != theirs) {
      differences.push_back(
          fmt::format("{:08x} {:08x}: \"{}\", LLVM \"{}\"", words[0], words[1], ours, theirs));
    }
  }
  for (const std::string& difference : differences) fmt::print("{}\n", difference);
  CHECK(differences.empty());
  CHECK(pairs_seen.size() > 150);
}
