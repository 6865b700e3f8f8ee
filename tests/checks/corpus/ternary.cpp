// SPDX-License-Identifier: MIT
// The conditional operator.
#include "engine.hpp"

using namespace engine;

int calls(const Device& d, Buffer& x) {
  return d.kind() == BackendKind::hip ? try_hip(x) : try_any(x);  // expect: backend-kind-gate
}

void picks_and_calls(const Device& d, Buffer& x) {
  (d.kind() == BackendKind::hip ? launch_hip : launch_any)(x);  // expect: backend-kind-gate
}

Kernel picks(const Device& d) {
  return d.kind() == BackendKind::hip ? &launch_hip : &launch_any;  // expect: backend-kind-gate
}

void picks_first(const Device& d, Buffer& x) {
  const Kernel kernel = d.kind() == BackendKind::hip ? launch_hip : launch_any;
  kernel(x);  // expect: backend-kind-gate
}

void picks_an_object(const Device& d, Backend& hip, Backend& any, Buffer& x) {
  Backend& backend = d.kind() == BackendKind::hip ? hip : any;
  backend.run(x);  // expect: backend-kind-gate
}

void nested(const Device& d, Buffer& x) {
  const Kernel kernel = d.kind() == BackendKind::hip     ? launch_hip
                        : d.kind() == BackendKind::metal ? launch_metal
                                                         : launch_any;
  kernel(x);  // expect: backend-kind-gate
}

// ---- look-alikes ----

// legitimate: a block size is data
int block_size(const Device& d) { return d.kind() == BackendKind::hip ? 64 : 32; }

// legitimate: the size of a launch, not the choice of it
void sized(const Device& d, Buffer& x) {
  for (int i = 0; i < block_size(d); ++i) launch_any(x);
}

// legitimate: a word in a message
void message(const Device& d) {
  log_info("on %s", d.kind() == BackendKind::hip ? "the GPU" : "something else");
}

// legitimate: picked by a capability
void by_capability(const Device& d, Buffer& x) {
  const Kernel kernel = d.supports_bf16() ? launch_any : launch_hip;
  kernel(x);
}
