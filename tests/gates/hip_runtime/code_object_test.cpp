// SPDX-License-Identifier: MIT
// The code-object loader: what it reads from good files, and the field it names in bad ones.
#include "gates/emulator/hip/code_object.hpp"

#include <elf.h>

#include <cstring>
#include <functional>

#include "gates/emulator/hip/code_object_bundle.hpp"
#include "tests/gates/hip_runtime/runtime_fixture.hpp"

using namespace kgate::emulator;
using kgate::Status;
using kgate::StatusCode;
using kgate::runtime_tests::object;

namespace {

Status load(const std::vector<std::byte>& file, Memory& memory,
            std::shared_ptr<const CodeObject>& code, std::string_view target = "gfx1151") {
  return CodeObject::load(file, *find_target(target), memory, "test", code);
}

/// A record of the file changed in place.
template <class Record>
void edit(std::vector<std::byte>& file, std::size_t offset,
          const std::function<void(Record&)>& change) {
  Record record;
  REQUIRE(offset + sizeof(record) <= file.size());
  std::memcpy(&record, file.data() + offset, sizeof(record));
  change(record);
  std::memcpy(file.data() + offset, &record, sizeof(record));
}

Elf64_Ehdr header_of(const std::vector<std::byte>& file) {
  Elf64_Ehdr header;
  std::memcpy(&header, file.data(), sizeof(header));
  return header;
}

/// Offset in the file of the n-th program header of a type.
std::size_t program_header(const std::vector<std::byte>& file, std::uint32_t type, int index = 0) {
  const Elf64_Ehdr header = header_of(file);
  for (unsigned i = 0; i < header.e_phnum; ++i) {
    Elf64_Phdr program;
    const std::size_t offset = header.e_phoff + i * sizeof(program);
    std::memcpy(&program, file.data() + offset, sizeof(program));
    if (program.p_type == type && index-- == 0) {
      return offset;
    }
  }
  FAIL("no such program header");
  return 0;
}

std::size_t section_header(const std::vector<std::byte>& file, std::uint32_t type) {
  const Elf64_Ehdr header = header_of(file);
  for (unsigned i = 0; i < header.e_shnum; ++i) {
    Elf64_Shdr section;
    const std::size_t offset = header.e_shoff + i * sizeof(section);
    std::memcpy(&section, file.data() + offset, sizeof(section));
    if (section.sh_type == type) {
      return offset;
    }
  }
  FAIL("no such section header");
  return 0;
}

/// File offset of the first occurrence of a text.
std::size_t find_text(const std::vector<std::byte>& file, std::string_view text) {
  const std::string_view all(reinterpret_cast<const char*>(file.data()), file.size());
  const std::size_t at = all.find(text);
  REQUIRE(at != std::string_view::npos);
  return at;
}

struct BadField {
  const char* what;
  std::function<void(std::vector<std::byte>&)> damage;
  const char* message;
};

}  // namespace

TEST_CASE("kernels, limits and arguments are read from descriptor and metadata") {
  for (const unsigned lanes : {32U, 64U}) {
    Memory memory;
    std::shared_ptr<const CodeObject> code;
    const auto file = object("runtime_kernels.gfx1151.wave" + std::to_string(lanes) + ".co");
    const Status status = load(file, memory, code);
    INFO(status.message());
    REQUIRE(status.ok());
    const Kernel* const kernel = code->find_kernel("add_value");
    REQUIRE(kernel != nullptr);
    CHECK(kernel->metadata.wavefront_size == lanes);
    CHECK(kernel->image.descriptor.wave32() == (lanes == 32));
    CHECK(kernel->metadata.kernarg_segment_size == 24);
    CHECK(kernel->metadata.explicit_end() == 24);
    CHECK(kernel->metadata.arguments.size() == 4);
    CHECK(kernel->image.entry_address % 256 == 0);
    CHECK(kernel->image.program->lanes() == lanes);
    CHECK(kernel->image.symbolise(kernel->image.entry_address + 8) == "add_value+0x8");
    CHECK(code->find_kernel("only_64_threads")->metadata.max_flat_workgroup_size == 64);
    CHECK(code->find_kernel("much_lds")->image.descriptor.group_segment_fixed_size == 40960);
    CHECK(code->find_kernel("missing") == nullptr);
  }
}

