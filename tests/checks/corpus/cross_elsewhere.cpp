// SPDX-License-Identifier: MIT
// Each spelling in a helper of another file.
#include "cross.hpp"

using namespace engine;

void by_equal(const Device& d, Buffer& x) {
  if (elsewhere::equal(d)) launch_hip(x);  // expect: backend-kind-gate
}

void by_not_equal(const Device& d, Buffer& x) {
  if (elsewhere::not_equal(d)) launch_hip(x);  // expect: backend-kind-gate
}

void by_less(const Device& d, Buffer& x) {
  if (elsewhere::less(d)) launch_hip(x);  // expect: backend-kind-gate
}

void by_cast(const Device& d, Buffer& x) {
  if (elsewhere::cast(d)) launch_hip(x);  // expect: backend-kind-gate
}

void by_ternary(const Device& d, Buffer& x) {
  if (elsewhere::ternary(d)) launch_hip(x);  // expect: backend-kind-gate
}

void by_array(const Device& d, Buffer& x) {
  if (elsewhere::array(d)) launch_hip(x);  // expect: backend-kind-gate
}

void by_map(const Device& d, Buffer& x) {
  if (elsewhere::map(d)) launch_hip(x);  // expect: backend-kind-gate
}

void by_name(const Device& d, Buffer& x) {
  if (elsewhere::name(d)) launch_hip(x);  // expect: backend-kind-gate
}

void by_c_name(const Device& d, Buffer& x) {
  if (elsewhere::c_name(d)) launch_hip(x);  // expect: backend-kind-gate
}

void by_class_(Backend& d, Buffer& x) {
  if (elsewhere::class_(d)) launch_hip(x);  // expect: backend-kind-gate
}

void by_type(Backend& d, Buffer& x) {
  if (elsewhere::type(d)) launch_hip(x);  // expect: backend-kind-gate
}

void by_variant(const Context& d, Buffer& x) {
  if (elsewhere::variant(d)) launch_hip(x);  // expect: backend-kind-gate
}

void by_constant(const Device& d, Buffer& x) {
  if (elsewhere::constant(d)) launch_hip(x);  // expect: backend-kind-gate
}

void by_in_switch(const Device& d, Buffer& x) {
  if (elsewhere::in_switch(d)) launch_hip(x);  // expect: backend-kind-gate
}

