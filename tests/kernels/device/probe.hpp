// SPDX-License-Identifier: MIT
// Applies a device function to arrays, on any device of the seam.
#pragma once

#include <cstdint>
#include <memory>
#include <string>
#include <vector>

#include "kernels/runtime/launcher.hpp"
#include "kernels/runtime/resources.hpp"

namespace kgate::tests {

/// The probe kernels of function_probe.hip on one device.
class Probe {
 public:
  /// Opens the device; code objects come from `folder`. Throws std::runtime_error with the reason.
  Probe(const std::string& device, const std::string& folder, std::uint32_t wave_size);

  struct Results {
    std::vector<float> y;
    std::vector<float> cosine;  ///< of sincos
  };

  /// Runs `probe_<function>` over x; `position` is for the functions that take one.
  Results run(const std::string& function, const std::vector<float>& x,
              const std::vector<int>& position = {}, int rotary_dim = 0);

 private:
  std::unique_ptr<Device> device_;
  Stream stream_;
  std::unique_ptr<Launcher> launcher_;
};

}  // namespace kgate::tests
