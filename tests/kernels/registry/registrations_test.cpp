// SPDX-License-Identifier: MIT
// Every kernel family is registered for every backend that has kernels.
#include <filesystem>
#include <string>
#include <vector>

#include "kernels/registry/operations.hpp"
#include "tests/catch.hpp"

namespace {

namespace fs = std::filesystem;

/// The families, from the folders and not from what was registered.
std::vector<std::string> families() {
  std::vector<std::string> names;
  for (const auto& entry : fs::directory_iterator(fs::path(KGATE_SOURCE_DIR) / "kernels")) {
    const std::string name = entry.path().filename().string();
    if (fs::exists(entry.path() / (name + "_contract.hpp"))) {
      names.push_back(name);
    }
  }
  return names;
}

}  // namespace

TEST_CASE("every kernel family is registered for rocm and for cuda, fused and unfused") {
  const auto names = families();
  REQUIRE(names.size() >= 5);
  for (const kgate::Capabilities& place :
       {kgate::Capabilities{kgate::Backend::rocm, "gfx1151", 32, false},
        kgate::Capabilities{kgate::Backend::cuda, "sm_90", 32, false}}) {
    kgate::Operations operations(place);
    for (const std::string& family : names) {
      kgate::Status refusal;
      const kgate::Provider* provider = operations.find(family, refusal);
      CHECK(refusal.message() == "");
      CHECK(kgate::op_registered(family, place.backend));
      CHECK((provider != nullptr && is_native(*provider)));
      kgate::Status unfused_refusal;
      operations.find(family + "_unfused", unfused_refusal);
      CHECK(unfused_refusal.message() == "");
    }
  }
}

TEST_CASE("no kernel runs on the host itself: what is refused there says that") {
  kgate::Operations operations({kgate::Backend::cpu, "host", 32, true});
  kgate::Status refusal;
  CHECK(operations.find("add_rms_norm", refusal) == nullptr);
  CHECK(refusal.message() == "operation add_rms_norm on backend cpu (host): not registered");
}
