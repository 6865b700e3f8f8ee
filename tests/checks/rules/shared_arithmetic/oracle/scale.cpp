// SPDX-License-Identifier: MIT
// The oracle.
#include "../kernels/scale/scale_contract.hpp"

// good: the oracle's own arithmetic
void scale_oracle(const ScaleArguments& a) { a.x[0] = a.factor * 2.0f; }
