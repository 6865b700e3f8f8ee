// SPDX-License-Identifier: MIT
// What a composition refuses, and how much workspace it asks for.
#include <array>
#include <cstdint>
#include <limits>
#include <memory>
#include <string>

#include "kernels/runtime/launcher.hpp"
#include "kernels/runtime/resources.hpp"
#include "kernels/unfused/unfused.hpp"
#include "tests/catch.hpp"

namespace {

using kgate::AddRmsNormArguments;
using kgate::AddRmsNormProfile;
using kgate::DataType;
using kgate::GatedActivationArguments;
using kgate::GatedActivationProfile;
using kgate::StatusCode;
using kgate::unfused::workspace_size;

/// Tensors of 2 rows of 8; no test reads them.
struct Tensors {
  alignas(16) std::array<float, 16> x{};
  alignas(16) std::array<float, 16> y{};
  alignas(16) std::array<float, 16> z{};
  alignas(16) std::array<float, 16> sum{};
  alignas(16) std::array<float, 8> weight{};
};

AddRmsNormArguments norm_of(Tensors& tensors, DataType type, AddRmsNormProfile profile) {
  AddRmsNormArguments arguments{};
  arguments.x = tensors.x.data();
  arguments.residual = tensors.y.data();
  arguments.weight = tensors.weight.data();
  arguments.normed = tensors.z.data();
  arguments.new_residual = tensors.sum.data();
  arguments.rows = 2;
  arguments.x_stride = 8;
  arguments.residual_stride = 8;
  arguments.normed_stride = 8;
  arguments.new_residual_stride = 8;
  arguments.hidden = 8;
  arguments.eps = 1e-5F;
  arguments.activation = type;
  arguments.weight_type = type;
  arguments.profile = profile;
  return arguments;
}

GatedActivationArguments gated_of(Tensors& tensors, DataType type, GatedActivationProfile profile) {
  GatedActivationArguments arguments{};
  arguments.gate = tensors.x.data();
  arguments.up = tensors.y.data();
  arguments.out = tensors.z.data();
  arguments.rows = 2;
  arguments.gate_stride = 8;
  arguments.up_stride = 8;
  arguments.out_stride = 8;
  arguments.intermediate = 8;
  arguments.limit = std::numeric_limits<float>::infinity();
  arguments.alpha = 1;
  arguments.type = type;
  arguments.profile = profile;
  return arguments;
}

/// A launcher of the emulated device.
class Bench {
 public:
  Bench() {
    REQUIRE(kgate::Device::open(kgate::kDefaultDevice, device_).ok());
    REQUIRE(kgate::Stream::create(*device_, stream_).ok());
    launcher_ =
        std::make_unique<kgate::Launcher>(*device_, stream_.get(), kgate::CodeObjects{}, 32U);
  }
  kgate::Launcher& launcher() { return *launcher_; }
  [[nodiscard]] std::size_t launched() const { return launcher_->launches().size(); }

 private:
  std::unique_ptr<kgate::Device> device_;
  kgate::Stream stream_;
  std::unique_ptr<kgate::Launcher> launcher_;
};

}  // namespace

TEST_CASE("an f32 sum of 16-bit tensors needs room for the sums, and no other profile any") {
  Tensors tensors;
  CHECK(workspace_size(norm_of(tensors, DataType::bf16, AddRmsNormProfile::f32_sum)) == 2 * 8 * 4);
  CHECK(workspace_size(norm_of(tensors, DataType::bf16, AddRmsNormProfile::stored_sum)) == 0);
  CHECK(workspace_size(norm_of(tensors, DataType::bf16, AddRmsNormProfile::graph)) == 0);
  CHECK(workspace_size(norm_of(tensors, DataType::f32, AddRmsNormProfile::f32_sum)) == 0);
  AddRmsNormArguments plain = norm_of(tensors, DataType::bf16, AddRmsNormProfile::f32_sum);
  plain.residual = nullptr;
  plain.new_residual = nullptr;
  CHECK(workspace_size(plain) == 0);
}

TEST_CASE("an activation needs room where it is f32 and where the product goes over up") {
  Tensors tensors;
  const auto stored = GatedActivationProfile::stored_activation;
  GatedActivationArguments arguments = gated_of(tensors, DataType::f16, stored);
  CHECK(workspace_size(arguments) == 0);
  arguments.out = tensors.x.data();
  CHECK(workspace_size(arguments) == 0);
  arguments.out = tensors.y.data();
  CHECK(workspace_size(arguments) == 2 * 8 * 2);
  const auto f32 = GatedActivationProfile::f32_activation;
  CHECK(workspace_size(gated_of(tensors, DataType::f16, f32)) == 2 * 8 * 4);
  CHECK(workspace_size(gated_of(tensors, DataType::f32, f32)) == 0);
}

TEST_CASE("a refused launch asks for no workspace and says what the fused launch says") {
  Tensors tensors;
  AddRmsNormArguments arguments = norm_of(tensors, DataType::bf16, AddRmsNormProfile::f32_sum);
  arguments.hidden = 0;
  CHECK(workspace_size(arguments) == 0);
  Bench bench;
  const kgate::Status status = kgate::unfused::launch(arguments, bench.launcher());
  CHECK(status.code() == StatusCode::invalid_argument);
  CHECK(status.message() == kgate::check(arguments).message());
  CHECK(bench.launched() == 0);
}

TEST_CASE("a workspace that is absent, too small or misaligned is refused before a launch") {
  Tensors tensors;
  alignas(16) std::array<float, 20> memory{};
  const AddRmsNormArguments arguments =
      norm_of(tensors, DataType::bf16, AddRmsNormProfile::f32_sum);
  Bench bench;
  const auto message = [&](const kgate::unfused::Workspace& workspace) {
    const kgate::Status status = kgate::unfused::launch(arguments, bench.launcher(), workspace);
    CHECK(status.code() == StatusCode::invalid_argument);
    return std::string(status.message());
  };
  CHECK(message({}) == "add_rms_norm, unfused: the workspace has 0 bytes; it needs 64");
  CHECK(message({nullptr, 64}) == "add_rms_norm, unfused: the workspace has 0 bytes; it needs 64");
  CHECK(message({memory.data(), 63}) ==
        "add_rms_norm, unfused: the workspace has 63 bytes; it needs 64");
  CHECK(message({memory.data() + 1, 64}).find("is not 16-byte aligned") != std::string::npos);
  CHECK(bench.launched() == 0);
}
