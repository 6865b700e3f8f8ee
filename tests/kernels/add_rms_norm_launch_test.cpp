// SPDX-License-Identifier: MIT
// What add_rms_norm launches on the emulated device, and when it launches nothing.
#include "kernels/add_rms_norm/add_rms_norm_launch.hpp"

#include <array>
#include <cstdint>
#include <memory>
#include <string>
#include <vector>

#include "kernels/runtime/code_objects.hpp"
#include "kernels/runtime/embedded_code_objects.hpp"
#include "kernels/runtime/launcher.hpp"
#include "kernels/runtime/resources.hpp"
#include "tests/catch.hpp"

using kgate::AddRmsNormArguments;
using kgate::DataType;
using kgate::DeviceMemory;

namespace {

/// A launcher of its own, and memory for the tensors of a small launch.
class Fixture {
 public:
  Fixture() {
    REQUIRE(kgate::Device::open("emulated:gfx1151", device_).ok());
    REQUIRE(kgate::Stream::create(*device_, stream_).ok());
    launcher_ = std::make_unique<kgate::Launcher>(
        *device_, stream_.get(), kgate::CodeObjects::embedded(kgate::embedded_code_objects()), 32U);
  }

  /// A tensor of `bytes` bytes, all zero.
  void* tensor(std::size_t bytes) {
    DeviceMemory& memory = tensors_.emplace_back();
    REQUIRE(DeviceMemory::allocate(*device_, bytes, memory).ok());
    REQUIRE(memory.fill(std::byte{0}).ok());
    return memory.get();
  }

  /// Plain norm of one row.
  AddRmsNormArguments arguments(DataType type, std::int32_t hidden) {
    const std::size_t bytes = static_cast<std::size_t>(hidden) * size_of(type);
    AddRmsNormArguments arguments{};
    arguments.x = tensor(bytes + 16);
    arguments.weight = tensor(bytes + 16);
    arguments.normed = tensor(bytes + 16);
    arguments.rows = 1;
    arguments.hidden = hidden;
    arguments.x_stride = arguments.normed_stride = hidden;
    arguments.eps = 1e-5F;
    arguments.activation = arguments.weight_type = type;
    return arguments;
  }

  /// Names of the entries launched, in order of name; waits for them.
  std::vector<std::string> entries() {
    REQUIRE(launcher_->synchronize().ok());
    std::vector<std::string> names;
    for (const kgate::LaunchCount& launch : launcher_->launches()) {
      CHECK(launch.count == 1);
      names.push_back(launch.entry);
    }
    return names;
  }

  kgate::Launcher& launcher() { return *launcher_; }

 private:
  std::unique_ptr<kgate::Device> device_;
  kgate::Stream stream_;
  std::unique_ptr<kgate::Launcher> launcher_;
  std::vector<DeviceMemory> tensors_;
};

using Names = std::vector<std::string>;

}  // namespace

TEST_CASE("no rows, no launch") {
  Fixture fixture;
  AddRmsNormArguments arguments = fixture.arguments(DataType::f16, 64);
  arguments.rows = 0;
  CHECK(kgate::launch(arguments, fixture.launcher()).ok());
  CHECK(fixture.entries().empty());
}

TEST_CASE("refused arguments, no launch") {
  Fixture fixture;
  AddRmsNormArguments arguments = fixture.arguments(DataType::f16, 64);
  arguments.weight = nullptr;
  const kgate::Status status = kgate::launch(arguments, fixture.launcher());
  CHECK(status.code() == kgate::StatusCode::invalid_argument);
  CHECK(fixture.entries().empty());
}

