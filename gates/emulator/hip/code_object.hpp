// SPDX-License-Identifier: MIT
// A code object placed in emulated memory: its kernels ready to launch, its variables by name.
#pragma once

#include <cstddef>
#include <cstdint>
#include <map>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "gates/emulator/decoder.hpp"
#include "gates/emulator/dispatch.hpp"
#include "gates/emulator/hip/code_object_metadata.hpp"
#include "gates/emulator/hip/elf_image.hpp"
#include "gates/emulator/memory.hpp"
#include "kernels/status.hpp"

namespace kgate::emulator {

/// A kernel with what its launch must obey.
struct Kernel {
  KernelMetadata metadata;
  KernelImage image;
};

/// A device variable of a code object.
struct Variable {
  std::uint64_t address = 0;
  std::uint64_t size = 0;
};

/// Loaded code. Immutable; releases its memory when it is destroyed, so whoever launches a kernel
/// keeps it alive until the launch has ended.
class CodeObject {
 public:
  /// Places an ELF file in `memory`, applies its relocations and checks every kernel.
  ///
  /// `label` names the allocations in reports.
  /// @return `invalid_argument` naming the bad field; `not_found` where the code is for another
  /// target; `device_error` where memory is exhausted. Nothing stays allocated on an error.
  static Status load(std::span<const std::byte> elf, const Target& target, Memory& memory,
                     std::string_view label, std::shared_ptr<const CodeObject>& object);

  CodeObject(const CodeObject&) = delete;
  CodeObject& operator=(const CodeObject&) = delete;
  CodeObject(CodeObject&&) = delete;
  CodeObject& operator=(CodeObject&&) = delete;
  ~CodeObject();

  /// The kernel of this source name, or null.
  [[nodiscard]] const Kernel* find_kernel(std::string_view name) const;
  [[nodiscard]] std::optional<Variable> find_variable(std::string_view name) const;
  /// All kernels, by name.
  [[nodiscard]] const std::map<std::string, Kernel, std::less<>>& kernels() const {
    return kernels_;
  }

 private:
  struct Function {
    std::uint64_t address = 0;
    std::uint64_t size = 0;
    std::string name;
  };

  CodeObject(Memory& memory, const Target& target) : memory_(memory), target_(target) {}
  Status place(const ElfImage& image, std::string_view label);
  Status relocate(const ElfImage& image);
  Status add_kernels(const ElfImage& image, const CodeObjectMetadata& metadata);
  Status add_kernel(const ElfImage& image, const KernelMetadata& metadata);
  void add_names(const ElfImage& image);
  std::shared_ptr<const Program> program(unsigned lanes, const ElfSegment& code);
  [[nodiscard]] std::string symbolise(std::uint64_t address) const;

  Memory& memory_;
  Target target_;
  std::uint64_t base_ = 0;                  ///< device address of virtual address 0
  std::vector<std::uint64_t> allocations_;  ///< to release
  std::map<std::string, Kernel, std::less<>> kernels_;
  std::map<std::string, Variable, std::less<>> variables_;
  std::vector<Function> functions_;  ///< by address
  LineTable lines_;
  std::map<unsigned, std::shared_ptr<const Program>> programs_;
};

}  // namespace kgate::emulator
