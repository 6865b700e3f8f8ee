// SPDX-License-Identifier: MIT
// The buffers of a problem in host memory.
#include "gates/harness/host_image.hpp"

#include <sys/mman.h>

#include <algorithm>
#include <new>
#include <utility>

namespace kgate::gates {

HostImage::Mapping::Mapping(std::size_t size) : size_(std::max<std::size_t>(size, 1)) {
  // NORESERVE: a case past 2^31 elements spans 8 GiB and touches a few rows of it.
  void* mapped = mmap(nullptr, size_, PROT_READ | PROT_WRITE,
                      MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);
  if (mapped == MAP_FAILED) {
    throw std::bad_alloc();
  }
  data_ = static_cast<std::byte*>(mapped);
}

HostImage::Mapping::Mapping(Mapping&& other) noexcept
    : data_(std::exchange(other.data_, nullptr)), size_(std::exchange(other.size_, 0)) {}

HostImage::Mapping& HostImage::Mapping::operator=(Mapping&& other) noexcept {
  std::swap(data_, other.data_);
  std::swap(size_, other.size_);
  return *this;
}

HostImage::Mapping::~Mapping() {
  if (data_ != nullptr) {
    munmap(data_, size_);
  }
}

HostImage::HostImage(const Problem& problem) {
  for (const CaseBuffer& buffer : problem.buffers) {
    const Mapping& mapping = mappings_.emplace_back(buffer.size + buffer.misalignment);
    std::byte* begin = mapping.data() + buffer.misalignment;
    addresses_.push_back(begin);
    for (const Segment& segment : buffer.segments) {
      std::copy(segment.bytes.begin(), segment.bytes.end(), begin + segment.offset);
    }
  }
}

std::span<std::byte> HostImage::segment(const Problem& problem, std::size_t buffer,
                                        std::size_t index) const {
  const Segment& segment = problem.buffers.at(buffer).segments.at(index);
  return {static_cast<std::byte*>(addresses_.at(buffer)) + segment.offset, segment.bytes.size()};
}

}  // namespace kgate::gates
