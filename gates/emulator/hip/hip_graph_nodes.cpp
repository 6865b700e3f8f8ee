// SPDX-License-Identifier: MIT
#include "gates/emulator/hip/hip_graph_nodes.hpp"

#include "gates/emulator/hip/hip_launch.hpp"
#include "gates/emulator/hip/hip_registration.hpp"
#include "gates/emulator/hip/hip_thread.hpp"

namespace kgate::emulator {
namespace {

using hip::Error;

Error no_parameters() { return fail(Error::hipErrorInvalidValue, "the parameters are null"); }

}  // namespace

Error kernel_work(const hip::KernelNodeParams* params, Work& work) {
  if (params == nullptr || params->function == nullptr) return no_parameters();
  Runtime& runtime = Runtime::get();
  KernelWork kernel;
  kernel.host = params->function;
  FunctionState function;
  // A function handle is no valid address, so it cannot pass for a host key.
  if (const auto found = runtime.functions.find(static_cast<hip::FunctionHandle>(params->function));
      found != nullptr) {
    function = *found;
  } else if (const Error error =
                 Registry::get().function(params->function, thread_state().device, function);
             error != Error::hipSuccess) {
    return error;
  }
  const bool none = function.kernel->metadata.explicit_end() == 0;
  const LaunchArguments arguments{none ? nullptr : params->parameters, params->extra};
  if (const Error error = prepare_launch(
          function, {params->grid, params->block, params->dynamic_lds}, arguments, kernel);
      error != Error::hipSuccess) {
    return error;
  }
  work = std::move(kernel);
  return Error::hipSuccess;
}

Error fill_work(const hip::MemsetParams* params, Work& work) {
  if (params == nullptr || params->width == 0 || params->height == 0) return no_parameters();
  const FillShape shape{params->destination, params->pitch, params->value,
                        params->element,     params->width, params->height};
  const Error error = check_fill(shape);
  if (error == Error::hipSuccess) work = shape;
  return error;
}

Error copy_work(const CopyShape& shape, Work& work) {
  CopyWork copy;
  CopyPlaces places;
  const Error error = prepare_copy(shape, copy, places);
  if (error == Error::hipSuccess) work = std::move(copy);
  return error;
}

Error host_work(const hip::HostNodeParams* params, Work& work) {
  if (params == nullptr || params->function == nullptr) return no_parameters();
  work = HostWork{params->function, params->data};
  return Error::hipSuccess;
}

Error copy_work(const hip::Memcpy3DParams* params, Work& work) {
  if (params == nullptr) return no_parameters();
  CopyShape shape;
  const Error error = shape_of(*params, shape);
  return error == Error::hipSuccess ? copy_work(shape, work) : error;
}

Error shape_of(const hip::Memcpy3DParams& params, CopyShape& shape) {
  if (params.source_array != nullptr || params.destination_array != nullptr) {
    return fail(Error::hipErrorNotSupported, "arrays (texture memory) are not emulated");
  }
  const auto start = [](const hip::PitchedPointer& base, const hip::Triple& at) {
    return static_cast<std::byte*>(base.pointer) + (at.z * base.height + at.y) * base.pitch + at.x;
  };
  if (params.source.pointer == nullptr || params.destination.pointer == nullptr) {
    return fail(Error::hipErrorInvalidValue, "the destination or the source is null");
  }
  shape = {start(params.destination, params.destination_position),
           params.destination.pitch,
           start(params.source, params.source_position),
           params.source.pitch,
           params.extent.x,
           params.extent.y,
           params.kind,
           params.extent.z,
           params.destination.height * params.destination.pitch,
           params.source.height * params.source.pitch};
  return Error::hipSuccess;
}

}  // namespace kgate::emulator
