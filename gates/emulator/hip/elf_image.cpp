// SPDX-License-Identifier: MIT
// Parses and checks AMDGPU ELF files.
#include "gates/emulator/hip/elf_image.hpp"

#include <elf.h>

#include <algorithm>
#include <bit>

#include "gates/emulator/hip/bounded_reader.hpp"

namespace kgate::emulator {
namespace {

constexpr std::uint16_t kMachineAmdGpu = 224;
constexpr unsigned kOsAbiAmdHsa = 64;
constexpr unsigned kAbiVersion4 = 2;
constexpr unsigned kAbiVersion6 = 4;
constexpr std::uint32_t kNoteAmdGpuMetadata = 32;
constexpr std::uint16_t kMostSegments = 64;
constexpr std::uint64_t kMostMemory = std::uint64_t{1} << 36U;

template <class... Values>
Status invalid(fmt::format_string<Values...> format, Values&&... values) {
  return Status::error(StatusCode::invalid_argument, format, std::forward<Values>(values)...);
}

/// One file being taken apart.
class ElfParser {
 public:
  ElfParser(std::span<const std::byte> file, ElfImage& image) : file_(file), image_(image) {}

  Status parse() {
    for (const auto step :
         {&ElfParser::read_header, &ElfParser::read_segments, &ElfParser::read_sections}) {
      if (Status status = (this->*step)(); !status) {
        return status;
      }
    }
    if (image_.metadata.empty()) {
      return invalid("ELF: no AMDGPU metadata note (owner AMDGPU, type 32)");
    }
    return {};
  }

 private:
  Status read_header();
  Status read_segments();
  Status read_load(unsigned index, const Elf64_Phdr& program);
  Status read_note(unsigned index, const Elf64_Phdr& program);
  Status read_sections();
  Status read_symbols(unsigned index, const Elf64_Shdr& section, std::vector<ElfSymbol>& symbols);
  Status read_relocations(unsigned index, const Elf64_Shdr& section);
  void read_lines(const Elf64_Shdr& section);
  Status section_bytes(unsigned index, const Elf64_Shdr& section, std::uint64_t record,
                       std::span<const std::byte>& bytes) const;

