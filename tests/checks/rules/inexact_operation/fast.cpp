// expect: inexact-operation
// SPDX-License-Identifier: MIT
// Compiled with -ffast-math: said once for the command, once for each function that it changes.
float bad(float a, float b, float c) { return (a + b) + c; }  // expect: inexact-operation

// good: no floating point
int good(int a, int b) { return a + b; }
