// SPDX-License-Identifier: MIT
// A thousand damaged, cut and foreign files: each is refused with a message or runs to an end.
#include <sys/mman.h>
#include <unistd.h>

#include <cstring>
#include <fstream>
#include <random>

#include "gates/emulator/hip/code_object.hpp"
#include "gates/emulator/hip/code_object_bundle.hpp"
#include "tests/gates/hip_runtime/runtime_fixture.hpp"

using namespace kgate::emulator;
using kgate::Status;
using kgate::runtime_tests::object;

namespace {

constexpr std::uint64_t kBudget = 2000;

using Bytes = std::vector<std::byte>;

/// Seeded damage: the same seed, the same file.
class Mutator {
 public:
  explicit Mutator(std::uint64_t seed) : random_(seed) {}

  std::uint64_t below(std::uint64_t limit) { return random_() % limit; }

  /// Flips up to eight bits of [begin, end).
  Bytes flip(Bytes file, std::size_t begin, std::size_t end) {
    for (std::uint64_t count = 1 + below(8); count != 0; --count) {
      file[begin + below(end - begin)] ^= std::byte{1} << below(8);
    }
    return file;
  }
  Bytes truncate(Bytes file) {
    file.resize(below(file.size()));
    file.shrink_to_fit();
    return file;
  }
  /// Overwrites an aligned word with a value that breaks sums and products.
  Bytes extreme(Bytes file) {
    static constexpr std::array<std::uint64_t, 6> kValues{
        0, ~std::uint64_t{0}, std::uint64_t{1} << 63U, 0x7FFFFFFF, 0xFFFFFFFF, 1};
    const std::size_t width = below(2) == 0 ? 4 : 8;
    const std::size_t at = below(file.size() / width - 1) * width;
    std::memcpy(file.data() + at, &kValues.at(below(kValues.size())), width);
    return file;
  }
  /// Exchanges two blocks.
  Bytes splice(Bytes file) {
    const std::size_t size = 1 + below(256);
    const std::size_t from = below(file.size() - size);
    std::copy_n(file.begin() + static_cast<std::ptrdiff_t>(from), size,
                file.begin() + static_cast<std::ptrdiff_t>(below(file.size() - size)));
    return file;
  }
  Bytes noise() {
    Bytes file(below(4096));
    for (std::byte& one : file) {
      one = static_cast<std::byte>(random_());
    }
    return file;
  }

 private:
  std::mt19937_64 random_;
};

/// Launches a kernel of a damaged object with arguments that would be good.
bool launch_any(const CodeObject& code, Memory& memory, std::uint64_t buffer, Mutator& mutator) {
  if (code.kernels().empty()) {
    return false;
  }
  const auto chosen = std::next(code.kernels().begin(),
                                static_cast<std::ptrdiff_t>(mutator.below(code.kernels().size())));
  const Kernel& kernel = chosen->second;
  Bytes kernarg(kernel.metadata.kernarg_segment_size);
  for (std::size_t at = 0; at + 8 <= kernarg.size(); at += 8) {
    const std::uint64_t value = at < 16 ? buffer : 64;
    std::memcpy(kernarg.data() + at, &value, sizeof(value));
  }
  if (kernel.metadata.group_segment_fixed_size > 65536) {
    return false;
  }
  Launch launch;
  launch.kernel = &kernel.image;
  launch.grid = {2, 1, 1};
  launch.block = {std::min(64U, kernel.metadata.max_flat_workgroup_size), 1, 1};
  launch.kernarg = kernarg;
  Options options;
  options.threads = 1;
  options.instruction_budget = kBudget;
  const std::optional<Fault> fault = execute(launch, memory, options);
  if (fault) {
    CHECK_FALSE(fault->describe().empty());
  }
  return true;
}

Bytes executable_file() {
  std::ifstream file("/proc/self/exe", std::ios::binary);
  Bytes bytes(1U << 16U);
  file.read(reinterpret_cast<char*>(bytes.data()), static_cast<std::streamsize>(bytes.size()));
  return bytes;
}

/// Offsets of the instructions in a file.
struct Code {
  std::size_t begin = 0;
  std::size_t end = 0;
};

Code code_of(const Bytes& file) {
  ElfImage image;
  REQUIRE(parse_elf(file, image).ok());
  for (const ElfSegment& segment : image.segments) {
    if (segment.executable) {
      const auto begin = static_cast<std::size_t>(segment.bytes.data() - file.data());
      return {begin, begin + segment.bytes.size()};
    }
  }
  FAIL("no code");
  return {};
}

Bytes damaged(int number, const Bytes& good, const Code& code, Mutator& mutator) {
  switch (number % 10) {
    case 0:
    case 1:
      return mutator.truncate(good);
    case 2:
      return mutator.flip(good, 0, 4096);
    case 3:
    case 4:
      return mutator.flip(good, 0, good.size());
    case 5:
    case 6:
      return mutator.flip(good, code.begin, code.end);
    case 7:
      return mutator.extreme(good);
    case 8:
      return mutator.splice(good);
    default:
      return number % 20 == 9 ? mutator.noise() : mutator.flip(executable_file(), 0, 1U << 16U);
  }
}

}  // namespace

