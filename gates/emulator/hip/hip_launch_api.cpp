// SPDX-License-Identifier: MIT
// Entry points: launches, of registered kernels and of modules' functions.
#include <algorithm>

#include "gates/emulator/hip/hip_exports.hpp"
#include "gates/emulator/hip/hip_launch.hpp"
#include "gates/emulator/hip/hip_occupancy.hpp"
#include "gates/emulator/hip/hip_registration.hpp"
#include "gates/emulator/hip/hip_thread.hpp"

// Types of the C headers whose names are in the mangled names of two entry points.
struct ihipModuleSymbol_t;
struct ihipStream_t;
struct ihipEvent_t;

namespace kgate::hip {
namespace {

using emulator::entry;
using emulator::FunctionState;
using emulator::LaunchArguments;
using emulator::LaunchShape;
using emulator::Runtime;

/// The registered kernel of a host key, for the device of a stream.
Error find_registered(const void* host, StreamHandle stream, FunctionState& function) {
  const auto queue = Runtime::get().stream(stream);
  if (queue == nullptr) {
    return emulator::fail(Error::hipErrorInvalidValue, "the stream handle is not a live stream");
  }
  return emulator::Registry::get().function(host, queue->device(), function);
}

Error launch_registered(const FunctionState& function, const LaunchShape& shape, void** arguments,
                        StreamHandle stream) {
  // A kernel without arguments may be launched with a list all the same.
  void** const parameters = function.kernel->metadata.explicit_end() == 0 ? nullptr : arguments;
  return emulator::launch_kernel(function, shape, stream, {parameters, nullptr});
}

Error find_function(FunctionHandle handle, FunctionState& function) {
  const std::shared_ptr<FunctionState> state = Runtime::get().functions.find(handle);
  if (state == nullptr) {
    return emulator::fail(Error::hipErrorInvalidHandle,
                          "the function handle is not a function of a loaded module");
  }
  function = *state;
  return Error::hipSuccess;
}

/// `CooperativeLaunchTooLarge` where not all workgroups would be resident together.
Error check_cooperative(const FunctionState& function, const LaunchShape& shape) {
  const auto& [grid, block, dynamic_lds] = shape;
  const auto& model = Runtime::get().devices.at(static_cast<std::size_t>(function.device))->model();
  const std::uint64_t threads = std::uint64_t{block.x} * block.y * block.z;
  const std::uint64_t resident =
      threads > emulator::kMaxThreadsPerBlock
          ? 0
          : std::uint64_t{emulator::blocks_per_processor(
                *function.kernel, static_cast<std::uint32_t>(threads), dynamic_lds)} *
                static_cast<std::uint64_t>(model.processors);
  const std::uint64_t blocks = std::uint64_t{grid.x} * grid.y * grid.z;
  return blocks <= resident ? Error::hipSuccess
                            : emulator::fail(Error::hipErrorCooperativeLaunchTooLarge,
                                             "{} workgroups, of which {} can be resident together",
                                             blocks, resident);
}

/// Runs `launch` between the records of two events, either of which may be null.
template <class Launch>
Error between(EventHandle start, EventHandle stop, StreamHandle stream, Launch launch) {
  Error error = start == nullptr ? Error::hipSuccess : hipEventRecord(start, stream);
  error = error == Error::hipSuccess ? launch() : error;
  return error == Error::hipSuccess && stop != nullptr ? hipEventRecord(stop, stream) : error;
}

/// A launch whose grid is counted in work-items, which must be whole workgroups.
Error launch_items(FunctionHandle function, const Dim3& items, const Dim3& block,
                   std::size_t dynamic_lds, StreamHandle stream, void** parameters, void** extra,
                   EventHandle start, EventHandle stop) {
  if (block.x == 0 || block.y == 0 || block.z == 0 || items.x % block.x != 0 ||
      items.y % block.y != 0 || items.z % block.z != 0) {
    return entry([&] {
      return emulator::fail(Error::hipErrorInvalidValue,
                            "{} x {} x {} work-items are not whole workgroups of {} x {} x {}",
                            items.x, items.y, items.z, block.x, block.y, block.z);
    });
  }
  return between(start, stop, stream, [&] {
    return hipModuleLaunchKernel(function, items.x / block.x, items.y / block.y, items.z / block.z,
                                 block.x, block.y, block.z,
                                 // Too much stays too much.
                                 static_cast<std::uint32_t>(std::min<std::size_t>(
                                     dynamic_lds, emulator::kMaxLdsPerBlock + 1)),
                                 stream, parameters, extra);
  });
}

}  // namespace

KGATE_EXPORT Error hipLaunchKernel(const void* host, Dim3 grid, Dim3 block, void** arguments,
                                   std::size_t dynamic_lds, StreamHandle stream) {
  return entry([&] {
    FunctionState function;
    const Error error = find_registered(host, stream, function);
    return error == Error::hipSuccess
               ? launch_registered(function, {grid, block, dynamic_lds}, arguments, stream)
               : error;
  });
}

KGATE_EXPORT Error hipExtLaunchKernel(const void* host, Dim3 grid, Dim3 block, void** arguments,
                                      std::size_t dynamic_lds, StreamHandle stream,
                                      EventHandle start, EventHandle stop, int /*flags*/) {
  return between(start, stop, stream, [&] {
    return hipLaunchKernel(host, grid, block, arguments, dynamic_lds, stream);
  });
}

/// Checks that the grid fits the device. Waves of different workgroups do not meet here: a kernel
/// that synchronises its grid stops at the instruction, which is refused by name.
KGATE_EXPORT Error hipLaunchCooperativeKernel(const void* host, Dim3 grid, Dim3 block,
                                              void** arguments, std::uint32_t dynamic_lds,
                                              StreamHandle stream) {
  return entry([&] {
    FunctionState function;
    const LaunchShape shape{grid, block, dynamic_lds};
    Error error = find_registered(host, stream, function);
    error = error == Error::hipSuccess ? check_cooperative(function, shape) : error;
    return error == Error::hipSuccess ? launch_registered(function, shape, arguments, stream)
                                      : error;
  });
}

KGATE_EXPORT Error hipModuleLaunchKernel(FunctionHandle function, std::uint32_t grid_x,
                                         std::uint32_t grid_y, std::uint32_t grid_z,
                                         std::uint32_t block_x, std::uint32_t block_y,
                                         std::uint32_t block_z, std::uint32_t dynamic_lds,
                                         StreamHandle stream, void** parameters, void** extra) {
  return entry([&] {
    FunctionState state;
    const Error error = find_function(function, state);
    return error == Error::hipSuccess
               ? emulator::launch_kernel(
                     state, {{grid_x, grid_y, grid_z}, {block_x, block_y, block_z}, dynamic_lds},
                     stream, {parameters, extra})
               : error;
  });
}

KGATE_EXPORT Error hipModuleLaunchCooperativeKernel(FunctionHandle function, std::uint32_t grid_x,
                                                    std::uint32_t grid_y, std::uint32_t grid_z,
                                                    std::uint32_t block_x, std::uint32_t block_y,
                                                    std::uint32_t block_z,
                                                    std::uint32_t dynamic_lds, StreamHandle stream,
                                                    void** parameters) {
  return entry([&] {
    FunctionState state;
    const LaunchShape shape{{grid_x, grid_y, grid_z}, {block_x, block_y, block_z}, dynamic_lds};
    Error error = find_function(function, state);
    error = error == Error::hipSuccess ? check_cooperative(state, shape) : error;
    return error == Error::hipSuccess
               ? emulator::launch_kernel(state, shape, stream, {parameters, nullptr})
               : error;
  });
}

/// The device function of a host key, for use with the calls on modules' functions. It stays live.
KGATE_EXPORT Error hipGetFuncBySymbol(FunctionHandle* function, const void* host) {
  return entry([&] {
    if (function == nullptr) {
      return Error::hipErrorInvalidValue;
    }
    FunctionState state;
    const Error error =
        emulator::Registry::get().function(host, emulator::thread_state().device, state);
    if (error == Error::hipSuccess) {
      *function = Runtime::get().functions.insert(std::make_shared<FunctionState>(state));
    }
    return error;
  });
}

}  // namespace kgate::hip

