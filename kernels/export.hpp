// SPDX-License-Identifier: MIT
// Marks what a plugin may use of the program that loads it.
#pragma once

/// Everything is hidden but this: a plugin finds it in the kgate program. The shared library's
/// version script hides it again, so that engines see the C functions alone.
#define KGATE_API __attribute__((visibility("default")))
