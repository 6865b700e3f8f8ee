// SPDX-License-Identifier: MIT
// good: not declared bit-exact.
float anything(float a, float b, float c) { return a * b + c; }
