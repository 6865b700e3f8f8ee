// SPDX-License-Identifier: MIT
// The rule's smallest cases; the corpus has the spellings.
enum class BackendKind { none, hip, cuda };
struct Device {
  BackendKind kind() const;
  bool supports_wmma() const;
};
using Kernel = void (*)(float*);
Kernel find(const char* op, BackendKind kind);
void run_hip(float* x);
void run_any(float* x);

// bad: a path for one backend; the next backend takes the other one silently
void bad(const Device& d, float* x) {
  if (d.kind() == BackendKind::hip) {  // expect: backend-kind-gate
    run_hip(x);
  } else {
    run_any(x);
  }
}

// good: what is registered for the backend is run
void good(const Device& d, float* x) {
  if (Kernel kernel = find("rms_norm", d.kind())) kernel(x);
}

// good: a capability, which a new backend may have too
void good_by_capability(const Device& d, float* x) {
  if (d.supports_wmma()) run_any(x);
}
