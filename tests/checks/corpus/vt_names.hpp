// SPDX-License-Identifier: MIT
// Declarations with the names of vt::.
#pragma once

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

// Of this project: defined in named_helpers.cpp.
bool prefers_fused(const vt::Queue& queue);
