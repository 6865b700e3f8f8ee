// SPDX-License-Identifier: MIT
// Entry points of the emulated runtime, as a program's own header would declare them.
#pragma once

#include <cstddef>
#include <cstdint>

#include "gates/emulator/hip/hip_exports.hpp"

namespace kgate::hip {

// Entry points beyond the seam's table, as a program's own header would declare them.
extern "C" {
Error hipInit(std::uint32_t flags);
Error hipDeviceGet(int* device, int ordinal);
Error hipDeviceGetName(char* name, int size, int device);
Error hipDeviceTotalMem(std::size_t* bytes, int device);
Error hipDeviceComputeCapability(int* major, int* minor, int device);
Error hipDeviceReset();
Error hipDriverGetVersion(int* version);
Error hipPeekAtLastError();
Error hipMallocAsync(void** pointer, std::size_t size, StreamHandle stream);
Error hipFreeAsync(void* pointer, StreamHandle stream);
Error hipMallocManaged(void** pointer, std::size_t size, std::uint32_t flags);
Error hipMallocPitch(void** pointer, std::size_t* pitch, std::size_t width, std::size_t height);
Error hipHostRegister(void* pointer, std::size_t size, std::uint32_t flags);
Error hipHostUnregister(void* pointer);
Error hipHostGetDevicePointer(void** device, void* host, std::uint32_t flags);
Error hipHostGetFlags(std::uint32_t* flags, void* host);
Error hipMemGetAddressRange(void** base, std::size_t* size, void* pointer);
Error hipPointerGetAttributes(void* attributes, const void* pointer);
Error hipMemcpyHtoD(void* destination, void* source, std::size_t size);
Error hipMemcpyDtoH(void* destination, void* source, std::size_t size);
Error hipMemcpyDtoD(void* destination, void* source, std::size_t size);
Error hipMemcpy2D(void* destination, std::size_t destination_pitch, const void* source,
                  std::size_t source_pitch, std::size_t width, std::size_t height, MemcpyKind kind);
Error hipMemsetD16(void* destination, std::uint16_t value, std::size_t count);
Error hipMemsetD32(void* destination, int value, std::size_t count);
Error hipMemsetD32Async(void* destination, int value, std::size_t count, StreamHandle stream);
Error hipMemset2D(void* destination, std::size_t pitch, int value, std::size_t width,
                  std::size_t height);
Error hipMemset2DAsync(void* destination, std::size_t pitch, int value, std::size_t width,
                       std::size_t height, StreamHandle stream);
Error hipStreamCreate(StreamHandle* stream);
Error hipStreamCreateWithPriority(StreamHandle* stream, std::uint32_t flags, int priority);
Error hipStreamGetFlags(StreamHandle stream, std::uint32_t* flags);
Error hipStreamAddCallback(StreamHandle stream, void (*callback)(StreamHandle, Error, void*),
                           void* data, std::uint32_t flags);
Error hipLaunchHostFunc(StreamHandle stream, void (*function)(void*), void* data);
Error hipEventCreate(EventHandle* event);
Error hipModuleLoad(ModuleHandle* module, const char* path);
Error hipModuleLoadDataEx(ModuleHandle* module, const void* image, std::uint32_t count,
                          std::uint32_t* options, void** values);
Error hipFuncGetAttribute(int* value, int attribute, FunctionHandle function);
Error hipModuleOccupancyMaxActiveBlocksPerMultiprocessor(int* blocks, FunctionHandle function,
                                                         int threads, std::size_t dynamic_lds);
Error hipModuleOccupancyMaxPotentialBlockSize(int* grid, int* block, FunctionHandle function,
                                              std::size_t dynamic_lds, int limit);
Error hipFuncGetAttributes(void* attributes, const void* host);
Error hipLaunchKernel(const void* host, Dim3 grid, Dim3 block, void** arguments,
                      std::size_t dynamic_lds, StreamHandle stream);
Error hipGetSymbolAddress(void** pointer, const void* symbol);
Error hipGetSymbolSize(std::size_t* size, const void* symbol);
Error hipMemcpyToSymbol(const void* symbol, const void* source, std::size_t size,
                        std::size_t offset, MemcpyKind kind);
Error hipMemcpyFromSymbol(void* destination, const void* symbol, std::size_t size,
                          std::size_t offset, MemcpyKind kind);
void** __hipRegisterFatBinary(const void* wrapper);
void __hipUnregisterFatBinary(void** handle);
int __hipRegisterFunction(void** handle, const void* host, char* name, const char* device_name,
                          unsigned threads, void* thread, void* block, void* block_size,
                          void* grid_size, int* wave_size);
void __hipRegisterVar(void** handle, void* shadow, char* host_name, const char* device_name,
                      int external, std::size_t size, int constant, int global);
Error __hipPushCallConfiguration(Dim3 grid, Dim3 block, std::size_t dynamic_lds,
                                 StreamHandle stream);
Error __hipPopCallConfiguration(Dim3* grid, Dim3* block, std::size_t* dynamic_lds,
                                StreamHandle* stream);
}

}  // namespace kgate::hip
