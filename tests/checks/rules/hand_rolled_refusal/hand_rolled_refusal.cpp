// SPDX-License-Identifier: MIT
// The rule's smallest cases.
#include <stdexcept>

enum class BackendKind { none, hip, cuda, metal };
struct Device {
  BackendKind kind() const;
};
struct Provider {
  void run(float* x) const;
};
const Provider& provider(const char* op, BackendKind kind);  // refuses by itself
void run(float* x);

// bad: a list of who is refused, to be edited for each backend
void bad(const Device& d, float* x) {
  if (d.kind() == BackendKind::metal) {  // expect: hand-rolled-refusal
    throw std::runtime_error("rope is not implemented for this backend");
  }
  run(x);
}

// good: the registry refuses, and names op, backend and condition
void good(const Device& d, float* x) { provider("rope", d.kind()).run(x); }

// good: a refusal of arguments
void good_for_arguments(float* x, int size) {
  if (size <= 0) throw std::invalid_argument("size must be positive");
  run(x);
}
