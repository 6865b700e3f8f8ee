// SPDX-License-Identifier: MIT
// Reads just enough ELF to leave out what does not run.
#include "mutate/object_digest.hpp"

#include <elf.h>
#include <fmt/format.h>

#include <cstring>
#include <optional>
#include <vector>

#include "mutate/digest.hpp"

namespace kgate::mutate {
namespace {

// A copy at /lab/w00 and one at /lab/w01 build the same object but for such strings. Their names
// are of one length, so that sizes and offsets agree as well.
std::string without_lab(std::string_view bytes, const std::string& lab) {
  std::string text(bytes);
  if (lab.empty()) {
    return text;
  }
  for (std::size_t at = 0; (at = text.find(lab, at)) != std::string::npos;) {
    text.replace(at, lab.size(), "/lab");
  }
  return text;
}

template <class T>
std::optional<T> value_at(std::string_view bytes, std::uint64_t offset) {
  if (offset > bytes.size() || bytes.size() - offset < sizeof(T)) {
    return std::nullopt;
  }
  T value;
  std::memcpy(&value, bytes.data() + offset, sizeof(T));
  return value;
}

class Elf {
 public:
  explicit Elf(std::string_view bytes) : bytes_(bytes) {
    const auto header = value_at<Elf64_Ehdr>(bytes, 0);
    if (!header || std::memcmp(header->e_ident, ELFMAG, SELFMAG) != 0 ||
        header->e_ident[EI_CLASS] != ELFCLASS64 || header->e_ident[EI_DATA] != ELFDATA2LSB) {
      return;
    }
    for (unsigned i = 0; i < header->e_shnum; ++i) {
      const auto section =
          value_at<Elf64_Shdr>(bytes, header->e_shoff + std::uint64_t{i} * header->e_shentsize);
      if (!section) {
        return;
      }
      sections_.push_back(*section);
    }
    names_ = header->e_shstrndx;
    valid_ = !sections_.empty();
  }

  [[nodiscard]] bool valid() const { return valid_; }

  [[nodiscard]] std::string digest_text(const std::string& lab) const {
    std::string text;
    for (const Elf64_Shdr& section : sections_) {
      const std::string_view name = text_at(names_, section.sh_name);
      if ((section.sh_flags & SHF_ALLOC) != 0 && name != ".note.gnu.build-id") {
        const bool empty = section.sh_type == SHT_NOBITS;
        text += fmt::format("section {} {} {} {} {}\n", name, section.sh_type, section.sh_flags,
                            section.sh_addr, section.sh_size);
        text += sha256(empty ? "" : without_lab(content(section), lab)) + "\n";
      } else if (section.sh_type == SHT_RELA && loaded(section.sh_info)) {
        text += fmt::format("relocations {}\n", name);
        append_relocations(section, text);
      } else if (section.sh_type == SHT_SYMTAB) {
        append_symbols(section, text);
      }
    }
    return text;
  }

 private:
  [[nodiscard]] std::string_view content(const Elf64_Shdr& section) const {
    if (section.sh_offset > bytes_.size() || section.sh_size > bytes_.size() - section.sh_offset) {
      return {};
    }
    return bytes_.substr(section.sh_offset, section.sh_size);
  }
  [[nodiscard]] bool loaded(std::size_t index) const {
    return index < sections_.size() && (sections_[index].sh_flags & SHF_ALLOC) != 0;
  }
  [[nodiscard]] std::string_view text_at(std::size_t section, std::size_t offset) const {
    if (section >= sections_.size()) {
      return {};
    }
    const std::string_view table = content(sections_[section]);
    return offset < table.size() ? table.substr(offset, table.find('\0', offset) - offset)
                                 : std::string_view{};
  }
  // A section symbol has no name of its own; its section's does.
  [[nodiscard]] std::string symbol_name(const Elf64_Shdr& table, const Elf64_Sym& symbol) const {
    if (ELF64_ST_TYPE(symbol.st_info) == STT_SECTION && symbol.st_shndx < sections_.size()) {
      return fmt::format("section {}", text_at(names_, sections_[symbol.st_shndx].sh_name));
    }
    return std::string(text_at(table.sh_link, symbol.st_name));
  }
  void append_relocations(const Elf64_Shdr& section, std::string& text) const {
    const std::string_view entries = content(section);
    if (section.sh_link >= sections_.size()) {
      return;
    }
    const Elf64_Shdr& symbols = sections_[section.sh_link];
    for (std::uint64_t at = 0; at < entries.size(); at += sizeof(Elf64_Rela)) {
      const auto entry = value_at<Elf64_Rela>(entries, at);
      const auto symbol = entry ? value_at<Elf64_Sym>(content(symbols), ELF64_R_SYM(entry->r_info) *
                                                                            sizeof(Elf64_Sym))
                                : std::nullopt;
      if (symbol) {
        text += fmt::format("{} {} {} {}+{}\n", entry->r_offset, ELF64_R_TYPE(entry->r_info),
                            entry->r_addend, symbol_name(symbols, *symbol), symbol->st_value);
      }
    }
  }
  void append_symbols(const Elf64_Shdr& section, std::string& text) const {
    const std::string_view entries = content(section);
    for (std::uint64_t at = 0; at < entries.size(); at += sizeof(Elf64_Sym)) {
      const auto symbol = value_at<Elf64_Sym>(entries, at);
      // Debug information brings section symbols and files of its own.
      if (symbol && ELF64_ST_TYPE(symbol->st_info) != STT_FILE &&
          (symbol->st_shndx >= sections_.size() || symbol->st_shndx == SHN_UNDEF ||
           loaded(symbol->st_shndx))) {
        text += fmt::format("symbol {} {} {} {} {}\n", symbol_name(section, *symbol),
                            symbol->st_info, symbol->st_other, symbol->st_value, symbol->st_size);
      }
    }
  }

  std::string_view bytes_;
  std::vector<Elf64_Shdr> sections_;
  std::size_t names_ = 0;
  bool valid_ = false;
};

}  // namespace

std::string object_digest(std::string_view content, const std::string& lab) {
  const Elf elf(content);
  return sha256(elf.valid() ? elf.digest_text(lab) : without_lab(content, lab));
}

}  // namespace kgate::mutate
