// SPDX-License-Identifier: MIT
// Entry points: 3D allocations, copies and fills of linear memory, and the driver's 2D copy.
#include "gates/emulator/hip/hip_copy.hpp"
#include "gates/emulator/hip/hip_exports.hpp"
#include "gates/emulator/hip/hip_graph_nodes.hpp"
#include "gates/emulator/hip/hip_thread.hpp"

namespace kgate::hip {

// Defined with the other allocations.
KGATE_EXPORT Error hipMallocPitch(void** pointer, std::size_t* pitch, std::size_t width,
                                  std::size_t height);

namespace {

using emulator::entry;

/// hip_Memcpy2D.
struct DriverCopy2D {
  struct End {
    std::size_t x;  ///< bytes
    std::size_t y;
    std::uint32_t type;
    void* host;
    void* device;
    void* array;
    std::size_t pitch;
  };
  End source;
  End destination;
  std::size_t width;  ///< bytes
  std::size_t height;
};
static_assert(sizeof(DriverCopy2D) == 128);

Error copy_volume(const Memcpy3DParams* params, StreamHandle stream, bool wait,
                  const char* call = __builtin_FUNCTION()) {
  return entry(
      [&] {
        if (params == nullptr) {
          return Error::hipErrorInvalidValue;
        }
        emulator::CopyShape shape;
        const Error error = emulator::shape_of(*params, shape);
        return error == Error::hipSuccess ? emulator::copy(shape, stream, wait) : error;
      },
      call);
}

/// The one pointer of an end that is given: the numbers of memory types changed with HIP 6.
Error start_of(const DriverCopy2D::End& end, std::byte*& start) {
  if (end.array != nullptr) {
    return emulator::fail(Error::hipErrorNotSupported, "arrays (texture memory) are not emulated");
  }
  if ((end.host == nullptr) == (end.device == nullptr)) {
    return emulator::fail(Error::hipErrorInvalidValue,
                          "an end of the copy has no pointer, or a host and a device pointer");
  }
  start = static_cast<std::byte*>(end.host != nullptr ? end.host : end.device) + end.y * end.pitch +
          end.x;
  return Error::hipSuccess;
}

Error copy_2d(const DriverCopy2D* params, StreamHandle stream, bool wait,
              const char* call = __builtin_FUNCTION()) {
  return entry(
      [&] {
        if (params == nullptr) {
          return Error::hipErrorInvalidValue;
        }
        std::byte* source = nullptr;
        std::byte* destination = nullptr;
        Error error = start_of(params->source, source);
        error = error == Error::hipSuccess ? start_of(params->destination, destination) : error;
        if (error != Error::hipSuccess) {
          return error;
        }
        return emulator::copy({destination, params->destination.pitch, source, params->source.pitch,
                               params->width, params->height, MemcpyKind::automatic},
                              stream, wait);
      },
      call);
}

}  // namespace

KGATE_EXPORT Error hipMalloc3D(PitchedPointer* pointer, Triple extent) {
  if (pointer == nullptr || (extent.z != 0 && extent.y > SIZE_MAX / extent.z)) {
    return entry([] { return Error::hipErrorInvalidValue; });
  }
  PitchedPointer made{nullptr, 0, extent.x, extent.y};
  const Error error = hipMallocPitch(&made.pointer, &made.pitch, extent.x, extent.y * extent.z);
  if (error == Error::hipSuccess) {
    *pointer = made;
  }
  return error;
}

KGATE_EXPORT Error hipMemcpy3D(const Memcpy3DParams* params) {
  return copy_volume(params, nullptr, true);
}

KGATE_EXPORT Error hipMemcpy3DAsync(const Memcpy3DParams* params, StreamHandle stream) {
  return copy_volume(params, stream, false);
}

KGATE_EXPORT Error hipMemset3DAsync(PitchedPointer place, int value, Triple extent,
                                    StreamHandle stream) {
  return entry([&] {
    const std::uint32_t byte = static_cast<std::uint32_t>(value) & 0xFFU;
    for (std::size_t z = 0; z < extent.z; ++z) {
      const emulator::FillShape slice{
          static_cast<std::byte*>(place.pointer) + z * place.height * place.pitch,
          place.pitch,
          byte,
          1,
          extent.x,
          extent.y};
      if (const Error error = emulator::fill(slice, stream); error != Error::hipSuccess) {
        return error;
      }
    }
    return Error::hipSuccess;
  });
}

KGATE_EXPORT Error hipMemset3D(PitchedPointer place, int value, Triple extent) {
  return hipMemset3DAsync(place, value, extent, nullptr);
}

KGATE_EXPORT Error hipMemcpyParam2D(const DriverCopy2D* params) {
  return copy_2d(params, nullptr, true);
}

KGATE_EXPORT Error hipMemcpyParam2DAsync(const DriverCopy2D* params, StreamHandle stream) {
  return copy_2d(params, stream, false);
}

}  // namespace kgate::hip
