// SPDX-License-Identifier: MIT
// The built-in description of vt::, against declarations of the same names.
#include <cstdio>
#include <map>

#include "vt_names.hpp"

using namespace vt;

void by_kind(Queue& queue) {
  if (queue.device.type == DeviceType::kROCM) RunFused(queue);  // expect: backend-kind-gate
}

void by_kinds(Queue& queue) {
  const bool gpu = queue.device.type != DeviceType::kCPU;
  gpu ? RunFused(queue) : RunPlain(queue);  // expect: backend-kind-gate
}

void by_number(Queue& queue) {
  if (static_cast<int>(queue.device.type) >= 4) RunFused(queue);  // expect: backend-kind-gate
}

// legitimate: what is registered
void by_registration(Queue& queue) {
  if (OpRegistered(OpId::kFusedNormRope, queue.device.type)) RunFused(queue);
}

// legitimate: the registry's function is run
void by_lookup(Queue& queue) {
  auto* run = reinterpret_cast<void (*)(Queue&)>(GetOp(OpId::kRmsNorm, queue.device.type));
  run(queue);
}

// legitimate: registration
struct Registrar {
  Registrar() {
    RegisterOp(OpId::kRmsNorm, DeviceType::kROCM, reinterpret_cast<void*>(&RunFused));
    RegisterOp(OpId::kRmsNorm, DeviceType::kCPU, reinterpret_cast<void*>(&RunPlain));
    RegisterOp(OpId::kRmsNorm, DeviceType::kCUDA, reinterpret_cast<void*>(&RunPlain));
  }
} registrar;

// legitimate: the name is logged
void log_device(const Queue& queue) { std::printf("on %s\n", DeviceTypeName(queue.device.type)); }

// legitimate: two queues on one device
void on_same_device(Queue& a, const Queue& b) {
  if (a.device == b.device) RunPlain(a);
}

// legitimate: a count by device, for a report
std::map<DeviceType, int> launches_by_device;
void count_launch(const Queue& queue) { ++launches_by_device[queue.device.type]; }

// legitimate: the build decides
void by_build(Queue& queue) {
#ifdef VT_ROCM
  RunFused(queue);
#else
  RunPlain(queue);
#endif
}

// legitimate: an operation, not a device
void by_op(OpId op, Queue& queue) {
  if (op == OpId::kFusedNormRope) RunFused(queue);
}