TEST_CASE("1,000 damaged code objects are refused with a message or run to an end") {
  const std::array<Bytes, 2> good{object("runtime_kernels.gfx1151.wave32.co"),
                                  object("runtime_kernels.gfx1151.wave64.co")};
  const std::array<Code, 2> codes{code_of(good[0]), code_of(good[1])};
  const Target target = *find_target("gfx1151");
  int refused = 0;
  int launched = 0;
  Memory memory;
  const std::uint64_t buffer = memory.allocate(4096, 256, AllocationKind::device, "buffer");
  REQUIRE(memory.fill(buffer, 1, 4, 4096));
  for (int number = 0; number < 1000; ++number) {
    INFO("file " << number);
    Mutator mutator(static_cast<std::uint64_t>(number));
    const auto which = static_cast<std::size_t>(number) / 10 % 2;
    const Bytes file = damaged(number, good.at(which), codes.at(which), mutator);
    std::shared_ptr<const CodeObject> code;
    const Status status = CodeObject::load(file, target, memory, "fuzzed", code);
    if (!status.ok()) {
      CHECK_FALSE(status.message().empty());
      ++refused;
    } else if (launch_any(*code, memory, buffer, mutator)) {
      ++launched;
    }
    code.reset();
    CHECK(memory.allocations().size() == 1);
  }
  // Both outcomes must occur often, or this test tests nothing.
  CHECK(refused > 300);
  CHECK(launched > 200);
}

TEST_CASE("damaged bundles are refused or give an entry inside them") {
  const Bytes good = object("runtime_kernels.bundle");
  int inside = 0;
  for (int number = 0; number < 500; ++number) {
    INFO("bundle " << number);
    Mutator mutator(static_cast<std::uint64_t>(number) + 100000);
    const Bytes file = number % 3 == 0   ? mutator.truncate(good)
                       : number % 3 == 1 ? mutator.flip(good, 0, 160)
                                         : mutator.extreme(Bytes(good.begin(), good.begin() + 160));
    std::vector<std::byte> unpacked;
    std::span<const std::byte> elf;
    if (select_code_object(file, "gfx1151", unpacked, elf).ok() && !elf.empty()) {
      CHECK(elf.data() >= file.data());
      CHECK(elf.data() + elf.size() <= file.data() + file.size());
      ++inside;
    }
  }
  CHECK(inside > 0);
}

// The page behind the image cannot be read: taking one byte too many ends this program.
TEST_CASE("finding the end of an image reads no byte past what is mapped") {
  const auto page = static_cast<std::size_t>(sysconf(_SC_PAGESIZE));
  const Bytes good = object("runtime_kernels.gfx1151.wave32.co");
  const std::size_t most = (good.size() + page - 1) / page * page;
  void* const mapping =
      mmap(nullptr, most + page, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
  REQUIRE(mapping != MAP_FAILED);
  auto* const end = static_cast<std::byte*>(mapping) + most;
  REQUIRE(mprotect(end, page, PROT_NONE) == 0);
  for (int number = 0; number < 300; ++number) {
    INFO("image " << number);
    Mutator mutator(static_cast<std::uint64_t>(number) + 200000);
    const Bytes file = number % 2 == 0 ? mutator.truncate(good) : mutator.flip(good, 0, 4096);
    std::byte* const begin = end - file.size();
    std::copy(file.begin(), file.end(), begin);
    std::span<const std::byte> bytes;
    if (image_extent(begin, bytes).ok()) {
      CHECK(bytes.size() <= file.size());
    }
  }
  CHECK(munmap(mapping, most + page) == 0);
}
