// SPDX-License-Identifier: MIT
// Suppressions, good and bad.
enum class BackendKind { none, hip, cuda };
struct Device {
  BackendKind kind() const;
};
void run_hip(float* x);
extern "C" char* getenv(const char* name);

void trailing(const Device& d, float* x) {
  if (d.kind() == BackendKind::hip) run_hip(x);  // kcheck: allow(backend-kind-gate) until the port
}

void above(const Device& d, float* x) {
  // kcheck: allow(backend-kind-gate) the driver bug of 6.1 needs it
  // (a longer explanation may follow)
  if (d.kind() == BackendKind::hip) run_hip(x);
}

void block_comment(const Device& d, float* x) {
  /* kcheck: allow(backend-kind-gate, env-gate): two rules, one reason */
  if (d.kind() == BackendKind::hip && getenv("ENGINE_GRAPH")) run_hip(x);
}

void needed_in_part(const Device& d, float* x) {
  /* kcheck: allow(backend-kind-gate, env-gate) the environment is not read any more */
  // expect(-1): suppression
  if (d.kind() == BackendKind::hip) run_hip(x);
}

void no_reason(const Device& d, float* x) {
  // kcheck: allow(backend-kind-gate)
  // expect(-1): suppression
  if (d.kind() == BackendKind::hip) run_hip(x);  // expect: backend-kind-gate
}

void no_such_rule(const Device& d, float* x) {
  // kcheck: allow(backend-gate) misspelt
  // expect(-1): suppression
  if (d.kind() == BackendKind::hip) run_hip(x);  // expect: backend-kind-gate
}

void not_needed(const Device& d, float* x) {
  // kcheck: allow(backend-kind-gate) there was a gate here once
  // expect(-1): suppression
  run_hip(x);
}

void not_a_suppression(float* x) {
  // kcheck: ignore
  // expect(-1): suppression
  run_hip(x);
}
