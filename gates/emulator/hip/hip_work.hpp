// SPDX-License-Identifier: MIT
// Work for a stream that has been checked and can be queued at once, or any number of times by a
// graph: launches, copies, fills, host functions, events.
#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <string_view>
#include <variant>
#include <vector>

#include "gates/emulator/hip/hip_runtime.hpp"
#include "kernels/runtime/hip_types.hpp"

namespace kgate::emulator {

struct LaunchShape {
  Dim3 grid;  ///< workgroups
  Dim3 block;
  std::uint64_t dynamic_lds = 0;  ///< bytes
};

struct KernelWork {
  FunctionState function;
  LaunchShape shape;
  std::vector<std::byte> kernarg;  ///< explicit and hidden arguments, laid out
  const void* host = nullptr;      ///< the host's key of the kernel, where it has one
};

/// `depth` slices of `height` rows of `width` bytes; one row for a linear copy. Pitches are looked
/// at only where there is more than one row, or slice.
struct CopyShape {
  void* destination = nullptr;
  std::size_t destination_pitch = 0;
  const void* source = nullptr;
  std::size_t source_pitch = 0;
  std::size_t width = 0;
  std::size_t height = 1;
  hip::MemcpyKind kind = hip::MemcpyKind::automatic;
  std::size_t depth = 1;
  std::size_t destination_slice = 0;  ///< bytes from slice to slice
  std::size_t source_slice = 0;

  [[nodiscard]] bool empty() const { return width == 0 || height == 0 || depth == 0; }
  [[nodiscard]] std::size_t rows() const { return height * depth; }
  [[nodiscard]] std::byte* destination_row(std::size_t row) const {
    return static_cast<std::byte*>(destination) + row / height * destination_slice +
           row % height * destination_pitch;
  }
  [[nodiscard]] const std::byte* source_row(std::size_t row) const {
    return static_cast<const std::byte*>(source) + row / height * source_slice +
           row % height * source_pitch;
  }
};

struct CopyWork {
  CopyShape shape;
  bool to_device = false;         ///< the destination is memory that HIP allocated
  bool from_device = false;       ///< the source is
  std::vector<std::byte> staged;  ///< rows of a pageable source, without gaps
};

/// `height` rows of `count` repetitions of a pattern of 1, 2 or 4 bytes.
struct FillShape {
  void* destination = nullptr;
  std::size_t pitch = 0;  ///< bytes from row to row; not looked at for one row
  std::uint32_t pattern = 0;
  std::size_t element = 1;  ///< bytes
  std::size_t count = 0;
  std::size_t height = 1;

  [[nodiscard]] bool empty() const { return count == 0 || height == 0; }
};

struct HostWork {
  void (*function)(void* data) = nullptr;
  void* data = nullptr;
};

struct RecordWork {
  std::shared_ptr<EventState> event;
};

struct WaitWork {
  std::shared_ptr<EventState> event;
};

struct WorkList;

/// A graph inside a graph.
struct NestedWork {
  std::shared_ptr<const WorkList> list;
};

using Work = std::variant<std::monostate, KernelWork, CopyWork, FillShape, HostWork, RecordWork,
                          WaitWork, NestedWork>;

/// Work in an order that respects its dependencies.
struct WorkList {
  std::vector<Work> items;
};

/// Checks a copy and finds which side each end is on. The kind is only checked for its range: the
/// pointers decide, as they do in HIP. `pageable_source` and `pageable_destination` tell of host
/// memory that HIP knows nothing of.
struct CopyPlaces {
  bool pageable_source = false;
  bool pageable_destination = false;
};
hip::Error prepare_copy(const CopyShape& shape, CopyWork& work, CopyPlaces& places);

/// Checks a fill.
hip::Error check_fill(const FillShape& shape);

/// What a stream runs for a piece of work; it holds all that it needs.
Task task_of(const CopyWork& work);
Task task_of(const FillShape& fill);
Task task_of(const KernelWork& work, StreamQueue& queue);
Task task_of(const HostWork& work);

/// Queues work on a stream behind what it has.
void submit_work(const Work& work, const std::shared_ptr<StreamQueue>& queue);

/// The same, except that a capturing stream takes the work into its graph. Errors are those of
/// `Captures::add`.
hip::Error issue_work(const std::shared_ptr<StreamQueue>& queue, Work work);

/// Records an event behind what the stream has.
void record_event(const std::shared_ptr<EventState>& event,
                  const std::shared_ptr<StreamQueue>& queue);
/// Makes a stream wait for an event's last record; for none if there is none.
void wait_for_event(EventState& event, StreamQueue& queue);

}  // namespace kgate::emulator
