// SPDX-License-Identifier: MIT
// A HIP library for tests of the seam: two boards, and a launch that records what it was given.
#include "tests/kernels/runtime/fake_hip.hpp"

#include <array>
#include <cstring>

#include "kernels/runtime/hip_api.hpp"

namespace kgate::hip {
namespace {

FakeHip state;
thread_local int current = 0;
std::array<int, 64> objects{};

}  // namespace

extern "C" {

FakeHip* fake_hip() { return &state; }

Error hipGetDeviceCount(int* count) {
  *count = state.device_count;
  return state.device_count == 0 ? Error::hipErrorNoDevice : Error::hipSuccess;
}

Error hipSetDevice(int device) {
  current = device;
  return Error::hipSuccess;
}

Error hipGetDevice(int* device) {
  *device = current;
  return Error::hipSuccess;
}

Error hipDeviceGetAttribute(int* value, DeviceAttribute attribute, int /*device*/) {
  *value = attribute == DeviceAttribute::warp_size ? 64 : 1024;
  return Error::hipSuccess;
}

Error hipGetDevicePropertiesR0600(DevicePropertiesR0600* properties, int device) {
  *properties = {};
  std::strcpy(properties->name.data(), "a board");
  std::strcpy(properties->gcn_arch_name.data(), device == 0 ? "gfx90a:sramecc+:xnack-" : "gfx942");
  return Error::hipSuccess;
}

const char* hipGetErrorName(Error error) {
  return error == Error::hipErrorNoDevice ? "hipErrorNoDevice" : "hipErrorOther";
}

const char* hipGetErrorString(Error /*error*/) { return "a text"; }

Error hipModuleLoadData(ModuleHandle* module, const void* /*image*/) {
  ++state.modules_loaded;
  *module = reinterpret_cast<ModuleHandle>(objects.data());
  return Error::hipSuccess;
}

Error hipModuleGetFunction(FunctionHandle* function, ModuleHandle /*module*/, const char* name) {
  if (std::strcmp(name, "missing") == 0) {
    return Error::hipErrorNotFound;
  }
  *function = reinterpret_cast<FunctionHandle>(objects.data() + name[0] % 64);
  return Error::hipSuccess;
}

Error hipModuleLaunchKernel(FunctionHandle /*function*/, std::uint32_t grid_x, std::uint32_t grid_y,
                            std::uint32_t grid_z, std::uint32_t block_x, std::uint32_t block_y,
                            std::uint32_t block_z, std::uint32_t dynamic_lds, StreamHandle stream,
                            void** parameters, void** extra) {
  ++state.launches;
  state.grid = {grid_x, grid_y, grid_z};
  state.block = {block_x, block_y, block_z};
  state.dynamic_lds = dynamic_lds;
  state.stream = stream;
  state.device = current;
  state.extra_form = parameters == nullptr && extra[0] == kLaunchBufferPointer &&
                     extra[2] == kLaunchBufferSize && extra[4] == kLaunchEnd;
  std::size_t size = 0;
  std::memcpy(&size, extra[3], sizeof(size));
  state.argument_size = size;
  std::memcpy(state.arguments.data(), extra[1], size);
  return state.launch_result;
}

}  // extern "C"

}  // namespace kgate::hip
