// SPDX-License-Identifier: MIT
// The rule's smallest cases.
#include "hip_stub.hpp"

namespace engine {

enum class Op { rms_norm };
enum class Backend { rocm, cuda };
using Run = void (*)(float*);
int register_op(Op op, Backend backend, Run run);

__global__ void scale(float* x) { x[0] *= 2.0f; }

// good: registered below
void rms_norm_rocm(float* x) { scale<<<1, 32>>>(x); }

// good: only a registered provider calls it
void launch_scale(float* x) { scale<<<1, 64>>>(x); }
void rms_norm_cuda(float* x) { launch_scale(x); }

const int registered_1 = register_op(Op::rms_norm, Backend::rocm, rms_norm_rocm);
const int registered_2 = register_op(Op::rms_norm, Backend::cuda, rms_norm_cuda);

namespace runtime {
// good: the runtime layer is where launches are made
void launch(hipFunction_t function, void** arguments) {
  hipModuleLaunchKernel(function, 1, 1, 1, 32, 1, 1, 0, nullptr, arguments, nullptr);
}
}  // namespace runtime

// bad: nobody can trace, count or replace this launch
void forward(float* x) {
  scale<<<1, 32>>>(x);  // expect: registry-bypass
}

void forward_by_function(float* x) {
  void* arguments[] = {&x};
  hipLaunchKernel(reinterpret_cast<const void*>(&scale), 1, 32, arguments, 0, nullptr);  // expect: registry-bypass
}

// bad: a helper of a provider is called around it
void shared_launch(float* x) { scale<<<2, 32>>>(x); }
void provider_with_helper(float* x) { shared_launch(x); }
const int registered_3 = register_op(Op::rms_norm, Backend::rocm, provider_with_helper);
void around(float* x) {
  shared_launch(x);  // expect: registry-bypass
}

}  // namespace engine
