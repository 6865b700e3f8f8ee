// SPDX-License-Identifier: MIT
// As much of HIP as a launch needs to parse.
#pragma once

#define __global__ __attribute__((global))
#define __device__ __attribute__((device))
#define __host__ __attribute__((host))

struct dim3 {
  unsigned x, y, z;
  __host__ __device__ constexpr dim3(unsigned a = 1, unsigned b = 1, unsigned c = 1)
      : x(a), y(b), z(c) {}
};
typedef struct ihipStream_t* hipStream_t;
typedef struct ihipModuleSymbol_t* hipFunction_t;
typedef int hipError_t;
extern "C" hipError_t __hipPushCallConfiguration(dim3 grid, dim3 block, unsigned long lds = 0,
                                                 hipStream_t stream = nullptr);
extern "C" hipError_t hipLaunchKernel(const void* function, dim3 grid, dim3 block, void** arguments,
                                      unsigned long lds, hipStream_t stream);
extern "C" hipError_t hipModuleLaunchKernel(hipFunction_t function, unsigned gx, unsigned gy,
                                            unsigned gz, unsigned bx, unsigned by, unsigned bz,
                                            unsigned lds, hipStream_t stream, void** arguments,
                                            void** extra);
