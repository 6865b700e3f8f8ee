// SPDX-License-Identifier: MIT
// Checks, queues and makes copies and fills.
#include "gates/emulator/hip/hip_copy.hpp"

#include <sys/uio.h>
#include <unistd.h>

#include <array>
#include <cerrno>
#include <cstring>
#include <memory>
#include <string_view>
#include <vector>

#include "gates/emulator/hip/hip_capture.hpp"
#include "gates/emulator/hip/hip_thread.hpp"

namespace kgate::emulator {
namespace {

using hip::Error;

/// One end of a copy.
struct Place {
  bool device = false;    ///< in the arena: device, managed or pinned memory
  bool pageable = false;  ///< host memory HIP knows nothing of
};

/// Whether the first and the last of `size` bytes may be read: the kernel says so without a signal.
bool is_mapped(std::uint64_t address, std::size_t size) {
  if (size == 0 || size - 1 > ~address) return size == 0;
  std::array<char, 2> bytes{};
  const iovec local{bytes.data(), bytes.size()};
  const std::array<iovec, 2> remote{
      {{reinterpret_cast<void*>(address), 1}, {reinterpret_cast<void*>(address + size - 1), 1}}};
  const ssize_t read = ::process_vm_readv(::getpid(), &local, 1, remote.data(), remote.size(), 0);
  // Where the call itself is forbidden nothing is known.
  return read == 2 || (read < 0 && errno != EFAULT);
}

Error locate(const void* pointer, std::size_t size, std::string_view role, Place& place) {
  Runtime& runtime = Runtime::get();
  const auto address = reinterpret_cast<std::uint64_t>(pointer);
  if (const auto found = runtime.memory.find(address)) {
    place.device = true;
    const std::uint64_t left = found->size - (address - found->address);
    return size <= left ? Error::hipSuccess
                        : misuse(Error::hipErrorInvalidValue, name(FaultKind::out_of_bounds),
                                 "{} {} + {} bytes runs {} bytes past {}", role, fmt::ptr(pointer),
                                 size, size - left, found->label);
  }
  if (runtime.memory.reserved(address)) {
    const auto near = runtime.memory.nearest(address);
    const bool released = near && near->distance == 0 && near->allocation.released;
    return misuse(Error::hipErrorInvalidValue,
                  name(released ? FaultKind::use_after_free : FaultKind::out_of_bounds),
                  "{} {} is in no live allocation; the nearest is {}{}", role, fmt::ptr(pointer),
                  near ? near->allocation.label : "none",
                  near && near->allocation.released ? ", which was freed" : "");
  }
  if (!is_mapped(address, size)) {
    return fail(Error::hipErrorInvalidValue,
                "{} {} + {} bytes is neither device memory nor mapped host memory", role,
                fmt::ptr(pointer), size);
  }
  place.pageable = !runtime.pinned(pointer, size);
  return Error::hipSuccess;
}

bool copy_row(const CopyWork& transfer, std::size_t row) {
  Memory& memory = Runtime::get().memory;
  const CopyShape& shape = transfer.shape;
  std::byte* const to = shape.destination_row(row);
  const std::byte* const from =
      transfer.staged.empty() ? shape.source_row(row) : transfer.staged.data() + row * shape.width;
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

FaultPointer run(const CopyWork& transfer) {
  for (std::size_t row = 0; row < transfer.shape.rows(); ++row) {
    if (!copy_row(transfer, row)) {
      return std::make_shared<const FaultReport>(
          FaultReport{Error::hipErrorIllegalAddress, 0,
                      "a copy reaches memory that was freed after the copy was issued"});
    }
  }
  return nullptr;
}

FaultPointer run(const FillShape& shape) {
  auto row = reinterpret_cast<std::uint64_t>(shape.destination);
  for (std::size_t i = 0; i < shape.height; ++i, row += shape.pitch) {
    if (!Runtime::get().memory.fill(row, shape.pattern, shape.element,
                                    shape.count * shape.element)) {
      return std::make_shared<const FaultReport>(
          FaultReport{Error::hipErrorIllegalAddress, 0,
                      "a fill reaches memory that was freed after the fill was issued"});
    }
  }
  return nullptr;
}

/// Bytes from the first to the last of `count` parts of `size` bytes, `pitch` from one to the next.
bool extent_of(std::size_t pitch, std::size_t size, std::size_t count, std::size_t& extent) {
  if (count > 1 && (pitch < size || (count - 1) > (SIZE_MAX - size) / pitch)) {
    return false;
  }
  extent = count == 0 ? 0 : (count - 1) * pitch + size;
  return true;
}

/// The same for slices of rows.
bool extent_of(std::size_t slice, std::size_t pitch, const CopyShape& shape, std::size_t& extent) {
  std::size_t plane = 0;
  return extent_of(pitch, shape.width, shape.height, plane) &&
         extent_of(slice, plane, shape.depth, extent);
}

}  // namespace

Error prepare_copy(const CopyShape& shape, CopyWork& work, CopyPlaces& places) {
  if (shape.kind > hip::MemcpyKind::automatic) {
    return fail(Error::hipErrorInvalidMemcpyDirection, "memory copy kind {} is not one of 0 to 4",
                static_cast<std::uint32_t>(shape.kind));
  }
  work.shape = shape;
  if (shape.empty()) {
    return Error::hipSuccess;
  }
  if (shape.destination == nullptr || shape.source == nullptr) {
    return fail(Error::hipErrorInvalidValue, "the destination or the source is null");
  }
  std::size_t to_extent = 0;
  std::size_t from_extent = 0;
  if (!extent_of(shape.destination_slice, shape.destination_pitch, shape, to_extent) ||
      !extent_of(shape.source_slice, shape.source_pitch, shape, from_extent)) {
    return fail(Error::hipErrorInvalidPitchValue, "{} rows of {} bytes with pitches {} and {}",
                shape.height, shape.width, shape.destination_pitch, shape.source_pitch);
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
  work.to_device = to.device;
  work.from_device = from.device;
  places = {from.pageable, to.pageable};
  return Error::hipSuccess;
}

Error check_fill(const FillShape& shape) {
  const auto& [destination, pitch, pattern, element, count, height] = shape;
  if (shape.empty()) {
    return Error::hipSuccess;
  }
  const auto address = reinterpret_cast<std::uint64_t>(destination);
  if (destination == nullptr || (element != 1 && element != 2 && element != 4) ||
      count > SIZE_MAX / element || address % element != 0) {
    return fail(Error::hipErrorInvalidValue, "{} elements of {} bytes at {}", count, element,
                fmt::ptr(destination));
  }
  std::size_t extent = 0;
  if (!extent_of(pitch, count * element, height, extent) || (height > 1 && pitch % element != 0)) {
    return fail(Error::hipErrorInvalidPitchValue, "rows of {} bytes with a pitch of {}",
                count * element, pitch);
  }
  Place place;
  if (const Error error = locate(destination, extent, "destination", place);
      error != Error::hipSuccess) {
    return error;
  }
  return place.device ? Error::hipSuccess
                      : fail(Error::hipErrorInvalidValue, "{} is not memory HIP allocated",
                             fmt::ptr(destination));
}

Task task_of(const CopyWork& work) {
  Task task;
  // A copy of nothing only keeps its place in the order.
  if (!work.shape.empty()) task.run = [work] { return run(work); };
  return task;
}

Task task_of(const FillShape& fill) {
  Task task;
  if (!fill.empty()) task.run = [fill] { return run(fill); };
  return task;
}

Error copy(const CopyShape& shape, hip::StreamHandle stream, bool wait) {
  const std::shared_ptr<StreamQueue> queue = Runtime::get().stream(stream);
  if (queue == nullptr) {
    return fail(Error::hipErrorInvalidValue, "the stream handle is not a live stream");
  }
  Captures& captures = Captures::get();
  if (wait) {
    Error error = captures.forbid_unsafe();
    error = error == Error::hipSuccess ? captures.forbid(*queue) : error;
    if (error != Error::hipSuccess) return error;
  }
  CopyWork work;
  CopyPlaces places;
  if (const Error error = prepare_copy(shape, work, places); error != Error::hipSuccess) {
    return error;
  }
  if (shape.empty()) {
    return Error::hipSuccess;
  }
  const bool captured = captures.capturing(*queue);
  if (wait || (places.pageable_destination && !captured)) {
    if (const Error error = captures.check_legacy(*queue); error != Error::hipSuccess) return error;
    EmulatedDevice& device = Runtime::get().device_of(*queue);
    return report(device, device.run_and_wait(*queue, task_of(work)));
  }
  // A captured copy reads its source each time the graph is launched.
  if (places.pageable_source && !captured) {
    work.staged.reserve(shape.width * shape.rows());
    for (std::size_t row = 0; row < shape.rows(); ++row) {
      const std::byte* const begin = shape.source_row(row);
      work.staged.insert(work.staged.end(), begin, begin + shape.width);
    }
  }
  return issue_work(queue, std::move(work));
}

Error fill(const FillShape& shape, hip::StreamHandle stream) {
  const std::shared_ptr<StreamQueue> queue = Runtime::get().stream(stream);
  if (queue == nullptr) {
    return fail(Error::hipErrorInvalidValue, "the stream handle is not a live stream");
  }
  if (const Error error = check_fill(shape); error != Error::hipSuccess) {
    return error;
  }
  return shape.empty() ? Error::hipSuccess : issue_work(queue, shape);
}

}  // namespace kgate::emulator
