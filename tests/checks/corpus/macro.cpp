// SPDX-License-Identifier: MIT
// Macros that hide the question.
#include <cassert>

#include "engine.hpp"

using namespace engine;

#define ON_AMD(d) ((d).kind() == BackendKind::hip)
#define IF_AMD(d, call) \
  if (ON_AMD(d)) {      \
    call;               \
  }
#define AMD BackendKind::hip
#define DISPATCH(d, x)       \
  switch ((d).kind()) {      \
    case BackendKind::hip:   \
      launch_hip(x);         \
      break;                 \
    default:                 \
      launch_any(x);         \
  }
#define UNLESS(condition) if (!(condition))

void in_a_condition(const Device& d, Buffer& x) {
  if (ON_AMD(d)) launch_hip(x);  // expect: backend-kind-gate
}

void whole_statement(const Device& d, Buffer& x) {
  IF_AMD(d, launch_hip(x));  // expect: backend-kind-gate
}

void constant_in_a_macro(const Device& d, Buffer& x) {
  if (d.kind() == AMD) launch_hip(x);  // expect: backend-kind-gate
}

void whole_switch(const Device& d, Buffer& x) {
  DISPATCH(d, x)  // expect: backend-kind-gate
}

void negation_in_a_macro(const Device& d, Buffer& x) {
  UNLESS(ON_AMD(d)) launch_any(x);  // expect: backend-kind-gate
}

// ---- look-alikes ----

#define LOG_BACKEND(d) log_info("on %s", backend_name((d).kind()))
#define RUN(x) launch_any(x)
#define REGISTER(op, kind, kernel) \
  const bool registered_##kernel = (registry::add(#op, BackendKind::kind, kernel), true)

// legitimate: a macro that logs
void logs(const Device& d) { LOG_BACKEND(d); }

// legitimate: a macro that runs
void runs(Buffer& x) { RUN(x); }

// legitimate: a macro that registers
REGISTER(rms_norm, hip, launch_hip);
