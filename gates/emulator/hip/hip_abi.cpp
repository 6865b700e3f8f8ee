// SPDX-License-Identifier: MIT
#include "gates/emulator/hip/hip_abi.hpp"

#include <dlfcn.h>

#include <string_view>

namespace kgate::emulator {

int header_version() {
  static const int version = [] {
    static const char own = 0;
    Dl_info info{};
    // The name is the link's that the dynamic linker followed, not the file's behind it.
    const bool known = ::dladdr(&own, &info) != 0 && info.dli_fname != nullptr;
    return known && std::string_view(info.dli_fname).ends_with(".so.5") ? 5 : 6;
  }();
  return version;
}

}  // namespace kgate::emulator
