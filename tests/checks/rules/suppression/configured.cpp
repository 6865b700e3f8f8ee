// SPDX-License-Identifier: MIT
// Suppressed by kcheck.toml.
enum class BackendKind { none, hip, cuda };
void run_hip(float* x);

void generated(BackendKind kind, float* x) {
  if (kind == BackendKind::hip) run_hip(x);
}

void generated_too(BackendKind kind, float* x) {
  if (kind == BackendKind::cuda) run_hip(x + 1);  // expect: backend-kind-gate
}
