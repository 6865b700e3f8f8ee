// SPDX-License-Identifier: MIT
// Places code objects in memory.
#include "gates/emulator/hip/code_object.hpp"

#include <algorithm>
#include <array>
#include <cstring>

#include "gates/emulator/hip/bounded_reader.hpp"
#include "gates/emulator/hip/kernel_descriptor.hpp"

namespace kgate::emulator {
namespace {

/// e_flags of each target (LLVM AMDGPU usage guide, "Processors"), without feature bits.
struct Machine {
  std::uint32_t flags;
  std::string_view target;
};
constexpr std::array<Machine, 7> kMachines{{{0x41, "gfx1100"},
                                            {0x46, "gfx1101"},
                                            {0x47, "gfx1102"},
                                            {0x44, "gfx1103"},
                                            {0x43, "gfx1150"},
                                            {0x4a, "gfx1151"},
                                            {0x55, "gfx1152"}}};

// Kernels with indirect calls or recursion do not know their depth.
constexpr std::uint32_t kDynamicStackBytes = 16 * 1024;
constexpr std::uint64_t kEntryAlignment = 256;
constexpr std::uint64_t kDescriptorAlignment = 64;

template <class... Values>
Status invalid(fmt::format_string<Values...> format, Values&&... values) {
  return Status::error(StatusCode::invalid_argument, format, std::forward<Values>(values)...);
}

Status check_target(const ElfImage& image, const CodeObjectMetadata& metadata,
                    const Target& target) {
  const auto machine = std::find_if(kMachines.begin(), kMachines.end(),
                                    [&](const Machine& one) { return one.flags == image.flags; });
  if (machine == kMachines.end()) {
    return Status::error(StatusCode::not_found,
                         "the code object is not for gfx11 (e_flags {:#x}, target '{}'); the "
                         "device is {}",
                         image.flags, metadata.target, target.name);
  }
  if (machine->target != target.name) {
    return Status::error(StatusCode::not_found, "the code object is for {}; the device is {}",
                         machine->target, target.name);
  }
  if (!metadata.target.ends_with(machine->target)) {
    return invalid("e_flags {:#x} means {}, and amdhsa.target says '{}'", image.flags,
                   machine->target, metadata.target);
  }
  return {};
}

}  // namespace

Status CodeObject::load(std::span<const std::byte> elf, const Target& target, Memory& memory,
                        std::string_view label, std::shared_ptr<const CodeObject>& object) {
  ElfImage image;
  if (Status status = parse_elf(elf, image); !status) {
    return status;
  }
  CodeObjectMetadata metadata;
  if (Status status = parse_metadata(image.metadata, metadata); !status) {
    return status;
  }
  if (Status status = check_target(image, metadata, target); !status) {
    return status;
  }
  const std::shared_ptr<CodeObject> loaded(new CodeObject(memory, target));
  if (Status status = loaded->place(image, label); !status) {
    return status;
  }
  if (Status status = loaded->relocate(image); !status) {
    return status;
  }
  loaded->add_names(image);
  loaded->lines_ = LineTable(image.lines);
  if (Status status = loaded->add_kernels(image, metadata); !status) {
    return status;
  }
  object = loaded;
  return {};
}

CodeObject::~CodeObject() {
  for (const std::uint64_t address : allocations_) {
    memory_.release(address);
  }
}

Status CodeObject::place(const ElfImage& image, std::string_view label) {
  // One range for all segments, since code reaches data by distance; one allocation a segment,
  // since only some may be written.
  std::vector<Memory::Part> parts;
  for (const ElfSegment& segment : image.segments) {
    const std::string_view what =
        segment.executable ? "code" : (segment.writable ? "variables" : "constants");
    parts.push_back({segment.address, segment.memory_size,
                     segment.writable ? AllocationKind::variable : AllocationKind::code,
                     fmt::format("{} of {}", what, label)});
  }
  base_ = memory_.allocate_parts(image.memory_end, kElfPage, parts);
  if (base_ == 0) {
    return Status::error(StatusCode::device_error, "no device memory for a code object of {} bytes",
                         image.memory_end);
  }
  for (const ElfSegment& segment : image.segments) {
    const std::uint64_t address = base_ + segment.address;
    allocations_.push_back(address);
    const std::uint64_t rest = segment.memory_size - segment.bytes.size();
    memory_.copy_in(address, segment.bytes.data(), segment.bytes.size());
    // Fresh pages are zero, as .bss must be.
    memory_.mark_initialised(address + segment.bytes.size(), rest);
  }
  return {};
}

Status CodeObject::relocate(const ElfImage& image) {
  for (const ElfRelocation& relocation : image.relocations) {
    const ElfSegment* const segment = image.segment_of(relocation.offset, sizeof(std::uint64_t));
    if (segment == nullptr || segment->executable) {
      return invalid("ELF: a relocation sets 8 bytes at {:#x}, which is not in a data segment",
                     relocation.offset);
    }
    std::uint64_t value = base_ + static_cast<std::uint64_t>(relocation.addend);
    if (relocation.type == kRelocationAbsolute64) {
      if (relocation.symbol >= image.dynamic_symbols.size()) {
        return invalid("ELF: a relocation names symbol {} of {}", relocation.symbol,
                       image.dynamic_symbols.size());
      }
      const ElfSymbol& symbol = image.dynamic_symbols[relocation.symbol];
      if (!symbol.defined) {
        return invalid("ELF: symbol '{}' is not defined in the code object", symbol.name);
      }
      value += symbol.value;
    } else if (relocation.type != kRelocationRelative64) {
      return invalid("ELF: relocation type {} at {:#x} is not ABS64 (3) or RELATIVE64 (13)",
                     relocation.type, relocation.offset);
    }
    memory_.copy_in(base_ + relocation.offset, &value, sizeof(value));
  }
  return {};
}

void CodeObject::add_names(const ElfImage& image) {
  for (const ElfSymbol& symbol : image.dynamic_symbols) {
    if (symbol.object && symbol.defined && !symbol.name.ends_with(".kd") &&
        image.segment_of(symbol.value, symbol.size) != nullptr) {
      variables_.emplace(symbol.name, Variable{base_ + symbol.value, symbol.size});
    }
  }
  const auto& symbols = image.local_symbols.empty() ? image.dynamic_symbols : image.local_symbols;
  for (const ElfSymbol& symbol : symbols) {
    if (symbol.function && symbol.defined) {
      functions_.push_back({base_ + symbol.value, symbol.size, std::string(symbol.name)});
    }
  }
  std::sort(functions_.begin(), functions_.end(),
            [](const Function& a, const Function& b) { return a.address < b.address; });
}

Status CodeObject::add_kernels(const ElfImage& image, const CodeObjectMetadata& metadata) {
  for (const KernelMetadata& kernel : metadata.kernels) {
    if (Status status = add_kernel(image, kernel); !status) {
      return status;
    }
  }
  return {};
}

Status CodeObject::add_kernel(const ElfImage& image, const KernelMetadata& metadata) {
  const std::string& name = metadata.name;
  const auto symbol = std::find_if(
      image.dynamic_symbols.begin(), image.dynamic_symbols.end(),
      [&](const ElfSymbol& one) { return one.defined && one.name == metadata.symbol; });
  if (symbol == image.dynamic_symbols.end()) {
    return invalid("kernel '{}': no symbol '{}' for its descriptor", name, metadata.symbol);
  }
  DescriptorRecord record;
  const ElfSegment* const segment = image.segment_of(symbol->value, sizeof(record));
  if (segment == nullptr || segment->writable || symbol->value % kDescriptorAlignment != 0 ||
      !read_record(segment->bytes, symbol->value - segment->address, record)) {
    return invalid("kernel '{}': its descriptor at {:#x} is not 64 aligned bytes of constants",
                   name, symbol->value);
  }
  Kernel kernel;
  kernel.metadata = metadata;
  if (Status status = check_descriptor(record, metadata, kernel.image.descriptor); !status) {
    return status;
  }
  const std::uint64_t entry =
      symbol->value + static_cast<std::uint64_t>(record.kernel_code_entry_byte_offset);
  const ElfSegment* const code = image.segment_of(entry, sizeof(std::uint32_t));
  if (code == nullptr || !code->executable || entry % kEntryAlignment != 0) {
    return invalid("kernel '{}': its entry {:#x} is not aligned to {} in an executable segment",
                   name, entry, kEntryAlignment);
  }
  kernel.image.name = name;
  kernel.image.program = program(metadata.wavefront_size, *code);
  kernel.image.descriptor_address = base_ + symbol->value;
  kernel.image.entry_address = base_ + entry;
  kernel.image.private_bytes =
      std::max(metadata.private_segment_fixed_size,
               metadata.uses_dynamic_stack ? kDynamicStackBytes : std::uint32_t{0});
  // Launches hold the code object, so `this` outlives every call.
  kernel.image.symbolise = [this](std::uint64_t address) { return symbolise(address); };
  kernel.image.source_line = [this](std::uint64_t address) { return lines_.find(address - base_); };
  if (!kernels_.emplace(name, std::move(kernel)).second) {
    return invalid("metadata: kernel '{}' is listed twice", name);
  }
  return {};
}

std::shared_ptr<const Program> CodeObject::program(unsigned lanes, const ElfSegment& code) {
  std::shared_ptr<const Program>& made = programs_[lanes];
  if (made == nullptr || made->begin() != base_ + code.address) {
    const std::uint64_t address = base_ + code.address;
    made = std::make_shared<const Program>(
        std::span<const std::byte>(memory_.host(address), code.memory_size / 4 * 4), address,
        target_, lanes);
  }
  return made;
}

std::string CodeObject::symbolise(std::uint64_t address) const {
  auto after = std::upper_bound(
      functions_.begin(), functions_.end(), address,
      [](std::uint64_t wanted, const Function& one) { return wanted < one.address; });
  if (after == functions_.begin()) {
    return {};
  }
  const Function& function = *std::prev(after);
  const std::uint64_t offset = address - function.address;
  return offset < function.size ? fmt::format("{}+{:#x}", function.name, offset) : std::string{};
}

const Kernel* CodeObject::find_kernel(std::string_view name) const {
  const auto found = kernels_.find(name);
  return found == kernels_.end() ? nullptr : &found->second;
}

std::optional<Variable> CodeObject::find_variable(std::string_view name) const {
  const auto found = variables_.find(name);
  return found == variables_.end() ? std::nullopt : std::optional<Variable>(found->second);
}

}  // namespace kgate::emulator
