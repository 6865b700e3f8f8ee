// SPDX-License-Identifier: MIT
// Availability of backends.
#include "engine.hpp"

using namespace engine;

bool joined_by_or() {
  return metal_is_available() || cuda_is_available();  // expect: availability-chain
}

bool joined_by_and() {
  return !metal_is_available() && !cuda_is_available();  // expect: availability-chain
}

bool other_order_and_three() {
  return cuda_is_available() || hip_is_available() || metal_is_available();  // expect: availability-chain
}

bool through_variables() {
  const bool metal = metal_is_available();
  const bool cuda = cuda_is_available();
  return metal || cuda;  // expect: availability-chain
}

bool accumulated() {
  bool any = metal_is_available();
  any |= cuda_is_available();  // expect: availability-chain
  return any;
}

bool have_metal() { return metal_is_available(); }

bool through_a_helper() {
  return have_metal() || hip_is_available();  // expect: availability-chain
}

void nested(Buffer& x) {
  if (!metal_is_available()) {
    if (!cuda_is_available()) launch_any(x);  // expect: availability-chain
  }
}

void ladder(Buffer& x) {
  if (metal_is_available()) {
    launch_metal(x);
  } else if (cuda_is_available()) {  // expect: availability-chain
    launch_cuda(x);
  } else {
    launch_any(x);
  }
}

bool with_other_terms(const Tensor& t) {
  return t.is_contiguous() && (metal_is_available() || t.size() > 8 || cuda_is_available());  // expect: availability-chain
}

bool bitwise() { return metal_is_available() | cuda_is_available(); }  // expect: availability-chain

// ---- look-alikes ----

// legitimate: one backend, and a property of the tensor
bool one_backend(const Tensor& t) { return hip_is_available() && t.is_contiguous(); }

// legitimate: two capabilities
bool two_capabilities(const Device& d) { return d.supports_bf16() && d.wave_size() == 32; }

// legitimate: the same query twice
bool twice() { return hip_is_available() || hip_is_available(); }

// legitimate: both are logged
void both_logged() {
  log_info("hip %d", hip_is_available());
  log_info("cuda %d", cuda_is_available());
}

// legitimate: the registry is asked
bool through_registry(const Device& d) {
  return registry::has("rope", d.kind()) || registry::has("rope_append", d.kind());
}