TEST_CASE("the row length chooses how many vectors a thread holds") {
  struct Row {
    DataType type;
    std::int32_t hidden;
    std::string entry;
  };
  for (const Row& row : {Row{DataType::f16, 4096, "add_rms_norm_f16_f16_held1"},
                         Row{DataType::f16, 4104, "add_rms_norm_f16_f16_held2"},
                         Row{DataType::bf16, 8192, "add_rms_norm_bf16_bf16_held2"},
                         Row{DataType::bf16, 16384, "add_rms_norm_bf16_bf16_held4"},
                         Row{DataType::bf16, 16392, "add_rms_norm_bf16_bf16_streamed"},
                         Row{DataType::f32, 2048, "add_rms_norm_f32_f32_held1"},
                         Row{DataType::f32, 8192, "add_rms_norm_f32_f32_held4"}}) {
    Fixture fixture;
    REQUIRE(kgate::launch(fixture.arguments(row.type, row.hidden), fixture.launcher()).ok());
    CHECK(fixture.entries() == Names{row.entry});
  }
}

TEST_CASE("one tensor off its vectors is enough to read by elements") {
  const auto entry_after = [](void (*change)(AddRmsNormArguments&)) {
    Fixture fixture;
    AddRmsNormArguments arguments = fixture.arguments(DataType::f16, 64);
    arguments.x = fixture.tensor(4096);
    arguments.normed = fixture.tensor(4096);
    arguments.rows = 2;
    change(arguments);
    REQUIRE(kgate::launch(arguments, fixture.launcher()).ok());
    return fixture.entries();
  };
  const Names aligned{"add_rms_norm_f16_f16_held1"};
  const Names unaligned{"add_rms_norm_f16_f16_unaligned"};
  CHECK(entry_after([](AddRmsNormArguments&) {}) == aligned);
  CHECK(entry_after([](AddRmsNormArguments& a) { a.x_stride = 72; }) == aligned);
  CHECK(entry_after([](AddRmsNormArguments& a) { a.x_stride = 65; }) == unaligned);
  CHECK(entry_after([](AddRmsNormArguments& a) { a.normed_stride = 68; }) == unaligned);
  CHECK(entry_after([](AddRmsNormArguments& a) { a.hidden = 63; }) == unaligned);
  CHECK(entry_after([](AddRmsNormArguments& a) {
          a.weight = static_cast<const std::uint16_t*>(a.weight) + 1;
        }) == unaligned);
  CHECK(entry_after([](AddRmsNormArguments& a) {
          a.x = static_cast<const std::uint16_t*>(a.x) + 4;
        }) == unaligned);
}

TEST_CASE("a stride that is not used does not choose the reading") {
  Fixture fixture;
  AddRmsNormArguments arguments = fixture.arguments(DataType::f16, 64);
  arguments.residual_stride = 1;
  arguments.new_residual_stride = -7;
  REQUIRE(kgate::launch(arguments, fixture.launcher()).ok());
  CHECK(fixture.entries() == Names{"add_rms_norm_f16_f16_held1"});
}

TEST_CASE("rows that lie alike are packed unless they are 2^32 bytes apart") {
  const auto entry_at = [](std::int64_t stride, std::int64_t normed_stride) {
    Fixture fixture;
    AddRmsNormArguments arguments = fixture.arguments(DataType::f16, 256);
    arguments.residual = fixture.tensor(512);
    arguments.new_residual = fixture.tensor(512);
    arguments.x_stride = arguments.residual_stride = arguments.new_residual_stride = stride;
    arguments.normed_stride = normed_stride;
    REQUIRE(kgate::launch(arguments, fixture.launcher()).ok());
    return fixture.entries();
  };
  const Names packed{"add_rms_norm_f16_f16_packed_f32_sum_held1"};
  const Names held{"add_rms_norm_f16_f16_held1"};
  constexpr std::int64_t kTooFar = std::int64_t{1} << 31;  // elements of two bytes
  CHECK(entry_at(256, 256) == packed);
  CHECK(entry_at(kTooFar - 8, kTooFar - 8) == packed);
  CHECK(entry_at(kTooFar, kTooFar) == held);
  CHECK(entry_at(256, 264) == held);
}
