// SPDX-License-Identifier: MIT
// Each spelling in a lambda.
#include "cross.hpp"

using namespace engine;

void lambda_equal(const Device& d, Buffer& x) {
  const auto amd = [&] { return d.kind() == BackendKind::hip; };
  if (amd()) launch_hip(x);  // expect: backend-kind-gate
}

void lambda_not_equal(const Device& d, Buffer& x) {
  const auto amd = [&] { return d.kind() != BackendKind::hip; };
  if (amd()) launch_hip(x);  // expect: backend-kind-gate
}

void lambda_less(const Device& d, Buffer& x) {
  const auto amd = [&] { return d.kind() < BackendKind::metal; };
  if (amd()) launch_hip(x);  // expect: backend-kind-gate
}

void lambda_cast(const Device& d, Buffer& x) {
  const auto amd = [&] { return static_cast<int>(d.kind()) == 1; };
  if (amd()) launch_hip(x);  // expect: backend-kind-gate
}

void lambda_ternary(const Device& d, Buffer& x) {
  const auto amd = [&] { return (d.kind() == BackendKind::hip ? true : false); };
  if (amd()) launch_hip(x);  // expect: backend-kind-gate
}

void lambda_array(const Device& d, Buffer& x) {
  const auto amd = [&] { return kAmd[static_cast<std::size_t>(d.kind())]; };
  if (amd()) launch_hip(x);  // expect: backend-kind-gate
}

void lambda_map(const Device& d, Buffer& x) {
  const auto amd = [&] { return kAmdByKind.at(d.kind()); };
  if (amd()) launch_hip(x);  // expect: backend-kind-gate
}

void lambda_name(const Device& d, Buffer& x) {
  const auto amd = [&] { return std::string_view(backend_name(d.kind())) == "hip"; };
  if (amd()) launch_hip(x);  // expect: backend-kind-gate
}

void lambda_c_name(const Device& d, Buffer& x) {
  const auto amd = [&] { return std::strcmp(backend_name(d.kind()), "hip") == 0; };
  if (amd()) launch_hip(x);  // expect: backend-kind-gate
}

void lambda_class_(Backend& d, Buffer& x) {
  const auto amd = [&] { return dynamic_cast<HipBackend*>(&d) != nullptr; };
  if (amd()) launch_hip(x);  // expect: backend-kind-gate
}

void lambda_type(Backend& d, Buffer& x) {
  const auto amd = [&] { return typeid(d) == typeid(HipBackend); };
  if (amd()) launch_hip(x);  // expect: backend-kind-gate
}

void lambda_variant(const Context& d, Buffer& x) {
  const auto amd = [&] { return std::get_if<HipContext>(&d) != nullptr; };
  if (amd()) launch_hip(x);  // expect: backend-kind-gate
}

void lambda_constant(const Device&, Buffer& x) {
  const auto amd = [] { return kActive == BackendKind::hip; };
  if (amd()) launch_hip(x);  // expect: backend-kind-gate
}

void lambda_switch(const Device& d, Buffer& x) {
  const auto amd = [&] {
    switch (d.kind()) {
      case BackendKind::hip:
        return true;
      default:
        return false;
    }
  };
  if (amd()) launch_hip(x);  // expect: backend-kind-gate
}
