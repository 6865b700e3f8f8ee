// SPDX-License-Identifier: MIT
// Disassembly of AMDGPU code objects through LLVM's stable C interface.
#include "checks/machine_code.hpp"

#include <elf.h>
#include <fmt/format.h>
#include <llvm-c/Disassembler.h>
#include <llvm-c/Target.h>

#include <algorithm>
#include <array>
#include <cstring>
#include <fstream>
#include <iterator>
#include <memory>
#include <string_view>

namespace kgate::checks {
namespace {

struct Machine {
  std::uint32_t code;
  const char* name;
};

/// EF_AMDGPU_MACH of the ELF flags (LLVM AMDGPU usage guide, table of EF_AMDGPU_MACH values).
constexpr std::array kMachines{
    Machine{0x2c, "gfx900"},  Machine{0x2f, "gfx906"},  Machine{0x30, "gfx908"},
    Machine{0x3f, "gfx90a"},  Machine{0x33, "gfx1010"}, Machine{0x36, "gfx1030"},
    Machine{0x37, "gfx1031"}, Machine{0x38, "gfx1032"}, Machine{0x41, "gfx1100"},
    Machine{0x46, "gfx1101"}, Machine{0x47, "gfx1102"}, Machine{0x44, "gfx1103"},
    Machine{0x43, "gfx1150"}, Machine{0x4a, "gfx1151"}, Machine{0x55, "gfx1152"},
    Machine{0x40, "gfx940"},  Machine{0x4b, "gfx941"},  Machine{0x4c, "gfx942"},
    Machine{0x48, "gfx1200"}, Machine{0x4e, "gfx1201"}};

class Elf {
 public:
  explicit Elf(std::vector<char> bytes) : bytes_(std::move(bytes)) {}

  template <class Struct>
  bool read(std::uint64_t offset, Struct& value) const {
    if (offset > bytes_.size() || bytes_.size() - offset < sizeof(Struct)) {
      return false;
    }
    std::memcpy(&value, bytes_.data() + offset, sizeof(Struct));
    return true;
  }

  [[nodiscard]] std::string text_at(std::uint64_t offset) const {
    std::string text;
    for (; offset < bytes_.size() && bytes_[offset] != '\0'; ++offset) {
      text += bytes_[offset];
    }
    return text;
  }

  [[nodiscard]] const char* data() const { return bytes_.data(); }
  [[nodiscard]] std::size_t size() const { return bytes_.size(); }

 private:
  std::vector<char> bytes_;
};

struct Range {
  std::string name;
  std::uint64_t file_offset = 0;
  std::uint64_t size = 0;
};

/// Functions of the symbol table, in the order of the table.
std::vector<Range> functions_of(const Elf& elf, const Elf64_Ehdr& header) {
  std::vector<Elf64_Shdr> sections(header.e_shnum);
  for (std::size_t at = 0; at < sections.size(); ++at) {
    if (!elf.read(header.e_shoff + at * sizeof(Elf64_Shdr), sections[at])) {
      return {};
    }
  }
  // The full table has device functions as well as kernels; a stripped file has the dynamic one.
  const bool full = std::any_of(sections.begin(), sections.end(), [](const Elf64_Shdr& section) {
    return section.sh_type == SHT_SYMTAB;
  });
  std::vector<Range> ranges;
  for (const auto& section : sections) {
    const auto wanted = full ? SHT_SYMTAB : SHT_DYNSYM;
    if (section.sh_type != static_cast<Elf64_Word>(wanted) || section.sh_link >= sections.size()) {
      continue;
    }
    for (std::uint64_t at = 0; at + sizeof(Elf64_Sym) <= section.sh_size; at += sizeof(Elf64_Sym)) {
      Elf64_Sym symbol{};
      if (!elf.read(section.sh_offset + at, symbol) || ELF64_ST_TYPE(symbol.st_info) != STT_FUNC ||
          symbol.st_shndx >= sections.size()) {
        continue;
      }
      const auto& code = sections[symbol.st_shndx];
      ranges.push_back({elf.text_at(sections[section.sh_link].sh_offset + symbol.st_name),
                        symbol.st_value - code.sh_addr + code.sh_offset, symbol.st_size});
    }
  }
  return ranges;
}

std::string mnemonic_of(std::string_view text) {
  const auto begin = text.find_first_not_of(" \t");
  const auto end = text.find_first_of(" \t", begin);
  std::string word(text.substr(begin, end - begin));
  for (const std::string_view suffix : {"_e32", "_e64", "_dpp", "_sdwa", "_e64_dpp", "_e32_dpp"}) {
    if (word.ends_with(suffix)) {
      word.resize(word.size() - suffix.size());
    }
  }
  return word;
}

KernelCode decode(LLVMDisasmContextRef context, const Elf& elf, const Range& range) {
  KernelCode kernel{range.name, {}};
  if (range.file_offset > elf.size() || range.size > elf.size() - range.file_offset) {
    return kernel;
  }
  std::vector<std::uint8_t> code(range.size);
  std::memcpy(code.data(), elf.data() + range.file_offset, range.size);
  for (std::uint64_t at = 0; at < code.size();) {
    std::array<char, 256> text{};
    const std::size_t length = LLVMDisasmInstruction(context, code.data() + at, code.size() - at,
                                                     at, text.data(), text.size());
    if (length == 0) {
      at += 4;  // padding or data between instructions
      continue;
    }
    kernel.instructions.push_back({at, mnemonic_of(text.data()), text.data()});
    at += length;
  }
  return kernel;
}

}  // namespace

MachineCode disassemble(const std::string& path) {
  MachineCode result;
  std::ifstream in(path, std::ios::binary);
  const Elf elf(std::vector<char>(std::istreambuf_iterator<char>(in), {}));
  Elf64_Ehdr header{};
  constexpr int kAmdGpu = 224;  // EM_AMDGPU
  if (!in.is_open() || !elf.read(0, header) ||
      std::memcmp(static_cast<const unsigned char*>(header.e_ident), ELFMAG, SELFMAG) != 0 ||
      header.e_machine != kAmdGpu) {
    result.error = fmt::format("{}: not an AMDGPU code object", path);
    return result;
  }
  for (const auto& machine : kMachines) {
    if (machine.code == (header.e_flags & 0xffU)) {
      result.target = machine.name;
    }
  }
  if (result.target.empty()) {
    result.error = fmt::format("{}: unknown gfx target {:#x}", path, header.e_flags & 0xffU);
    return result;
  }
  LLVMInitializeAMDGPUTargetInfo();
  LLVMInitializeAMDGPUTarget();
  LLVMInitializeAMDGPUTargetMC();
  LLVMInitializeAMDGPUDisassembler();
  const std::unique_ptr<void, void (*)(LLVMDisasmContextRef)> context(
      LLVMCreateDisasmCPU("amdgcn-amd-amdhsa", result.target.c_str(), nullptr, 0, nullptr, nullptr),
      LLVMDisasmDispose);
  if (!context) {
    result.error = fmt::format("{}: LLVM has no disassembler for {}", path, result.target);
    return result;
  }
  for (const auto& range : functions_of(elf, header)) {
    result.kernels.push_back(decode(context.get(), elf, range));
  }
  return result;
}

}  // namespace kgate::checks
