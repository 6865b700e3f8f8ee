// SPDX-License-Identifier: MIT
// Order between the streams of a device, and which faults a synchronising call reports.
#include <algorithm>
#include <stdexcept>

#include "gates/emulator/hip/hip_capture.hpp"
#include "gates/emulator/hip/hip_runtime.hpp"

namespace kgate::emulator {
namespace {

Target target_of(const DeviceModel& model) {
  const std::optional<Target> target = find_target(model.target);
  if (!target) {
    throw std::logic_error(fmt::format("{} is not an emulated target", model.target));
  }
  return *target;
}

void add_dependency(Task& task, const std::shared_ptr<StreamQueue>& queue) {
  const Ticket ticket = queue->last();
  // A completed queue that has failed still has to pass its fault on.
  if (!queue->completed(ticket) || queue->fault() != nullptr) {
    task.after.push_back({queue, ticket});
  }
}

}  // namespace

EmulatedDevice::EmulatedDevice(int number, const DeviceModel& model)
    : number_(number),
      model_(model),
      target_(target_of(model)),
      null_stream_(std::make_shared<StreamQueue>(number, true, hip::kStreamDefault)) {}

std::shared_ptr<StreamQueue> EmulatedDevice::make_stream(bool blocking, std::uint32_t flags) {
  auto stream = std::make_shared<StreamQueue>(number_, blocking, flags);
  const std::scoped_lock lock(mutex_);
  streams_.insert(stream);
  return stream;
}

void EmulatedDevice::forget_stream(const std::shared_ptr<StreamQueue>& stream) {
  Captures::get().forget(*stream);
  stream->shut_down();
  const std::scoped_lock lock(mutex_);
  streams_.erase(stream);
}

std::vector<std::shared_ptr<StreamQueue>> EmulatedDevice::streams() const {
  const std::scoped_lock lock(mutex_);
  std::vector<std::shared_ptr<StreamQueue>> all(streams_.begin(), streams_.end());
  all.push_back(null_stream_);
  return all;
}

Ticket EmulatedDevice::submit(StreamQueue& queue, Task task, bool awaited) {
  const std::scoped_lock lock(mutex_);
  if (&queue == null_stream_.get()) {
    for (const std::shared_ptr<StreamQueue>& stream : streams_) {
      if (stream->blocking()) {
        add_dependency(task, stream);
      }
    }
  } else if (queue.blocking()) {
    add_dependency(task, null_stream_);
  }
  return queue.submit(std::move(task), awaited);
}

FaultPointer EmulatedDevice::run_and_wait(StreamQueue& queue, Task task) {
  queue.wait(submit(queue, std::move(task), true));
  return queue.fault();
}

FaultPointer EmulatedDevice::synchronize(StreamQueue& queue) {
  if (&queue != null_stream_.get()) {
    queue.drain();
    return queue.fault();
  }
  // The null stream waits for blocking streams.
  FaultPointer first;
  for (const std::shared_ptr<StreamQueue>& stream : streams()) {
    if (stream->blocking()) {
      stream->drain();
      first = earlier(first, stream->fault());
    }
  }
  return first;
}

FaultPointer EmulatedDevice::synchronize() {
  FaultPointer first;
  for (const std::shared_ptr<StreamQueue>& stream : streams()) {
    stream->drain();
    first = earlier(first, stream->fault());
  }
  return first;
}

void EmulatedDevice::drain() {
  for (const std::shared_ptr<StreamQueue>& stream : streams()) {
    stream->drain();
  }
}

void EmulatedDevice::clear_fault(const FaultPointer& fault) {
  for (const std::shared_ptr<StreamQueue>& stream : streams()) {
    stream->clear_fault(fault);
  }
}

}  // namespace kgate::emulator
