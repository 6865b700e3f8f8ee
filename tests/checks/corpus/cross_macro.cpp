// SPDX-License-Identifier: MIT
// Each spelling in a macro.
#include "cross.hpp"

using namespace engine;

#define AMD_EQUAL(d) ((d).kind() == BackendKind::hip)
#define AMD_NOT_EQUAL(d) ((d).kind() != BackendKind::hip)
#define AMD_LESS(d) ((d).kind() < BackendKind::metal)
#define AMD_CAST(d) (static_cast<int>((d).kind()) == 1)
#define AMD_TERNARY(d) (((d).kind() == BackendKind::hip ? true : false))
#define AMD_ARRAY(d) (kAmd[static_cast<std::size_t>((d).kind())])
#define AMD_MAP(d) (kAmdByKind.at((d).kind()))
#define AMD_NAME(d) (std::string_view(backend_name((d).kind())) == "hip")
#define AMD_C_NAME(d) (std::strcmp(backend_name((d).kind()), "hip") == 0)
#define AMD_CLASS(d) (dynamic_cast<HipBackend*>(&(d)) != nullptr)
#define AMD_TYPE(d) (typeid(d) == typeid(HipBackend))
#define AMD_VARIANT(d) (std::get_if<HipContext>(&(d)) != nullptr)
#define AMD_CONSTANT(d) (((void)(d), kActive) == BackendKind::hip)
#define AMD_SWITCH(d, x)      \
  switch ((d).kind()) {       \
    case BackendKind::hip:    \
      launch_hip(x);          \
      break;                  \
    default:                  \
      break;                  \
  }

void macro_equal(const Device& d, Buffer& x) {
  if (AMD_EQUAL(d)) launch_hip(x);  // expect: backend-kind-gate
}

void macro_not_equal(const Device& d, Buffer& x) {
  if (AMD_NOT_EQUAL(d)) launch_hip(x);  // expect: backend-kind-gate
}

void macro_less(const Device& d, Buffer& x) {
  if (AMD_LESS(d)) launch_hip(x);  // expect: backend-kind-gate
}

void macro_cast(const Device& d, Buffer& x) {
  if (AMD_CAST(d)) launch_hip(x);  // expect: backend-kind-gate
}

void macro_ternary(const Device& d, Buffer& x) {
  if (AMD_TERNARY(d)) launch_hip(x);  // expect: backend-kind-gate
}

void macro_array(const Device& d, Buffer& x) {
  if (AMD_ARRAY(d)) launch_hip(x);  // expect: backend-kind-gate
}

void macro_map(const Device& d, Buffer& x) {
  if (AMD_MAP(d)) launch_hip(x);  // expect: backend-kind-gate
}

void macro_name(const Device& d, Buffer& x) {
  if (AMD_NAME(d)) launch_hip(x);  // expect: backend-kind-gate
}

void macro_c_name(const Device& d, Buffer& x) {
  if (AMD_C_NAME(d)) launch_hip(x);  // expect: backend-kind-gate
}

void macro_class_(Backend& d, Buffer& x) {
  if (AMD_CLASS(d)) launch_hip(x);  // expect: backend-kind-gate
}

void macro_type(Backend& d, Buffer& x) {
  if (AMD_TYPE(d)) launch_hip(x);  // expect: backend-kind-gate
}

void macro_variant(const Context& d, Buffer& x) {
  if (AMD_VARIANT(d)) launch_hip(x);  // expect: backend-kind-gate
}

void macro_constant(const Device& d, Buffer& x) {
  if (AMD_CONSTANT(d)) launch_hip(x);  // expect: backend-kind-gate
}

void macro_switch(const Device& d, Buffer& x) {
  AMD_SWITCH(d, x)  // expect: backend-kind-gate
}
