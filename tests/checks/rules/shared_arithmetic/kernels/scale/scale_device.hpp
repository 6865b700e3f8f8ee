// SPDX-License-Identifier: MIT
// good: only the kernel includes it.
#pragma once

inline __attribute__((device)) float twice(float x) { return x + x; }
