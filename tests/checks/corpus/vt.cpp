// SPDX-License-Identifier: MIT
// The built-in description of vt::, against declarations of the same names.
#include <cstdint>

namespace vt {
enum class DeviceType : std::uint8_t { kCPU, kCUDA, kMETAL, kVULKAN, kXPU, kROCM };
enum class OpId : std::uint8_t { kRmsNorm, kFusedNormRope };
struct Device {
  DeviceType type = DeviceType::kCPU;
  std::int32_t index = 0;
  // legitimate: equality of devices
  friend bool operator==(const Device& a, const Device& b) {
    return a.type == b.type && a.index == b.index;
  }
};
struct Queue {
  Device device;
};
void* GetOp(OpId op, DeviceType device);
bool OpRegistered(OpId op, DeviceType device);
const char* DeviceTypeName(DeviceType device);
void RegisterOp(OpId op, DeviceType device, void* kernel);
void RunFused(Queue& queue);
void RunPlain(Queue& queue);
}  // namespace vt

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
