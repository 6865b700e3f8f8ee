// SPDX-License-Identifier: MIT
// The buffers of a problem in host memory: what the oracle reads and writes, and what is compared.
#pragma once

#include <cstddef>
#include <span>
#include <vector>

#include "kernels/case.hpp"

namespace kgate::gates {

/// Host copies of all buffers of a problem. Large buffers cost only the pages of their segments.
class HostImage {
 public:
  /// Reserves every buffer and writes its segments.
  explicit HostImage(const Problem& problem);
  HostImage(const HostImage&) = delete;
  HostImage& operator=(const HostImage&) = delete;
  HostImage(HostImage&&) noexcept = default;
  HostImage& operator=(HostImage&&) noexcept = default;
  ~HostImage() = default;

  /// Where each buffer begins, in the order of Problem::buffers.
  [[nodiscard]] std::span<void* const> addresses() const { return addresses_; }

  /// Current bytes of one segment of one buffer.
  [[nodiscard]] std::span<std::byte> segment(const Problem& problem, std::size_t buffer,
                                             std::size_t index) const;

 private:
  /// Address space that is returned on destruction.
  class Mapping {
   public:
    explicit Mapping(std::size_t size);
    Mapping(const Mapping&) = delete;
    Mapping& operator=(const Mapping&) = delete;
    Mapping(Mapping&& other) noexcept;
    Mapping& operator=(Mapping&& other) noexcept;
    ~Mapping();
    [[nodiscard]] std::byte* data() const { return data_; }

   private:
    std::byte* data_ = nullptr;
    std::size_t size_ = 0;
  };

  std::vector<Mapping> mappings_;
  std::vector<void*> addresses_;
};

}  // namespace kgate::gates
