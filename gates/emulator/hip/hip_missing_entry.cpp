// SPDX-License-Identifier: MIT
#include "gates/emulator/hip/hip_missing_entry.hpp"

#include "gates/emulator/hip/hip_program.hpp"
#include "gates/emulator/hip/hip_thread.hpp"

namespace kgate::emulator {

std::uint32_t missing_entry(const char* name) noexcept {
  return static_cast<std::uint32_t>(entry([&] {
    const std::string text = fmt::format("{} is not provided by the emulated HIP runtime", name);
    report_to_program(text);
    return fail(hip::Error::hipErrorNotSupported, "{}", text);
  }));
}

}  // namespace kgate::emulator
