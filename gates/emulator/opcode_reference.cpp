// SPDX-License-Identifier: MIT
// Writing the instruction table as a Markdown page.
#include "gates/emulator/opcode_reference.hpp"

#include <fmt/format.h>

#include <array>
#include <string_view>

namespace kgate::emulator {
namespace {

/// In the order of Format.
constexpr std::array<std::string_view, kFormatCount> kFormatNames{
    "SOP1",  "SOP2",  "SOPC",  "SOPK",   "SOPP",   "SMEM",    "VOP1",   "VOP2",
    "VOPC",  "VOP3",  "VOP3P", "VOPD",   "DS",     "FLAT",    "GLOBAL", "SCRATCH",
    "MUBUF", "MTBUF", "MIMG",  "EXPORT", "LDSDIR", "VINTERP", ""};

struct ClassName {
  std::string_view name;
  std::string_view meaning;
};
/// In the order of Accuracy.
constexpr std::array<ClassName, 5> kClasses{{
    {"exact", "defined to the bit"},
    {"documented", "hardware documents an error bound; the nearest value, or any inside the bound"},
    {"approximate", "no bound is documented; the nearest value"},
    {"model", "documents leave the order or the width of roundings open; a stated model"},
    {"refused", "known by name; executing it is an error"},
}};

using Counts = std::array<unsigned, kClasses.size()>;

std::array<Counts, kFormatCount> count(const InstructionTable& table) {
  std::array<Counts, kFormatCount> counts{};
  for (const Row* row : table.rows()) {
    ++counts.at(static_cast<unsigned>(row->format)).at(static_cast<unsigned>(row->accuracy));
  }
  return counts;
}

void write_counts(const InstructionTable& table, std::string& page) {
  const auto counts = count(table);
  Counts totals{};
  page += "| encoding |";
  for (const ClassName& column : kClasses) page += fmt::format(" {} |", column.name);
  page += "\n| --- | --: | --: | --: | --: | --: |\n";
  const auto line = [&](std::string_view label, const Counts& numbers) {
    page += fmt::format("| {} |", label);
    for (const unsigned number : numbers) page += fmt::format(" {} |", number);
    page += "\n";
  };
  for (unsigned format = 0; format < kFormatCount; ++format) {
    unsigned sum = 0;
    for (unsigned c = 0; c < totals.size(); ++c) {
      sum += counts.at(format).at(c);
      totals.at(c) += counts.at(format).at(c);
    }
    if (sum != 0) line(kFormatNames.at(format), counts.at(format));
  }
  line("all", totals);
}

}  // namespace

std::string opcode_reference(const InstructionTable& table) {
  std::string page =
      "# Opcodes of the emulator\n\n"
      "This page is the output of `kgate emulate --opcodes`.\n\n"
      "Rows of VOP1, VOP2 and VOPC also serve the VOP3, DPP and VOPD forms of the same "
      "instruction.\n"
      "An instruction that is in no row is an error that names its words.\n\n"
      "| class | result |\n| --- | --- |\n";
  for (const ClassName& one : kClasses) page += fmt::format("| {} | {} |\n", one.name, one.meaning);
  page += "\n";
  write_counts(table, page);
  const Row* before = nullptr;
  for (const Row* row : table.rows()) {
    if (before == nullptr || before->format != row->format) {
      page += fmt::format(
          "\n## {}\n\n| opcode | instruction | class | targets |\n"
          "| --- | --- | --- | --- |\n",
          kFormatNames.at(static_cast<unsigned>(row->format)));
    }
    before = row;
    const bool only = (row->semantics.traits & kOnlyGfx115) != 0;
    page += fmt::format("| {:#04x} | `{}` | {} | {} |\n", row->opcode, row->mnemonic,
                        kClasses.at(static_cast<unsigned>(row->accuracy)).name,
                        only ? "gfx1150 and later" : "");
  }
  return page;
}

}  // namespace kgate::emulator
