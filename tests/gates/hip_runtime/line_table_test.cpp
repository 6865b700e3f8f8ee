// SPDX-License-Identifier: MIT
// Source lines in reports, and what damaged line tables do.
#include "gates/emulator/hip/line_table.hpp"

#include <algorithm>
#include <random>
#include <span>

#include "gates/emulator/hip/elf_image.hpp"
#include "tests/gates/hip_runtime/runtime_fixture.hpp"

using namespace kgate::runtime_tests;
using namespace kgate::hip;
using Catch::Matchers::Contains;
using kgate::emulator::LineSections;
using kgate::emulator::LineTable;

namespace {

constexpr const char* kWithLines = "extension_kernels.lines.gfx1151.wave32.co";

/// Number of the source line that has the text.
int line_with(const std::string& text) {
  std::ifstream file(std::string(KGATE_SOURCE_DIR) +
                     "/tests/gates/hip_runtime/extension_kernels.hip");
  std::string line;
  for (int number = 1; std::getline(file, line); ++number) {
    if (line.find(text) != std::string::npos) return number;
  }
  FAIL("no line has " << text);
  return 0;
}

std::string report_of(const std::string& file) {
  const Kernels kernels(file);
  const Buffer<int> out(10);
  REQUIRE(launch(kernels["store_past_the_end"], {1, 1, 1}, {1, 1, 1}, 0, nullptr, out.get(), 10) ==
          Error::hipSuccess);
  REQUIRE(hipDeviceSynchronize() == Error::hipErrorIllegalAddress);
  return kgateEmulatorLastFault();
}

std::vector<std::byte> copy_of(std::span<const std::byte> bytes) {
  return {bytes.begin(), bytes.end()};
}

}  // namespace

TEST_CASE("a report names the source line where the code object has line tables") {
  const std::string with = report_of(kWithLines);
  const int line = line_with("the store itself");
  CHECK_THAT(
      with,
      Contains("tests/gates/hip_runtime/extension_kernels.hip:" + std::to_string(line) + "\n"));
  const std::string without = report_of("extension_kernels.gfx1151.wave32.co");
  CHECK(without.find("extension_kernels.hip") == std::string::npos);
}

TEST_CASE("a line table knows the addresses of its code and no others") {
  const std::vector<std::byte> file = object(kWithLines);
  kgate::emulator::ElfImage image;
  REQUIRE(kgate::emulator::parse_elf(file, image).ok());
  REQUIRE_FALSE(image.lines.line.empty());
  const LineTable table(image.lines);
  const auto code = std::find_if(image.segments.begin(), image.segments.end(),
                                 [](const auto& segment) { return segment.executable; });
  REQUIRE(code != image.segments.end());
  CHECK_THAT(table.find(code->address), Contains("extension_kernels.hip:"));
  CHECK(table.find(0).empty());
  CHECK(table.find(code->address - 1).empty());
  CHECK(table.find(code->address + code->bytes.size() + 1024).empty());
  CHECK(LineTable().find(code->address).empty());
}

TEST_CASE("2,000 damaged line tables give lines or none, and end") {
  const std::vector<std::byte> file = object(kWithLines);
  kgate::emulator::ElfImage image;
  REQUIRE(kgate::emulator::parse_elf(file, image).ok());
  const std::vector<std::byte> line = copy_of(image.lines.line);
  const std::vector<std::byte> names = copy_of(image.lines.line_strings);
  std::mt19937_64 random(7);
  int lost = 0;
  for (int number = 0; number < 2000; ++number) {
    std::vector<std::byte> damaged = line;
    if (number % 3 == 0) {
      damaged.resize(random() % line.size());
      damaged.shrink_to_fit();
    } else {
      for (std::uint64_t count = 1 + random() % 8; count != 0; --count) {
        damaged.at(random() % line.size()) ^= std::byte{1} << random() % 8;
      }
    }
    const LineTable table(LineSections{damaged, names, image.lines.strings});
    bool any = false;
    for (std::uint64_t address = 0; address < 0x4000; address += 4) {
      any = any || !table.find(address).empty();
    }
    lost += any ? 0 : 1;
  }
  // Both must occur, or this test tests nothing.
  CHECK(lost > 100);
  CHECK(lost < 1900);
}
