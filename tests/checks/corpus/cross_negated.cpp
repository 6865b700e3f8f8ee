// SPDX-License-Identifier: MIT
// Each spelling negated, as an early exit.
#include "cross.hpp"

using namespace engine;

void not_equal(const Device& d, Buffer& x) {
  if (!(d.kind() == BackendKind::hip)) return;  // expect: backend-kind-gate
  launch_hip(x);
}

void not_not_equal(const Device& d, Buffer& x) {
  if (!(d.kind() != BackendKind::hip)) return;  // expect: backend-kind-gate
  launch_hip(x);
}

void not_less(const Device& d, Buffer& x) {
  if (!(d.kind() < BackendKind::metal)) return;  // expect: backend-kind-gate
  launch_hip(x);
}

void not_cast(const Device& d, Buffer& x) {
  if (!(static_cast<int>(d.kind()) == 1)) return;  // expect: backend-kind-gate
  launch_hip(x);
}

void not_ternary(const Device& d, Buffer& x) {
  if (!((d.kind() == BackendKind::hip ? true : false))) return;  // expect: backend-kind-gate
  launch_hip(x);
}

void not_array(const Device& d, Buffer& x) {
  if (!(kAmd[static_cast<std::size_t>(d.kind())])) return;  // expect: backend-kind-gate
  launch_hip(x);
}

void not_map(const Device& d, Buffer& x) {
  if (!(kAmdByKind.at(d.kind()))) return;  // expect: backend-kind-gate
  launch_hip(x);
}

void not_name(const Device& d, Buffer& x) {
  if (!(std::string_view(backend_name(d.kind())) == "hip")) return;  // expect: backend-kind-gate
  launch_hip(x);
}

void not_c_name(const Device& d, Buffer& x) {
  if (!(std::strcmp(backend_name(d.kind()), "hip") == 0)) return;  // expect: backend-kind-gate
  launch_hip(x);
}

void not_class_(Backend& d, Buffer& x) {
  if (!(dynamic_cast<HipBackend*>(&d) != nullptr)) return;  // expect: backend-kind-gate
  launch_hip(x);
}

void not_type(Backend& d, Buffer& x) {
  if (!(typeid(d) == typeid(HipBackend))) return;  // expect: backend-kind-gate
  launch_hip(x);
}

void not_variant(const Context& d, Buffer& x) {
  if (!(std::get_if<HipContext>(&d) != nullptr)) return;  // expect: backend-kind-gate
  launch_hip(x);
}

void not_constant(const Device&, Buffer& x) {
  if (!(kActive == BackendKind::hip)) return;  // expect: backend-kind-gate
  launch_hip(x);
}

void not_in_switch(const Device& d, Buffer& x) {
  switch (d.kind()) {  // expect: backend-kind-gate
    case BackendKind::hip:
      break;
    default:
      return;
  }
  launch_hip(x);
}
