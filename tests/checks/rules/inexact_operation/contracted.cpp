// SPDX-License-Identifier: MIT
// Compiled with -ffp-contract=on.
float bad(float a, float b, float c) { return a * b + c; }  // expect: inexact-operation

// good: nothing to fuse
float good(float a, float b) { return a + b; }
