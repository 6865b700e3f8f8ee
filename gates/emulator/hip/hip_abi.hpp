// SPDX-License-Identifier: MIT
// Which major version of HIP's headers the program was built with, where that changes values.
#pragma once

namespace kgate::emulator {

/// 5 where this library was loaded under the soname libamdhip64.so.5, else 6: later headers agree
/// with 6 in everything that differs here (hipMemoryType, the version that is reported).
[[nodiscard]] int header_version();

}  // namespace kgate::emulator