// C++ functions of the C headers' types, outside any namespace.
#define KGATE_EXPORT_CPP __attribute__((visibility("default")))

KGATE_EXPORT_CPP kgate::hip::Error hipExtModuleLaunchKernel(
    ihipModuleSymbol_t* function, std::uint32_t items_x, std::uint32_t items_y,
    std::uint32_t items_z, std::uint32_t block_x, std::uint32_t block_y, std::uint32_t block_z,
    std::size_t dynamic_lds, ihipStream_t* stream, void** parameters, void** extra,
    ihipEvent_t* start, ihipEvent_t* stop, std::uint32_t /*flags*/);

KGATE_EXPORT_CPP kgate::hip::Error hipHccModuleLaunchKernel(
    ihipModuleSymbol_t* function, std::uint32_t items_x, std::uint32_t items_y,
    std::uint32_t items_z, std::uint32_t block_x, std::uint32_t block_y, std::uint32_t block_z,
    std::size_t dynamic_lds, ihipStream_t* stream, void** parameters, void** extra,
    ihipEvent_t* start, ihipEvent_t* stop);

kgate::hip::Error hipExtModuleLaunchKernel(ihipModuleSymbol_t* function, std::uint32_t items_x,
                                           std::uint32_t items_y, std::uint32_t items_z,
                                           std::uint32_t block_x, std::uint32_t block_y,
                                           std::uint32_t block_z, std::size_t dynamic_lds,
                                           ihipStream_t* stream, void** parameters, void** extra,
                                           ihipEvent_t* start, ihipEvent_t* stop,
                                           std::uint32_t /*flags*/) {
  using namespace kgate::hip;
  return launch_items(std::bit_cast<FunctionHandle>(function), {items_x, items_y, items_z},
                      {block_x, block_y, block_z}, dynamic_lds, std::bit_cast<StreamHandle>(stream),
                      parameters, extra, std::bit_cast<EventHandle>(start),
                      std::bit_cast<EventHandle>(stop));
}

kgate::hip::Error hipHccModuleLaunchKernel(ihipModuleSymbol_t* function, std::uint32_t items_x,
                                           std::uint32_t items_y, std::uint32_t items_z,
                                           std::uint32_t block_x, std::uint32_t block_y,
                                           std::uint32_t block_z, std::size_t dynamic_lds,
                                           ihipStream_t* stream, void** parameters, void** extra,
                                           ihipEvent_t* start, ihipEvent_t* stop) {
  return hipExtModuleLaunchKernel(function, items_x, items_y, items_z, block_x, block_y, block_z,
                                  dynamic_lds, stream, parameters, extra, start, stop, 0);
}
