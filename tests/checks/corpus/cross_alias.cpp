// SPDX-License-Identifier: MIT
// Each spelling through aliases of types and values.
#include "cross.hpp"

using namespace engine;

void alias_equal(const Device& d, Buffer& x) {
  using Kind = BackendKind;
  constexpr auto kWanted = Kind::hip;
  const auto& device = d;
  if (device.kind() == kWanted) launch_hip(x);  // expect: backend-kind-gate
}

void alias_not_equal(const Device& d, Buffer& x) {
  using enum BackendKind;
  const auto kind = d.kind();
  if (kind != hip) launch_hip(x);  // expect: backend-kind-gate
}

void alias_less(const Device& d, Buffer& x) {
  const auto kind = d.kind();
  const auto& same = kind;
  if (same < BackendKind::metal) launch_hip(x);  // expect: backend-kind-gate
}

void alias_cast(const Device& d, Buffer& x) {
  using Code = unsigned char;
  const auto code = static_cast<Code>(d.kind());
  if (code == 1) launch_hip(x);  // expect: backend-kind-gate
}

void alias_ternary(const Device& d, Buffer& x) {
  const Device* const device = &d;
  if ((device->kind() == BackendKind::hip ? true : false)) launch_hip(x);  // expect: backend-kind-gate
}

void alias_array(const Device& d, Buffer& x) {
  const auto& table = kAmd;
  const auto index = static_cast<std::size_t>(d.kind());
  if (table[index]) launch_hip(x);  // expect: backend-kind-gate
}

void alias_map(const Device& d, Buffer& x) {
  const auto& table = kAmdByKind;
  const auto key = d.kind();
  if (table.find(key)->second) launch_hip(x);  // expect: backend-kind-gate
}

void alias_name(const Device& d, Buffer& x) {
  const std::string name = backend_name(d.kind());
  const auto& label = name;
  if (label == "hip") launch_hip(x);  // expect: backend-kind-gate
}

void alias_c_name(const Device& d, Buffer& x) {
  const char* const name = backend_name(d.kind());
  constexpr const char* kWanted = "hip";
  if (std::strcmp(name, kWanted) == 0) launch_hip(x);  // expect: backend-kind-gate
}

void alias_class_(Backend& d, Buffer& x) {
  using Amd = HipBackend;
  Backend* const backend = &d;
  if (dynamic_cast<Amd*>(backend) != nullptr) launch_hip(x);  // expect: backend-kind-gate
}

void alias_type(Backend& d, Buffer& x) {
  using Amd = HipBackend;
  const auto& actual = typeid(d);
  if (actual == typeid(Amd)) launch_hip(x);  // expect: backend-kind-gate
}

void alias_variant(const Context& d, Buffer& x) {
  using Amd = HipContext;
  const auto& context = d;
  if (std::get_if<Amd>(&context) != nullptr) launch_hip(x);  // expect: backend-kind-gate
}

void alias_constant(const Device&, Buffer& x) {
  constexpr auto kHere = kActive;
  using Kind = BackendKind;
  if constexpr (kHere == Kind::hip) launch_hip(x);  // expect: backend-kind-gate
}

void alias_switch(const Device& d, Buffer& x) {
  using Kind = BackendKind;
  const auto kind = d.kind();
  switch (kind) {  // expect: backend-kind-gate
    case Kind::hip:
      launch_hip(x);
      break;
    default:
      launch_any(x);
  }
}
