// SPDX-License-Identifier: MIT
// Refusals that list backends.
#include <cstdlib>

#include "helpers.hpp"

using namespace engine;

#define ENGINE_CHECK(condition, what) \
  do {                                \
    if (!(condition)) {               \
      throw std::runtime_error(what); \
    }                                 \
  } while (false)

void throws(const Device& d, Buffer& x) {
  if (d.kind() != BackendKind::hip) throw std::runtime_error("hip only");  // expect: hand-rolled-refusal
  launch_hip(x);
}

Status returns_an_error(const Device& d, Buffer& x) {
  if (d.kind() == BackendKind::metal) return Status::unsupported;  // expect: hand-rolled-refusal
  launch_any(x);
  return Status::ok;
}

void lists_two(const Device& d, Buffer& x) {
  const bool ok = d.kind() == BackendKind::hip || d.kind() == BackendKind::cuda;
  if (!ok) throw std::invalid_argument("needs a GPU");  // expect: hand-rolled-refusal
  launch_any(x);
}

void lists_in_a_switch(const Device& d, Buffer& x) {
  switch (d.kind()) {  // expect: hand-rolled-refusal
    case BackendKind::metal:
    case BackendKind::cpu:
      throw std::runtime_error("no port");
    default:
      break;
  }
  launch_any(x);
}

void by_macro(const Device& d, Buffer& x) {
  ENGINE_CHECK(d.kind() == BackendKind::hip, "hip only");  // expect: hand-rolled-refusal
  launch_hip(x);
}

void by_function(const Device& d, Buffer& x) {
  require(d.kind() == BackendKind::hip, "hip only");  // expect: hand-rolled-refusal
  launch_hip(x);
}

void aborts(const Device& d, Buffer& x) {
  if (on_amd(d)) std::abort();  // expect: hand-rolled-refusal
  launch_any(x);
}

void by_availability(Buffer& x) {
  if (!metal_is_available()) throw std::runtime_error("needs Metal");  // expect: hand-rolled-refusal
  launch_metal(x);
}

// ---- look-alikes ----

// legitimate: the registry refuses
void registry_refuses(const Device& d, Buffer& x) {
  const Kernel kernel = registry::find("rope", d.kind());
  if (kernel == nullptr) throw std::runtime_error("rope: no provider");
  kernel(x);
}

// legitimate: a refusal for a shape
void for_a_shape(const Tensor& t, Buffer& x) {
  if (t.size() % 8 != 0) throw std::invalid_argument("size must be a multiple of 8");
  launch_any(x);
}

// legitimate: a refusal for a missing capability
Status for_a_capability(const Device& d, Buffer& x) {
  if (!d.supports_bf16()) return Status::unsupported;
  launch_any(x);
  return Status::ok;
}

// legitimate: tensors on different devices
void for_different_devices(const Tensor& a, const Tensor& b, Buffer& x) {
  ENGINE_CHECK(a.device().kind() == b.device().kind(), "tensors must be on one device");
  launch_any(x);
}

// legitimate: there is no device at all
void for_no_device(const Device& d, Buffer& x) {
  if (d.kind() == BackendKind::none) throw std::runtime_error("no device");
  launch_any(x);
}
