// SPDX-License-Identifier: MIT
// Checks and queues launches.
#include "gates/emulator/hip/hip_launch.hpp"

#include <algorithm>
#include <cstring>
#include <thread>

#include "gates/emulator/hip/hip_hostcall.hpp"
#include "gates/emulator/hip/hip_thread.hpp"

namespace kgate::emulator {
namespace {

using hip::Error;

/// The code a program gets for a fault; the report says the rest.
Error error_of(FaultKind kind) {
  switch (kind) {
    case FaultKind::out_of_bounds:
    case FaultKind::lds_out_of_bounds:
    case FaultKind::use_after_free:
    case FaultKind::misaligned:
    case FaultKind::read_only_write:
    case FaultKind::outside_code:
      return Error::hipErrorIllegalAddress;
    case FaultKind::runaway:
      return Error::hipErrorLaunchTimeOut;
    default:
      return Error::hipErrorLaunchFailure;
  }
}

/// A launch on its way through a stream, which outlives it.
struct Pending {
  KernelWork work;
  StreamQueue* queue = nullptr;
  Options options;
  std::uint64_t number = 0;
};

/// The stream's hostcall buffer, its address put into the arguments; null for a kernel that does
/// not ask for one.
HostcallBuffer* hostcalls_of(const Kernel& kernel, StreamQueue& queue,
                             std::vector<std::byte>& arguments) {
  for (const KernelArgument& argument : kernel.metadata.arguments) {
    if (argument.value_kind != "hidden_hostcall_buffer") continue;
    std::shared_ptr<HostcallBuffer>& buffer = queue.hostcalls();
    if (buffer == nullptr) {
      // A launch has as many workgroups in flight as the host has threads, of 32 waves at most.
      const std::uint64_t threads = std::max(32U, std::thread::hardware_concurrency());
      buffer = std::make_shared<HostcallBuffer>(Runtime::get().memory, threads * 32);
    }
    const std::uint64_t address = buffer->address();
    std::memcpy(arguments.data() + argument.offset, &address, sizeof(address));
    return buffer.get();
  }
  return nullptr;
}

FaultPointer run(const Pending& pending) {
  Runtime& runtime = Runtime::get();
  const auto& [function, shape, kernarg, host] = pending.work;
  Launch launch;
  launch.kernel = &function.kernel->image;
  launch.grid = {shape.grid.x, shape.grid.y, shape.grid.z};
  launch.block = {shape.block.x, shape.block.y, shape.block.z};
  launch.dynamic_lds = static_cast<std::uint32_t>(shape.dynamic_lds);
  std::vector<std::byte> arguments = kernarg;
  HostcallBuffer* const hostcalls = hostcalls_of(*function.kernel, *pending.queue, arguments);
  launch.kernarg = arguments;
  Statistics statistics;
  std::optional<Fault> fault;
  {
    std::optional<HostcallScope> served;
    if (hostcalls != nullptr) served.emplace(launch, *hostcalls);
    fault = execute(launch, runtime.memory, pending.options, &statistics);
  }
  runtime.statistics.add(launch.kernel->name, statistics);
  pending.queue->statistics().add(launch.kernel->name, statistics);
  const std::string assertion = hostcalls == nullptr ? "" : hostcalls->assertion();
  if (hostcalls != nullptr && (fault || !assertion.empty())) hostcalls->reset();
  if (!fault) {
    return nullptr;
  }
  FaultReport report{error_of(fault->kind), pending.number, fault->describe()};
  // A failed assertion prints where it stands, then traps.
  if (fault->kind == FaultKind::trap && !assertion.empty()) {
    report.error = Error::hipErrorAssert;
    report.text = fmt::format("{}\n{}", assertion, report.text);
  }
  return std::make_shared<const FaultReport>(std::move(report));
}

}  // namespace

Error check_shape(const LaunchShape& shape, const Kernel& kernel) {
  const auto& [grid, block, dynamic_lds] = shape;
  const KernelMetadata& metadata = kernel.metadata;
  if (grid.x > kMaxGridX || grid.y > kMaxGridYZ || grid.z > kMaxGridYZ) {
    return fail(Error::hipErrorInvalidValue, "grid {} x {} x {} exceeds {} x {} x {}", grid.x,
                grid.y, grid.z, kMaxGridX, kMaxGridYZ, kMaxGridYZ);
  }
  constexpr std::uint64_t kMostWorkItems = 0xFFFFFFFF;
  if (std::uint64_t{grid.x} * block.x > kMostWorkItems ||
      std::uint64_t{grid.y} * block.y > kMostWorkItems ||
      std::uint64_t{grid.z} * block.z > kMostWorkItems) {
    return fail(Error::hipErrorInvalidConfiguration,
                "grid {} x {} x {} of blocks {} x {} x {} has 2^32 or more work-items in a "
                "dimension",
                grid.x, grid.y, grid.z, block.x, block.y, block.z);
  }
  const bool small = block.x <= kMaxThreadsPerBlock && block.y <= kMaxThreadsPerBlock &&
                     block.z <= kMaxThreadsPerBlock;
  const std::uint64_t threads = small ? std::uint64_t{block.x} * block.y * block.z : kMostWorkItems;
  if (grid.x == 0 || grid.y == 0 || grid.z == 0 || block.x == 0 || block.y == 0 || block.z == 0) {
    return fail(Error::hipErrorInvalidValue, "grid {} x {} x {} of blocks {} x {} x {} is empty",
                grid.x, grid.y, grid.z, block.x, block.y, block.z);
  }
  if (dynamic_lds > kMaxLdsPerBlock) {
    return fail(Error::hipErrorInvalidValue, "{} bytes of dynamic LDS exceed {}", dynamic_lds,
                kMaxLdsPerBlock);
  }
  if (threads > kMaxThreadsPerBlock) {
    return fail(Error::hipErrorInvalidValue, "block {} x {} x {} exceeds {} threads", block.x,
                block.y, block.z, kMaxThreadsPerBlock);
  }
  if (threads > metadata.max_flat_workgroup_size) {
    return fail(Error::hipErrorLaunchFailure,
                "block {} x {} x {} exceeds the {} threads kernel '{}' was compiled for", block.x,
                block.y, block.z, metadata.max_flat_workgroup_size, metadata.name);
  }
  if (metadata.group_segment_fixed_size + dynamic_lds > kMaxLdsPerBlock) {
    return fail(Error::hipErrorLaunchOutOfResources,
                "kernel '{}' with {} bytes of static and {} of dynamic LDS exceeds {}",
                metadata.name, metadata.group_segment_fixed_size, dynamic_lds, kMaxLdsPerBlock);
  }
  const auto& required = metadata.required_workgroup_size;
  if (required[0] != 0 &&
      (block.x != required[0] || block.y != required[1] || block.z != required[2])) {
    return fail(Error::hipErrorInvalidConfiguration,
                "block {} x {} x {} is not the {} x {} x {} that kernel '{}' requires", block.x,
                block.y, block.z, required[0], required[1], required[2], metadata.name);
  }
  return Error::hipSuccess;
}

Task task_of(const KernelWork& work, StreamQueue& queue) {
  Runtime& runtime = Runtime::get();
  auto pending = std::make_shared<Pending>();
  pending->work = work;
  pending->queue = &queue;
  pending->options = queue.options().get().value_or(runtime.options.get().value_or(Options{}));
  pending->options.suppressions = runtime.suppressions();
  pending->number = runtime.launches.fetch_add(1);
  Task task;
  task.run = [pending] { return run(*pending); };
  return task;
}

Error prepare_launch(const FunctionState& function, const LaunchShape& shape,
                     const LaunchArguments& arguments, KernelWork& work) {
  const Kernel& kernel = *function.kernel;
  if (const Error error = check_shape(shape, kernel); error != Error::hipSuccess) {
    return error;
  }
  work.function = function;
  work.shape = shape;
  return lay_out_arguments(arguments, shape, kernel, Runtime::get().missing, work.kernarg);
}

Error launch_kernel(const FunctionState& function, const LaunchShape& shape,
                    hip::StreamHandle stream, const LaunchArguments& arguments) {
  const std::shared_ptr<StreamQueue> queue = Runtime::get().stream(stream);
  if (queue == nullptr) {
    return fail(Error::hipErrorInvalidValue, "the stream handle is not a live stream");
  }
  if (queue->device() != function.device) {
    return fail(Error::hipErrorInvalidHandle,
                "kernel '{}' was loaded on device {}, the stream is of device {}",
                function.kernel->metadata.name, function.device, queue->device());
  }
  KernelWork work;
  if (const Error error = prepare_launch(function, shape, arguments, work);
      error != Error::hipSuccess) {
    return error;
  }
  return issue_work(queue, std::move(work));
}

}  // namespace kgate::emulator