TEST_CASE("segments keep their distances, variables are writable and code is not") {
  Memory memory;
  std::shared_ptr<const CodeObject> code;
  REQUIRE(load(object("runtime_kernels.gfx1151.wave32.co"), memory, code).ok());
  const auto table = code->find_variable("table");
  const auto pointer = code->find_variable("table_pointer");
  REQUIRE(table);
  REQUIRE(pointer);
  std::uint64_t value = 0;
  REQUIRE(memory.copy_out(&value, pointer->address, sizeof(value)));
  CHECK(value == table->address + 8);
  CHECK(memory.find(table->address)->kind == AllocationKind::variable);
  const Kernel* const kernel = code->find_kernel("trap");
  REQUIRE(kernel != nullptr);
  CHECK(memory.find(kernel->image.entry_address)->kind == AllocationKind::code);
  CHECK(memory.find(kernel->image.descriptor_address)->kind == AllocationKind::code);
}

TEST_CASE("all memory is given back with the code object, and after a failed load") {
  Memory memory;
  std::shared_ptr<const CodeObject> code;
  std::vector<std::byte> file = object("runtime_kernels.gfx1151.wave32.co");
  REQUIRE(load(file, memory, code).ok());
  CHECK(memory.allocations().size() == 4);
  code.reset();
  CHECK(memory.allocations().empty());
  // The last thing to be looked at: the entry of a kernel.
  std::memcpy(file.data() + find_text(file, "trap.kd"), "trip", 4);
  CHECK_FALSE(load(file, memory, code).ok());
  CHECK(memory.allocations().empty());
}

TEST_CASE("a damaged field is named") {
  const std::vector<std::byte> good = object("runtime_kernels.gfx1151.wave32.co");
  const auto header = [](const std::function<void(Elf64_Ehdr&)>& change) {
    return [change](std::vector<std::byte>& file) { edit<Elf64_Ehdr>(file, 0, change); };
  };
  const auto segment = [](int index, const std::function<void(Elf64_Phdr&)>& change) {
    return [=](std::vector<std::byte>& file) {
      edit<Elf64_Phdr>(file, program_header(file, PT_LOAD, index), change);
    };
  };
  const auto section = [](std::uint32_t type, const std::function<void(Elf64_Shdr&)>& change) {
    return [=](std::vector<std::byte>& file) {
      edit<Elf64_Shdr>(file, section_header(file, type), change);
    };
  };
  const std::vector<BadField> fields{
      {"empty", [](auto& file) { file.clear(); }, "fewer than a header"},
      {"magic", [](auto& file) { file[0] = std::byte{0}; }, "magic"},
      {"class", [](auto& file) { file[4] = std::byte{1}; }, "64-bit"},
      {"machine", header([](auto& h) { h.e_machine = 62; }), "e_machine is 62"},
      {"OS ABI", [](auto& file) { file[7] = std::byte{0}; }, "OS ABI"},
      {"ABI version", [](auto& file) { file[8] = std::byte{9}; }, "ABI version 9"},
      {"type", header([](auto& h) { h.e_type = ET_REL; }), "not linked"},
      {"program headers", header([](auto& h) { h.e_phoff = ~0ULL; }), "program header 0"},
      {"their number", header([](auto& h) { h.e_phnum = 65535; }), "65535 program headers"},
      {"section headers", header([](auto& h) { h.e_shoff = 1ULL << 60U; }), "section headers"},
      {"segment offset", segment(1, [](auto& p) { p.p_offset = ~0ULL - 4; }), "outside the file"},
      {"segment size", segment(1, [](auto& p) { p.p_memsz = 1; }), "exceeds memory size"},
      {"huge segment", segment(3, [](auto& p) { p.p_memsz = ~0ULL; }), "exceed the limit"},
      {"overlap", segment(1, [](auto& p) { p.p_vaddr = p.p_offset = 0; }), "shares a page"},
      {"writable code", segment(1, [](auto& p) { p.p_flags |= PF_W; }), "both writable"},
      {"symbol size", section(SHT_DYNSYM, [](auto& s) { s.sh_entsize = 16; }), "entries of 16"},
      {"string table", section(SHT_DYNSYM, [](auto& s) { s.sh_link = 9999; }), "string table"},
      {"relocation", section(SHT_RELA, [](auto& s) { s.sh_size = 1ULL << 40U; }), "outside"},
      {"metadata", [](auto& file) { file[find_text(file, "amdhsa.target") - 1] = std::byte{0xC1}; },
       "MessagePack"},
      {"target", [](auto& file) { file[find_text(file, "--gfx1151") + 8] = std::byte{'0'}; },
       "amdhsa.target"},
      {"key", [](auto& file) { file[find_text(file, ".wavefront_size")] = std::byte{'x'}; },
       ".wavefront_size"},
      {"descriptor", [](auto& file) { file[find_text(file, "trap.kd")] = std::byte{'T'}; },
       "'trap"},
  };
  for (const BadField& field : fields) {
    INFO(field.what);
    std::vector<std::byte> file = good;
    field.damage(file);
    Memory memory;
    std::shared_ptr<const CodeObject> code;
    const Status status = load(file, memory, code);
    INFO(status.message());
    CHECK_FALSE(status.ok());
    CHECK(status.code() == StatusCode::invalid_argument);
    CHECK(status.message().find(field.message) != std::string_view::npos);
    CHECK(memory.allocations().empty());
  }
}

