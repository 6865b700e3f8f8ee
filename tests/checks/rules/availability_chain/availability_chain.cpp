// SPDX-License-Identifier: MIT
// The rule's smallest cases.
bool metal_is_available();
bool cuda_is_available();
bool registered(const char* op);
void run(float* x);

// bad: the third backend is not in the list
void bad(float* x) {
  if (metal_is_available() || cuda_is_available()) run(x);  // expect: availability-chain
}

// good: whoever registered the op is in the list
void good(float* x) {
  if (registered("rope")) run(x);
}

// good: one query asks about one backend
bool good_single() { return cuda_is_available(); }
