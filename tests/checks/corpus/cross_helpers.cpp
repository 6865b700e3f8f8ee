// SPDX-License-Identifier: MIT
// Helpers that ask; none of them decides anything.
#include "cross.hpp"

namespace engine::elsewhere {

bool equal(const Device& d) { return d.kind() == BackendKind::hip; }
bool not_equal(const Device& d) { return d.kind() != BackendKind::hip; }
bool less(const Device& d) { return d.kind() < BackendKind::metal; }
bool cast(const Device& d) { return static_cast<int>(d.kind()) == 1; }
bool ternary(const Device& d) { return (d.kind() == BackendKind::hip ? true : false); }
bool array(const Device& d) { return kAmd[static_cast<std::size_t>(d.kind())]; }
bool map(const Device& d) { return kAmdByKind.at(d.kind()); }
bool name(const Device& d) { return std::string_view(backend_name(d.kind())) == "hip"; }
bool c_name(const Device& d) { return std::strcmp(backend_name(d.kind()), "hip") == 0; }
bool class_(Backend& d) { return dynamic_cast<HipBackend*>(&d) != nullptr; }
bool type(Backend& d) { return typeid(d) == typeid(HipBackend); }
bool variant(const Context& d) { return std::get_if<HipContext>(&d) != nullptr; }
bool constant(const Device&) { return kActive == BackendKind::hip; }
bool in_switch(const Device& d) {
  switch (d.kind()) {
    case BackendKind::hip:
      return true;
    default:
      return false;
  }
}

}  // namespace engine::elsewhere
