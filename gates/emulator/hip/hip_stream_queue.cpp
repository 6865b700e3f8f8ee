// SPDX-License-Identifier: MIT
// Runs the tasks of a stream.
#include "gates/emulator/hip/hip_stream_queue.hpp"

#include <exception>
#include <utility>

#include "gates/emulator/hip/hip_program.hpp"

namespace kgate::emulator {

StreamQueue::StreamQueue(int device, bool blocking, std::uint32_t flags)
    : device_(device), blocking_(blocking), flags_(flags) {}

StreamQueue::~StreamQueue() { shut_down(); }

Ticket StreamQueue::submit(Task task, bool awaited) {
  const std::scoped_lock lock(mutex_);
  if (stopping_) {
    return submitted_;
  }
  tasks_.push_back(std::move(task));
  if (!awaited) {
    if (!worker_.joinable()) {
      worker_ = std::thread([this] { work(); });
    }
    arrived_.notify_one();
  }
  return ++submitted_;
}

Ticket StreamQueue::last() const {
  const std::scoped_lock lock(mutex_);
  return submitted_;
}

bool StreamQueue::completed(Ticket ticket) const {
  const std::scoped_lock lock(mutex_);
  return completed_ >= ticket;
}

void StreamQueue::wait(Ticket ticket) {
  // A host callback that waits for its own stream would wait for itself.
  if (in_task()) {
    return;
  }
  std::unique_lock lock(mutex_);
  const auto idle = [&] { return runner_.load() == std::thread::id{} && !tasks_.empty(); };
  while (completed_ < ticket) {
    if (idle()) {
      run_first(lock);
    } else {
      finished_.wait(lock, [&] { return completed_ >= ticket || idle(); });
    }
  }
  // What came meanwhile is the worker's again: it slept while this thread ran tasks.
  if (idle() && worker_.joinable()) {
    arrived_.notify_one();
  }
}

void StreamQueue::shut_down() {
  if (!in_task()) {
    drain();
  }
  {
    const std::scoped_lock lock(mutex_);
    stopping_ = true;
    arrived_.notify_one();
  }
  if (worker_.joinable() && worker_.get_id() != std::this_thread::get_id()) {
    worker_.join();
  }
}

bool StreamQueue::in_task() const { return runner_.load() == std::this_thread::get_id(); }

FaultPointer StreamQueue::fault() const {
  const std::scoped_lock lock(mutex_);
  return fault_;
}

void StreamQueue::clear_fault(const FaultPointer& fault) {
  if (this->fault() != fault) {
    return;
  }
  drain();
  const std::scoped_lock lock(mutex_);
  if (fault_ == fault) {
    fault_ = nullptr;
  }
}

void StreamQueue::run_first(std::unique_lock<std::mutex>& lock) {
  runner_ = std::this_thread::get_id();
  Task task = std::move(tasks_.front());
  tasks_.pop_front();
  FaultPointer fault = fault_;
  lock.unlock();
  for (const Dependency& dependency : task.after) {
    dependency.queue->wait(dependency.ticket);
    fault = earlier(fault, dependency.queue->fault());
  }
  if (task.run && (fault == nullptr || task.always)) {
    FaultPointer raised;
    try {
      raised = task.run();
    } catch (const std::exception& problem) {
      raised = std::make_shared<const FaultReport>(
          FaultReport{hip::Error::hipErrorUnknown, 0, problem.what()});
    }
    if (raised != nullptr) {
      // Here and not where it is waited for: a program may never wait.
      report_to_program(raised->text);
    }
    fault = fault == nullptr ? raised : fault;
  }
  // What the task holds is released before anyone is told that it is done.
  task = {};
  lock.lock();
  fault_ = std::move(fault);
  runner_ = std::thread::id{};
  ++completed_;
  finished_.notify_all();
}

void StreamQueue::work() {
  std::unique_lock lock(mutex_);
  for (;;) {
    arrived_.wait(lock, [&] {
      return (stopping_ || !tasks_.empty()) && runner_.load() == std::thread::id{};
    });
    if (tasks_.empty()) {
      return;
    }
    run_first(lock);
  }
}

}  // namespace kgate::emulator
