// SPDX-License-Identifier: MIT
// Launches of the probe kernels.
#include "tests/kernels/device/probe.hpp"

#include <span>
#include <stdexcept>

#include "tests/kernels/device/function_probe.hpp"

namespace kgate::tests {
namespace {

void require(const Status& status) {
  if (!status) {
    throw std::runtime_error(std::string(status.message()));
  }
}

/// Device memory that holds `values`.
template <class Value>
DeviceMemory uploaded(const Device& device, const std::vector<Value>& values) {
  DeviceMemory memory;
  const auto bytes = std::as_bytes(std::span(values));
  require(DeviceMemory::allocate(device, bytes.size(), memory));
  require(memory.write(0, bytes));
  return memory;
}

}  // namespace

Probe::Probe(const std::string& device, const std::string& folder, std::uint32_t wave_size) {
  require(Device::open(device, device_));
  require(Stream::create(*device_, stream_));
  launcher_ =
      std::make_unique<Launcher>(*device_, stream_.get(), CodeObjects::folder(folder), wave_size);
}

Probe::Results Probe::run(const std::string& function, const std::vector<float>& x,
                          const std::vector<int>& position, int rotary_dim) {
  const CurrentDevice current(*device_);
  const DeviceMemory inputs = uploaded(*device_, x);
  const DeviceMemory positions = uploaded(*device_, position);
  const bool pairs = function == "sincos";
  DeviceMemory y;
  DeviceMemory cosine;
  require(DeviceMemory::allocate(*device_, x.size() * sizeof(float), y));
  require(DeviceMemory::allocate(*device_, pairs ? x.size() * sizeof(float) : 0, cosine));
  const FunctionProbeArguments arguments{static_cast<const float*>(inputs.get()),
                                         static_cast<const int*>(positions.get()),
                                         static_cast<float*>(y.get()),
                                         static_cast<float*>(cosine.get()),
                                         static_cast<int>(x.size()),
                                         rotary_dim};
  const auto groups =
      static_cast<std::uint32_t>((x.size() + kFunctionProbeThreads - 1) / kFunctionProbeThreads);
  require(launcher_->launch("function_probe", "probe_" + function, {groups, 1, 1},
                            {kFunctionProbeThreads, 1, 1}, 0,
                            std::as_bytes(std::span(&arguments, 1))));
  require(launcher_->synchronize());
  Results results;
  results.y.resize(x.size());
  require(y.read(0, std::as_writable_bytes(std::span(results.y))));
  if (pairs) {
    results.cosine.resize(x.size());
    require(cosine.read(0, std::as_writable_bytes(std::span(results.cosine))));
  }
  return results;
}

}  // namespace kgate::tests
