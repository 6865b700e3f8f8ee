// SPDX-License-Identifier: MIT
// Assembling and launching test kernels.
#include "tests/gates/emulator/emulator_kernel.hpp"

#include <unistd.h>

#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <filesystem>
#include <fstream>

#include "tests/catch.hpp"

namespace kgate::emulator_tests {

using emulator::AllocationKind;

std::vector<std::uint32_t> assemble(const std::string& lines, const std::string& cpu,
                                    unsigned lanes) {
  std::string folder = (std::filesystem::temp_directory_path() / "kgate_asm_XXXXXX").string();
  REQUIRE(mkdtemp(folder.data()) != nullptr);
  std::ofstream(folder + "/in.s") << lines << "\n";
  const std::string features = lanes == 64 ? "+wavefrontsize64" : "+wavefrontsize32";
  const std::string command = std::string(KGATE_LLVM_MC) +
                              " -triple=amdgcn-amd-amdhsa -mcpu=" + cpu + " -mattr=" + features +
                              " -filetype=obj " + folder + "/in.s -o " + folder + "/out.o && " +
                              KGATE_LLVM_OBJCOPY + " -O binary --only-section=.text " + folder +
                              "/out.o " + folder + "/out.bin";
  const int status = std::system(command.c_str());
  std::ifstream file(folder + "/out.bin", std::ios::binary);
  const std::string bytes((std::istreambuf_iterator<char>(file)), {});
  std::filesystem::remove_all(folder);
  INFO(lines);
  REQUIRE(status == 0);
  std::vector<std::uint32_t> words(bytes.size() / 4);
  std::memcpy(words.data(), bytes.data(), words.size() * 4);
  return words;
}

TestKernel::TestKernel(std::span<const std::uint32_t> code, unsigned lanes,
                       const std::string& cpu) {
  const auto target = emulator::find_target(cpu);
  REQUIRE(target);
  const std::uint64_t address =
      memory.allocate(code.size_bytes(), 256, AllocationKind::code, "code");
  REQUIRE(memory.copy_in(address, code.data(), code.size_bytes()));
  image.name = "test_kernel";
  image.program = std::make_shared<emulator::Program>(std::as_bytes(code), address, *target, lanes);
  image.entry_address = address;
  image.descriptor.compute_pgm_rsrc1 = 0x60AF0000;
  // Two user SGPRs, workgroup ids x y z, work-item ids x y z.
  image.descriptor.compute_pgm_rsrc2 = (2U << 1U) | (7U << 7U) | (2U << 11U);
  image.descriptor.kernel_code_properties =
      static_cast<std::uint16_t>(8U | (lanes == 32 ? 1U << 10U : 0U));
  options.instruction_budget = 1000000;
  options.threads = 2;
}

std::optional<emulator::Fault> TestKernel::run(std::array<std::uint32_t, 3> grid,
                                               std::array<std::uint32_t, 3> block,
                                               std::span<const std::uint64_t> arguments) {
  emulator::Launch launch;
  launch.kernel = &image;
  launch.grid = grid;
  launch.block = block;
  launch.dynamic_lds = dynamic_lds;
  launch.kernarg = std::as_bytes(arguments);
  return emulator::execute(launch, memory, options, &statistics);
}

std::uint64_t TestKernel::buffer(std::uint64_t count, std::span<const std::uint32_t> values) {
  const std::uint64_t address =
      memory.allocate(count * 4, 256, AllocationKind::device, "buffer of the test");
  REQUIRE(address != 0);
  if (!values.empty()) REQUIRE(memory.copy_in(address, values.data(), values.size_bytes()));
  return address;
}

std::vector<std::uint32_t> TestKernel::read(std::uint64_t address, std::uint64_t count) const {
  std::vector<std::uint32_t> values(count);
  REQUIRE(memory.copy_out(values.data(), address, count * 4));
  return values;
}

}  // namespace kgate::emulator_tests
