// SPDX-License-Identifier: MIT
// Names of kernels as their source has them.
#pragma once

#include <cxxabi.h>

#include <cstdlib>
#include <memory>
#include <string>

namespace kgate::emulator {

/// A kernel's symbol as its source has it; one that is not mangled stays as it is.
[[nodiscard]] inline std::string demangled(const std::string& symbol) {
  if (!symbol.starts_with("_Z")) return symbol;
  int status = 0;
  const std::unique_ptr<char, void (*)(void*)> text(
      abi::__cxa_demangle(symbol.c_str(), nullptr, nullptr, &status), &std::free);
  return status == 0 ? std::string(text.get()) : symbol;
}

}  // namespace kgate::emulator
