// SPDX-License-Identifier: MIT
// Checks, queues and makes copies and fills.
#include "gates/emulator/hip/hip_copy.hpp"

#include <cstring>
#include <memory>
#include <string_view>
#include <vector>

#include "gates/emulator/hip/hip_thread.hpp"

namespace kgate::emulator {
namespace {

using hip::Error;

/// One end of a copy.
struct Place {
  bool device = false;    ///< in the arena: device, managed or pinned memory
  bool pageable = false;  ///< host memory HIP knows nothing of
};

Error locate(const void* pointer, std::size_t size, std::string_view role, Place& place) {
  Runtime& runtime = Runtime::get();
  const auto address = reinterpret_cast<std::uint64_t>(pointer);
  if (const auto found = runtime.memory.find(address)) {
    place.device = true;
    const std::uint64_t left = found->size - (address - found->address);
    return size <= left
               ? Error::hipSuccess
               : fail(Error::hipErrorInvalidValue, "{} {} + {} bytes runs {} bytes past {}", role,
                      fmt::ptr(pointer), size, size - left, found->label);
  }
  if (runtime.memory.reserved(address)) {
    const auto near = runtime.memory.nearest(address);
    return fail(Error::hipErrorInvalidValue, "{} {} is in no live allocation; the nearest is {}{}",
                role, fmt::ptr(pointer), near ? near->allocation.label : "none",
                near && near->allocation.released ? ", which was freed" : "");
  }
  place.pageable = !runtime.pinned(pointer, size);
  return Error::hipSuccess;
}

/// A copy on its way through a stream.
struct Transfer {
  CopyShape shape;
  bool to_device = false;
  bool from_device = false;
  std::vector<std::byte> staged;  ///< rows of a pageable source, without gaps
};

bool copy_row(const Transfer& transfer, std::size_t row) {
  Memory& memory = Runtime::get().memory;
  const CopyShape& shape = transfer.shape;
  auto* const to = static_cast<std::byte*>(shape.destination) + row * shape.destination_pitch;
  const auto* const from = transfer.staged.empty() ? static_cast<const std::byte*>(shape.source) +
                                                         row * shape.source_pitch
                                                   : transfer.staged.data() + row * shape.width;
  const auto to_address = reinterpret_cast<std::uint64_t>(to);
  const auto from_address = reinterpret_cast<std::uint64_t>(from);
  if (transfer.to_device) {
    return transfer.from_device ? memory.copy(to_address, from_address, shape.width)
                                : memory.copy_in(to_address, from, shape.width);
  }
  if (transfer.from_device) {
    return memory.copy_out(to, from_address, shape.width);
  }
  std::memmove(to, from, shape.width);
  return true;
}

FaultPointer run(const Transfer& transfer) {
  for (std::size_t row = 0; row < transfer.shape.height; ++row) {
    if (!copy_row(transfer, row)) {
      return std::make_shared<const FaultReport>(
          FaultReport{Error::hipErrorIllegalAddress, 0,
                      "a copy reaches memory that was freed after the copy was issued"});
    }
  }
  return nullptr;
}

/// Queues a task, and waits if asked to.
Error issue(StreamQueue& queue, Task task, bool wait) {
  EmulatedDevice& device = Runtime::get().device_of(queue);
  if (!wait) {
    device.submit(queue, std::move(task));
    return Error::hipSuccess;
  }
  return report(device, device.run_and_wait(queue, std::move(task)));
}

/// Bytes from the first of the first row to the last of the last.
bool extent_of(std::size_t pitch, std::size_t width, std::size_t height, std::size_t& extent) {
  if (height > 1 && (pitch < width || (height - 1) > (SIZE_MAX - width) / pitch)) {
    return false;
  }
  extent = height == 0 ? 0 : (height - 1) * pitch + width;
  return true;
}

}  // namespace

Error copy(const CopyShape& shape, hip::StreamHandle stream, bool wait) {
  if (shape.kind > hip::MemcpyKind::automatic) {
    return fail(Error::hipErrorInvalidMemcpyDirection, "memory copy kind {} is not one of 0 to 4",
                static_cast<std::uint32_t>(shape.kind));
  }
  const std::shared_ptr<StreamQueue> queue = Runtime::get().stream(stream);
  if (queue == nullptr) {
    return fail(Error::hipErrorInvalidValue, "the stream handle is not a live stream");
  }
  if (shape.width == 0 || shape.height == 0) {
    return Error::hipSuccess;
  }
  if (shape.destination == nullptr || shape.source == nullptr) {
    return fail(Error::hipErrorInvalidValue, "the destination or the source is null");
  }
  std::size_t to_extent = 0;
  std::size_t from_extent = 0;
  if (!extent_of(shape.destination_pitch, shape.width, shape.height, to_extent) ||
      !extent_of(shape.source_pitch, shape.width, shape.height, from_extent)) {
    return fail(Error::hipErrorInvalidPitchValue, "rows of {} bytes with pitches {} and {}",
                shape.width, shape.destination_pitch, shape.source_pitch);
  }
  Place to;
  Place from;
  if (const Error error = locate(shape.destination, to_extent, "destination", to);
      error != Error::hipSuccess) {
    return error;
  }
  if (const Error error = locate(shape.source, from_extent, "source", from);
      error != Error::hipSuccess) {
    return error;
  }
  const bool waits = wait || to.pageable;
  auto transfer = std::make_shared<Transfer>();
  transfer->shape = shape;
  transfer->to_device = to.device;
  transfer->from_device = from.device;
  if (!waits && from.pageable) {
    transfer->staged.reserve(shape.width * shape.height);
    for (std::size_t row = 0; row < shape.height; ++row) {
      const auto* const begin =
          static_cast<const std::byte*>(shape.source) + row * shape.source_pitch;
      transfer->staged.insert(transfer->staged.end(), begin, begin + shape.width);
    }
  }
  Task task;
  task.run = [transfer] { return run(*transfer); };
  return issue(*queue, std::move(task), waits);
}

Error fill(void* destination, std::uint32_t pattern, std::size_t width, std::size_t count,
           hip::StreamHandle stream, bool wait) {
  const std::shared_ptr<StreamQueue> queue = Runtime::get().stream(stream);
  if (queue == nullptr) {
    return fail(Error::hipErrorInvalidValue, "the stream handle is not a live stream");
  }
  if (count == 0) {
    return Error::hipSuccess;
  }
  const auto address = reinterpret_cast<std::uint64_t>(destination);
  if (destination == nullptr || count > SIZE_MAX / width || address % width != 0) {
    return fail(Error::hipErrorInvalidValue, "{} elements of {} bytes at {}", count, width,
                fmt::ptr(destination));
  }
  Place place;
  if (const Error error = locate(destination, count * width, "destination", place);
      error != Error::hipSuccess) {
    return error;
  }
  if (!place.device) {
    return fail(Error::hipErrorInvalidValue, "{} is not memory HIP allocated",
                fmt::ptr(destination));
  }
  Task task;
  task.run = [=]() -> FaultPointer {
    if (Runtime::get().memory.fill(address, pattern, width, count * width)) {
      return nullptr;
    }
    return std::make_shared<const FaultReport>(
        FaultReport{Error::hipErrorIllegalAddress, 0,
                    "a fill reaches memory that was freed after the fill was issued"});
  };
  return issue(*queue, std::move(task), wait);
}

}  // namespace kgate::emulator
