// SPDX-License-Identifier: MIT
// The buffers of a problem in device memory.
#pragma once

#include <cstddef>
#include <span>
#include <vector>

#include "gates/harness/snapshot.hpp"
#include "kernels/case.hpp"
#include "kernels/runtime/resources.hpp"

namespace kgate::gates {

/// Allocates, fills and reads back. On a real device each buffer lies between guard bands; on an
/// emulated one allocations are exact, and the emulator reports the first byte outside.
class DeviceImage {
 public:
  explicit DeviceImage(const Device& device) : device_(&device) {}

  /// Allocates every buffer and writes its segments and guard bands.
  Status upload(const Problem& problem);
  /// Where each buffer begins, in the order of Problem::buffers.
  [[nodiscard]] std::span<void* const> addresses() const { return addresses_; }
  /// Reads every segment; a changed guard band is an error that names the buffer and the byte.
  Status download(const Problem& problem, Snapshot& snapshot) const;

 private:
  struct Placed {
    DeviceMemory memory;
    std::size_t begin = 0;  ///< offset of the buffer in the allocation
  };

  [[nodiscard]] std::size_t guard() const;
  Status place(const CaseBuffer& buffer, Placed& placed) const;
  Status read_back(const CaseBuffer& buffer, const Placed& placed,
                   std::vector<std::vector<std::byte>>& segments) const;
  Status check_guard(const CaseBuffer& buffer, const Placed& placed, std::size_t offset) const;

  const Device* device_;
  std::vector<Placed> placed_;
  std::vector<void*> addresses_;
};

}  // namespace kgate::gates