  std::span<const std::byte> file_;
  ElfImage& image_;
  Elf64_Ehdr header_{};
  bool has_code_ = false;
};

Status ElfParser::read_header() {
  if (!read_record(file_, 0, header_)) {
    return invalid("ELF: {} bytes are fewer than a header of {}", file_.size(), sizeof(header_));
  }
  const auto* ident = header_.e_ident;
  if (std::memcmp(ident, ELFMAG, SELFMAG) != 0) {
    return invalid("ELF: the magic bytes are missing");
  }
  if (ident[EI_CLASS] != ELFCLASS64 || ident[EI_DATA] != ELFDATA2LSB ||
      ident[EI_VERSION] != EV_CURRENT) {
    return invalid("ELF: class {}, data {}, version {} are not 64-bit little-endian version 1",
                   ident[EI_CLASS], ident[EI_DATA], ident[EI_VERSION]);
  }
  if (header_.e_machine != kMachineAmdGpu) {
    return invalid("ELF: e_machine is {}, not {} (AMDGPU)", header_.e_machine, kMachineAmdGpu);
  }
  if (ident[EI_OSABI] != kOsAbiAmdHsa) {
    return invalid("ELF: OS ABI is {}, not {} (AMDGPU HSA)", ident[EI_OSABI], kOsAbiAmdHsa);
  }
  image_.abi_version = ident[EI_ABIVERSION];
  if (image_.abi_version < kAbiVersion4 || image_.abi_version > kAbiVersion6) {
    return invalid("ELF: ABI version {} is not code object version 4, 5 or 6 (2, 3 or 4)",
                   image_.abi_version);
  }
  if (header_.e_type != ET_DYN) {
    return invalid("ELF: e_type is {}, not {}: the code object is not linked", header_.e_type,
                   ET_DYN);
  }
  image_.flags = header_.e_flags;
  return {};
}

Status ElfParser::read_segments() {
  if (header_.e_phentsize != sizeof(Elf64_Phdr) || header_.e_phnum == 0 ||
      header_.e_phnum > kMostSegments) {
    return invalid("ELF: {} program headers of {} bytes; 1 to {} of {} are possible",
                   header_.e_phnum, header_.e_phentsize, kMostSegments, sizeof(Elf64_Phdr));
  }
  for (unsigned i = 0; i < header_.e_phnum; ++i) {
    Elf64_Phdr program;
    if (!in_range(header_.e_phoff, i * sizeof(Elf64_Phdr), file_.size()) ||
        !read_record(file_, header_.e_phoff + i * sizeof(Elf64_Phdr), program)) {
      return invalid("ELF: program header {} at offset {} is outside the file of {} bytes", i,
                     header_.e_phoff, file_.size());
    }
    if (program.p_type != PT_LOAD && program.p_type != PT_NOTE) {
      continue;
    }
    if (!in_range(program.p_offset, program.p_filesz, file_.size())) {
      return invalid("ELF: segment {}: {} bytes at offset {} are outside the file of {} bytes", i,
                     program.p_filesz, program.p_offset, file_.size());
    }
    if (Status status = program.p_type == PT_LOAD ? read_load(i, program) : read_note(i, program);
        !status) {
      return status;
    }
  }
  if (image_.segments.empty()) {
    return invalid("ELF: no PT_LOAD segment");
  }
  return {};
}

Status ElfParser::read_load(unsigned index, const Elf64_Phdr& program) {
  if (program.p_memsz == 0) {
    return {};
  }
  if (program.p_filesz > program.p_memsz) {
    return invalid("ELF: segment {}: file size {} exceeds memory size {}", index, program.p_filesz,
                   program.p_memsz);
  }
  if (!in_range(program.p_vaddr, program.p_memsz, kMostMemory)) {
    return invalid("ELF: segment {}: {} bytes at address {:#x} exceed the limit of {:#x}", index,
                   program.p_memsz, program.p_vaddr, kMostMemory);
  }
  if (program.p_align > 1 && (!std::has_single_bit(program.p_align) ||
                              (program.p_vaddr - program.p_offset) % program.p_align != 0)) {
    return invalid("ELF: segment {}: address {:#x} and offset {:#x} do not agree modulo {:#x}",
                   index, program.p_vaddr, program.p_offset, program.p_align);
  }
  if (image_.memory_end > program.p_vaddr / kElfPage * kElfPage) {
    return invalid("ELF: segment {}: address {:#x} shares a page with the segment before it", index,
                   program.p_vaddr);
  }
  const bool writable = (program.p_flags & PF_W) != 0;
  const bool executable = (program.p_flags & PF_X) != 0;
  if (writable && executable) {
    return invalid("ELF: segment {} is both writable and executable", index);
  }
  if (executable && (program.p_vaddr % 4 != 0 || has_code_)) {
    return invalid("ELF: segment {}: code at {:#x} is not the only code or not aligned to 4", index,
                   program.p_vaddr);
  }
  has_code_ = has_code_ || executable;
  image_.segments.push_back({program.p_vaddr, program.p_memsz,
                             file_.subspan(program.p_offset, program.p_filesz), writable,
                             executable});
  image_.memory_end = program.p_vaddr + program.p_memsz;
  return {};
}

Status ElfParser::read_note(unsigned index, const Elf64_Phdr& program) {
  const std::span<const std::byte> notes = file_.subspan(program.p_offset, program.p_filesz);
  constexpr std::uint64_t kAlignment = 4;
  const auto padded = [](std::uint64_t size) {
    return (size + kAlignment - 1) / kAlignment * kAlignment;
  };
  std::uint64_t at = 0;
  while (at < notes.size()) {
    Elf64_Nhdr note;
    if (!read_record(notes, at, note)) {
      return invalid("ELF: segment {}: a note header at {} is cut off", index, at);
    }
    at += sizeof(note);
    const std::uint64_t description = at + padded(note.n_namesz);
    if (!in_range(description, note.n_descsz, notes.size())) {
      return invalid("ELF: segment {}: a note of {} + {} bytes is cut off", index, note.n_namesz,
                     note.n_descsz);
    }
    constexpr std::string_view kOwner("AMDGPU", 7);
    if (note.n_type == kNoteAmdGpuMetadata && note.n_namesz == kOwner.size() &&
        std::memcmp(notes.data() + at, kOwner.data(), kOwner.size()) == 0) {
      image_.metadata = notes.subspan(description, note.n_descsz);
    }
    at = description + padded(note.n_descsz);
  }
  return {};
}

Status ElfParser::section_bytes(unsigned index, const Elf64_Shdr& section, std::uint64_t record,
                                std::span<const std::byte>& bytes) const {
  if (!in_range(section.sh_offset, section.sh_size, file_.size())) {
    return invalid("ELF: section {}: {} bytes at offset {} are outside the file of {} bytes", index,
                   section.sh_size, section.sh_offset, file_.size());
  }
  if (record != 0 && (section.sh_entsize != record || section.sh_size % record != 0)) {
    return invalid("ELF: section {}: {} bytes in entries of {}, which must be {}", index,
                   section.sh_size, section.sh_entsize, record);
  }
  bytes = file_.subspan(section.sh_offset, section.sh_size);
  return {};
}

Status ElfParser::read_sections() {
  if (header_.e_shnum == 0 || header_.e_shentsize != sizeof(Elf64_Shdr)) {
    return invalid("ELF: {} section headers of {} bytes; at least one of {} is needed",
                   header_.e_shnum, header_.e_shentsize, sizeof(Elf64_Shdr));
  }
  if (!in_range(header_.e_shoff, header_.e_shnum * sizeof(Elf64_Shdr), file_.size())) {
    return invalid("ELF: {} section headers at offset {} are outside the file of {} bytes",
                   header_.e_shnum, header_.e_shoff, file_.size());
  }
  for (unsigned i = 0; i < header_.e_shnum; ++i) {
    Elf64_Shdr section;
    Status status;
    if (!read_record(file_, header_.e_shoff + i * sizeof(Elf64_Shdr), section)) {
      return invalid("ELF: section header {} is outside the file", i);
    }
    if (section.sh_type == SHT_DYNSYM) {
      status = read_symbols(i, section, image_.dynamic_symbols);
    } else if (section.sh_type == SHT_SYMTAB) {
      status = read_symbols(i, section, image_.local_symbols);
    } else if (section.sh_type == SHT_RELA && (section.sh_flags & SHF_ALLOC) != 0) {
      status = read_relocations(i, section);
    } else if (section.sh_type == SHT_PROGBITS && (section.sh_flags & SHF_ALLOC) == 0) {
      read_lines(section);
    } else if (section.sh_type == SHT_REL && (section.sh_flags & SHF_ALLOC) != 0) {
      status = invalid("ELF: section {}: relocations without addends are not used by AMDGPU", i);
    }
    if (!status) {
      return status;
    }
  }
  if (image_.dynamic_symbols.empty()) {
    return invalid("ELF: no dynamic symbol table");
  }
  return {};
}

/// Line tables only make reports better: a damaged one is as good as none.
void ElfParser::read_lines(const Elf64_Shdr& section) {
  Elf64_Shdr names{};
  if ((section.sh_flags & SHF_COMPRESSED) != 0 || header_.e_shstrndx >= header_.e_shnum ||
      !read_record(file_, header_.e_shoff + header_.e_shstrndx * sizeof(Elf64_Shdr), names) ||
      !in_range(names.sh_offset, names.sh_size, file_.size()) || section.sh_name >= names.sh_size ||
      !in_range(section.sh_offset, section.sh_size, file_.size())) {
    return;
  }
  const char* const text = reinterpret_cast<const char*>(file_.data()) + names.sh_offset;
  const std::string_view rest(text + section.sh_name, names.sh_size - section.sh_name);
  const std::string_view name = rest.substr(0, rest.find('\0'));
  const std::span<const std::byte> bytes = file_.subspan(section.sh_offset, section.sh_size);
  if (name == ".debug_line") image_.lines.line = bytes;
  if (name == ".debug_line_str") image_.lines.line_strings = bytes;
  if (name == ".debug_str") image_.lines.strings = bytes;
  InlinedCallSections& calls = image_.lines.calls;
  if (name == ".debug_info") calls.entries = bytes;
  if (name == ".debug_abbrev") calls.abbreviations = bytes;
  if (name == ".debug_addr") calls.addresses = bytes;
  if (name == ".debug_rnglists") calls.ranges = bytes;
}

Status ElfParser::read_symbols(unsigned index, const Elf64_Shdr& section,
                               std::vector<ElfSymbol>& symbols) {
  std::span<const std::byte> bytes;
  if (Status status = section_bytes(index, section, sizeof(Elf64_Sym), bytes); !status) {
    return status;
  }
  Elf64_Shdr strings_section{};
  if (section.sh_link >= header_.e_shnum ||
      !read_record(file_, header_.e_shoff + section.sh_link * sizeof(Elf64_Shdr),
                   strings_section) ||
      strings_section.sh_type != SHT_STRTAB) {
    return invalid("ELF: section {}: its string table, section {}, is not one", index,
                   section.sh_link);
  }
  std::span<const std::byte> strings;
  if (Status status = section_bytes(section.sh_link, strings_section, 0, strings); !status) {
    return status;
  }
  if (strings.empty() || strings.back() != std::byte{0}) {
    return invalid("ELF: string table of section {} does not end with a zero", index);
  }
  const char* const names = reinterpret_cast<const char*>(strings.data());
  symbols.reserve(bytes.size() / sizeof(Elf64_Sym));
  for (std::uint64_t at = 0; at < bytes.size(); at += sizeof(Elf64_Sym)) {
    Elf64_Sym symbol;
    if (!read_record(bytes, at, symbol) || symbol.st_name >= strings.size()) {
      return invalid("ELF: section {}: symbol {} has a name outside its string table", index,
                     at / sizeof(Elf64_Sym));
    }
    const unsigned type = ELF64_ST_TYPE(symbol.st_info);
    symbols.push_back({std::string_view(names + symbol.st_name), symbol.st_value, symbol.st_size,
                       type == STT_FUNC, type == STT_OBJECT, symbol.st_shndx != SHN_UNDEF});
  }
  return {};
}

Status ElfParser::read_relocations(unsigned index, const Elf64_Shdr& section) {
  std::span<const std::byte> bytes;
  if (Status status = section_bytes(index, section, sizeof(Elf64_Rela), bytes); !status) {
    return status;
  }
  for (std::uint64_t at = 0; at < bytes.size(); at += sizeof(Elf64_Rela)) {
    Elf64_Rela rela;
    if (!read_record(bytes, at, rela)) {
      return invalid("ELF: section {}: relocation at {} is cut off", index, at);
    }
    image_.relocations.push_back(
        {rela.r_offset, static_cast<std::uint32_t>(ELF64_R_TYPE(rela.r_info)),
         static_cast<std::uint32_t>(ELF64_R_SYM(rela.r_info)), rela.r_addend});
  }
  return {};
}

}  // namespace

const ElfSegment* ElfImage::segment_of(std::uint64_t address, std::uint64_t size) const {
  for (const ElfSegment& segment : segments) {
    if (address >= segment.address &&
        in_range(address - segment.address, size, segment.memory_size)) {
      return &segment;
    }
  }
  return nullptr;
}

Status parse_elf(std::span<const std::byte> file, ElfImage& image) {
  image = {};
  return ElfParser(file, image).parse();
}

Status elf_extent(std::span<const std::byte> readable, std::uint64_t& size) {
  Elf64_Ehdr header;
  if (!read_record(readable, 0, header)) {
    return invalid("ELF: the image ends within its header");
  }
  std::uint64_t end = sizeof(header);
  const auto extend = [&](std::uint64_t offset, std::uint64_t count) {
    if (!in_range(offset, count, readable.size())) {
      return false;
    }
    end = std::max(end, offset + count);
    return true;
  };
  bool inside = extend(header.e_shoff, std::uint64_t{header.e_shnum} * header.e_shentsize) &&
                extend(header.e_phoff, std::uint64_t{header.e_phnum} * header.e_phentsize);
  for (unsigned i = 0; inside && i < header.e_phnum; ++i) {
    Elf64_Phdr program;
    inside = header.e_phentsize == sizeof(program) &&
             read_record(readable, header.e_phoff + i * sizeof(program), program) &&
             extend(program.p_offset, program.p_filesz);
  }
  for (unsigned i = 0; inside && i < header.e_shnum; ++i) {
    Elf64_Shdr section;
    inside = header.e_shentsize == sizeof(section) &&
             read_record(readable, header.e_shoff + i * sizeof(section), section) &&
             (section.sh_type == SHT_NOBITS || extend(section.sh_offset, section.sh_size));
  }
  if (!inside) {
    return invalid("ELF: the headers name bytes past the {} readable ones", readable.size());
  }
  size = end;
  return {};
}

}  // namespace kgate::emulator
