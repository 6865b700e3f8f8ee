// SPDX-License-Identifier: MIT
// Source lines in reports, and what damaged line tables do.
#include "gates/emulator/hip/line_table.hpp"

#include <algorithm>
#include <array>
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

TEST_CASE("a report names the source line, and of inlined code the call") {
  const std::string with = report_of(kWithLines);
  const std::string file = "extension_kernels.hip:";
  const std::string store = file + std::to_string(line_with("the store itself"));
  const std::string call = file + std::to_string(line_with("put(out, count, 1)"));
  CHECK_THAT(with, Contains("tests/gates/hip_runtime/" + store + ", inlined at "));
  CHECK_THAT(with, Contains("tests/gates/hip_runtime/" + call + "\n"));
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
    const LineTable table(LineSections{damaged, names, image.lines.strings, {}});
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

TEST_CASE("2,000 damaged debug entries give calls or none, and the lines as they are") {
  const std::vector<std::byte> file = object(kWithLines);
  kgate::emulator::ElfImage image;
  REQUIRE(kgate::emulator::parse_elf(file, image).ok());
  const kgate::emulator::InlinedCallSections& whole = image.lines.calls;
  REQUIRE_FALSE(whole.entries.empty());
  const auto code = std::find_if(image.segments.begin(), image.segments.end(),
                                 [](const auto& segment) { return segment.executable; });
  REQUIRE(code != image.segments.end());
  // One text for each instruction, with what was called where.
  const auto places = [&](const LineSections& sections) {
    const LineTable table(sections);
    std::string all;
    for (std::uint64_t at = 0; at < code->bytes.size(); at += 4) {
      all += table.find(code->address + at) + "\n";
    }
    return all;
  };
  const std::string right = places(image.lines);
  LineSections sections = image.lines;
  sections.calls = {};
  const std::string without = places(sections);
  REQUIRE(right.find(", inlined at ") != std::string::npos);
  REQUIRE(without.find(", inlined at ") == std::string::npos);
  std::mt19937_64 random(8);
  int changed = 0;
  for (int number = 0; number < 2000; ++number) {
    std::array<std::vector<std::byte>, 4> copies{copy_of(whole.entries),
                                                 copy_of(whole.abbreviations),
                                                 copy_of(whole.addresses), copy_of(whole.ranges)};
    std::vector<std::byte>& damaged = copies.at(random() % copies.size());
    if (damaged.empty()) continue;
    if (number % 3 == 0) {
      damaged.resize(random() % damaged.size());
      damaged.shrink_to_fit();
    } else {
      for (std::uint64_t count = 1 + random() % 8; count != 0; --count) {
        damaged.at(random() % damaged.size()) ^= std::byte{1} << random() % 8;
      }
    }
    sections.calls = {copies[0], copies[1], copies[2], copies[3]};
    const std::string found = places(sections);
    changed += found == right ? 0 : 1;
    CHECK(std::count(found.begin(), found.end(), '\n') ==
          std::count(without.begin(), without.end(), '\n'));
  }
  // Both must occur, or this test tests nothing.
  CHECK(changed > 100);
  CHECK(changed < 1900);
}
