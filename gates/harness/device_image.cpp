// SPDX-License-Identifier: MIT
// The buffers of a problem in device memory.
#include "gates/harness/device_image.hpp"

#include <algorithm>

namespace kgate::gates {
namespace {

/// Bytes before and after each buffer on a device whose hardware would swallow a stray store.
constexpr std::size_t kGuardBytes = 1024;
constexpr std::byte kGuard{0xC5};

}  // namespace

std::size_t DeviceImage::guard() const { return device_->emulated() ? 0 : kGuardBytes; }

Status DeviceImage::upload(const Problem& problem) {
  placed_.clear();
  addresses_.clear();
  placed_.resize(problem.buffers.size());
  for (std::size_t b = 0; b < problem.buffers.size(); ++b) {
    if (Status status = place(problem.buffers[b], placed_[b]); !status.ok()) {
      return status;
    }
    addresses_.push_back(static_cast<std::byte*>(placed_[b].memory.get()) + placed_[b].begin);
  }
  return {};
}

Status DeviceImage::download(const Problem& problem, Snapshot& snapshot) const {
  snapshot.clear();
  for (std::size_t b = 0; b < problem.buffers.size(); ++b) {
    if (Status status = read_back(problem.buffers[b], placed_[b], snapshot.emplace_back());
        !status.ok()) {
      return status;
    }
  }
  return {};
}

Status DeviceImage::place(const CaseBuffer& buffer, Placed& placed) const {
  placed.begin = guard() + buffer.misalignment;
  const std::size_t size = placed.begin + buffer.size + guard();
  if (Status status =
          DeviceMemory::allocate(*device_, std::max<std::size_t>(size, 1), placed.memory);
      !status.ok()) {
    return status;
  }
  if (guard() != 0) {
    const std::vector<std::byte> band(guard(), kGuard);
    for (const std::size_t offset : {std::size_t{buffer.misalignment}, size - guard()}) {
      if (Status status = placed.memory.write(offset, band); !status.ok()) {
        return status;
      }
    }
  }
  for (const Segment& segment : buffer.segments) {
    if (Status status = placed.memory.write(placed.begin + segment.offset, segment.bytes);
        !status.ok()) {
      return status;
    }
  }
  return {};
}

Status DeviceImage::check_guard(const CaseBuffer& buffer, const Placed& placed,
                                std::size_t offset) const {
  std::vector<std::byte> band(guard());
  if (Status status = placed.memory.read(offset, band); !status.ok()) {
    return status;
  }
  const auto changed =
      std::find_if(band.begin(), band.end(), [](std::byte value) { return value != kGuard; });
  if (changed == band.end()) {
    return {};
  }
  const auto at = static_cast<std::ptrdiff_t>(offset) - static_cast<std::ptrdiff_t>(placed.begin) +
                  (changed - band.begin());
  return Status::error(StatusCode::device_error,
                       "the guard band of '{}' was written at byte {} (the buffer has {} bytes)",
                       buffer.name, at, buffer.size);
}

Status DeviceImage::read_back(const CaseBuffer& buffer, const Placed& placed,
                              std::vector<std::vector<std::byte>>& segments) const {
  for (const Segment& segment : buffer.segments) {
    std::vector<std::byte>& bytes = segments.emplace_back(segment.bytes.size());
    if (Status status = placed.memory.read(placed.begin + segment.offset, bytes); !status.ok()) {
      return status;
    }
  }
  if (guard() == 0) {
    return {};
  }
  if (Status status = check_guard(buffer, placed, buffer.misalignment); !status.ok()) {
    return status;
  }
  return check_guard(buffer, placed, placed.begin + buffer.size);
}

}  // namespace kgate::gates