TEST_CASE("a descriptor that gfx11 cannot have is named") {
  const std::vector<std::byte> good = object("runtime_kernels.gfx1151.wave32.co");
  Memory memory;
  std::shared_ptr<const CodeObject> code;
  REQUIRE(load(good, memory, code).ok());
  // Descriptors lie in the first segment, whose file offsets are its addresses.
  const std::uint64_t base =
      code->find_kernel("add_value")->image.descriptor_address -
      memory.find(code->find_kernel("add_value")->image.descriptor_address)->address;
  struct Damage {
    std::size_t offset;
    std::uint32_t value;
    const char* message;
  };
  const std::array<Damage, 7> damages{{{12, 1, "reserved"},
                                       {8, 25, "kernarg_size"},
                                       {0, 7, "group_segment_fixed_size"},
                                       {4, 64, "private_segment_fixed_size"},
                                       {16, 0x101, "entry"},
                                       {52, 31U << 1U, "USER_SGPR_COUNT"},
                                       {56, 0x0009, "kernel_code_properties"}}};
  for (const Damage& damage : damages) {
    INFO("offset " << damage.offset);
    std::vector<std::byte> file = good;
    std::memcpy(file.data() + base + damage.offset, &damage.value, sizeof(damage.value));
    const Status status = load(file, memory, code);
    INFO(status.message());
    CHECK_FALSE(status.ok());
    CHECK(status.message().find(damage.message) != std::string_view::npos);
    CHECK(status.message().find("add_value") != std::string_view::npos);
  }
}

TEST_CASE("code for another target is told from code that is damaged") {
  Memory memory;
  std::shared_ptr<const CodeObject> code;
  const Status other = load(object("runtime_kernels.gfx1151.wave32.co"), memory, code, "gfx1100");
  CHECK(other.code() == StatusCode::not_found);
  CHECK(other.message() == "the code object is for gfx1151; the device is gfx1100");
  const Status foreign = load(object("runtime_kernels.gfx90a.co"), memory, code);
  CHECK(foreign.code() == StatusCode::not_found);
  CHECK(foreign.message().find("not for gfx11") != std::string_view::npos);
}

TEST_CASE("a bundle gives the code of a target, or says which targets it has") {
  for (const char* name : {"runtime_kernels.bundle", "runtime_kernels.compressed.bundle"}) {
    INFO(name);
    const std::vector<std::byte> bundle = object(name);
    std::vector<std::byte> unpacked;
    std::span<const std::byte> elf;
    for (const char* target : {"gfx1151", "gfx1100"}) {
      REQUIRE(select_code_object(bundle, target, unpacked, elf).ok());
      Memory memory;
      std::shared_ptr<const CodeObject> code;
      CHECK(CodeObject::load(elf, *find_target(target), memory, "test", code).ok());
    }
    const Status missing = select_code_object(bundle, "gfx1103", unpacked, elf);
    CHECK(missing.code() == StatusCode::not_found);
    CHECK(missing.message().find("gfx1100, gfx1151") != std::string_view::npos);
  }
}

TEST_CASE("the size of an image whose size nobody told is that of the file") {
  for (const char* name : {"runtime_kernels.gfx1151.wave32.co", "runtime_kernels.bundle",
                           "runtime_kernels.compressed.bundle"}) {
    const std::vector<std::byte> file = object(name);
    std::span<const std::byte> bytes;
    REQUIRE(image_extent(file.data(), bytes).ok());
    CHECK(bytes.size() == file.size());
  }
}
