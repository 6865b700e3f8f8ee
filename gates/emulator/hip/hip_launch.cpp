// SPDX-License-Identifier: MIT
// Checks and queues launches.
#include "gates/emulator/hip/hip_launch.hpp"

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

/// A launch on its way through a stream.
struct Pending {
  std::shared_ptr<const CodeObject> code;
  std::shared_ptr<StreamQueue> queue;
  const Kernel* kernel = nullptr;
  LaunchShape shape;
  std::vector<std::byte> kernarg;
  Options options;
  std::uint64_t number = 0;
};

FaultPointer run(const Pending& pending) {
  Runtime& runtime = Runtime::get();
  Launch launch;
  launch.kernel = &pending.kernel->image;
  launch.grid = {pending.shape.grid.x, pending.shape.grid.y, pending.shape.grid.z};
  launch.block = {pending.shape.block.x, pending.shape.block.y, pending.shape.block.z};
  launch.dynamic_lds = static_cast<std::uint32_t>(pending.shape.dynamic_lds);
  launch.kernarg = pending.kernarg;
  Statistics statistics;
  const std::optional<Fault> fault = execute(launch, runtime.memory, pending.options, &statistics);
  runtime.statistics.add(launch.kernel->name, statistics);
  pending.queue->statistics().add(launch.kernel->name, statistics);
  if (!fault) {
    return nullptr;
  }
  return std::make_shared<const FaultReport>(
      FaultReport{error_of(fault->kind), pending.number, fault->describe()});
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

Error launch_kernel(const FunctionState& function, const LaunchShape& shape,
                    hip::StreamHandle stream, const LaunchArguments& arguments) {
  Runtime& runtime = Runtime::get();
  auto pending = std::make_shared<Pending>();
  pending->queue = runtime.stream(stream);
  if (pending->queue == nullptr) {
    return fail(Error::hipErrorInvalidValue, "the stream handle is not a live stream");
  }
  const Kernel& kernel = *function.kernel;
  if (const Error error = check_shape(shape, kernel); error != Error::hipSuccess) {
    return error;
  }
  if (pending->queue->device() != function.device) {
    return fail(Error::hipErrorInvalidHandle,
                "kernel '{}' was loaded on device {}, the stream is of device {}",
                kernel.metadata.name, function.device, pending->queue->device());
  }
  if (const Error error =
          lay_out_arguments(arguments, shape, kernel, runtime.missing, pending->kernarg);
      error != Error::hipSuccess) {
    return error;
  }
  pending->code = function.code;
  pending->kernel = &kernel;
  pending->shape = shape;
  pending->options =
      pending->queue->options().get().value_or(runtime.options.get().value_or(Options{}));
  pending->options.suppressions = runtime.suppressions();
  pending->number = runtime.launches.fetch_add(1);
  StreamQueue& queue = *pending->queue;
  Task task;
  task.run = [pending] { return run(*pending); };
  runtime.device_of(queue).submit(queue, std::move(task));
  return Error::hipSuccess;
}

}  // namespace kgate::emulator
