// SPDX-License-Identifier: MIT
// The rule's smallest cases.
namespace engine {

enum class Backend { rocm, cuda, cpu };
enum class Op {
  kRmsNorm,     // good: on all three, once as a reference
  kRopeAppend,  // good: the gap has a waiver
  kSilu,        // expect: unregistered-op
};
using Kernel = void (*)(float*);
int register_op(Op op, Backend backend, Kernel kernel, int priority = 0);
#define ENGINE_REGISTER(op, backend, kernel) \
  static const int registered_##op##_##backend = (note(#op, #backend), kernel(nullptr), 0)
void note(const char* op, const char* backend);

void rms_norm_rocm(float* x);
void rms_norm_cuda(float* x);
void rms_norm_reference(float* x);
void rope_append_rocm(float* x);
void rope_append_cuda(float* x);
void silu_rocm(float* x);
void gated_rocm(float* x);

const int rms_norm_1 = register_op(Op::kRmsNorm, Backend::rocm, rms_norm_rocm);
const int rms_norm_2 = register_op(Op::kRmsNorm, Backend::cuda, &rms_norm_cuda);
const int rms_norm_3 = register_op(Op::kRmsNorm, Backend::cpu, rms_norm_reference, -1000);
const int rope_append_1 = register_op(Op::kRopeAppend, Backend::rocm, rope_append_rocm);
const int rope_append_2 = register_op(Op::kRopeAppend, Backend::cuda, rope_append_cuda);
const int silu = register_op(Op::kSilu, Backend::rocm, silu_rocm);

ENGINE_REGISTER(gated, rocm, gated_rocm);  // expect: unregistered-op

}  // namespace engine
