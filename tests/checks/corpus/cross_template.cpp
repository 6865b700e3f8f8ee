// SPDX-License-Identifier: MIT
// Each spelling in a template.
#include "cross.hpp"

using namespace engine;

template <class Any>
void template_equal(const Any& d, Buffer& x) {
  if (d.kind() == BackendKind::hip) launch_hip(x);  // expect: backend-kind-gate
}
template void template_equal<Device>(const Device&, Buffer&);

template <class Any>
void template_not_equal(const Any& d, Buffer& x) {
  if (d.kind() != BackendKind::hip) launch_hip(x);  // expect: backend-kind-gate
}
template void template_not_equal<Device>(const Device&, Buffer&);

template <class Any>
void template_less(const Any& d, Buffer& x) {
  if (d.kind() < BackendKind::metal) launch_hip(x);  // expect: backend-kind-gate
}
template void template_less<Device>(const Device&, Buffer&);

template <class Any>
void template_cast(const Any& d, Buffer& x) {
  if (static_cast<int>(d.kind()) == 1) launch_hip(x);  // expect: backend-kind-gate
}
template void template_cast<Device>(const Device&, Buffer&);

template <class Any>
void template_ternary(const Any& d, Buffer& x) {
  if ((d.kind() == BackendKind::hip ? true : false)) launch_hip(x);  // expect: backend-kind-gate
}
template void template_ternary<Device>(const Device&, Buffer&);

template <class Any>
void template_array(const Any& d, Buffer& x) {
  if (kAmd[static_cast<std::size_t>(d.kind())]) launch_hip(x);  // expect: backend-kind-gate
}
template void template_array<Device>(const Device&, Buffer&);

template <class Any>
void template_map(const Any& d, Buffer& x) {
  if (kAmdByKind.at(d.kind())) launch_hip(x);  // expect: backend-kind-gate
}
template void template_map<Device>(const Device&, Buffer&);

template <class Any>
void template_name(const Any& d, Buffer& x) {
  if (std::string_view(backend_name(d.kind())) == "hip") launch_hip(x);  // expect: backend-kind-gate
}
template void template_name<Device>(const Device&, Buffer&);

template <class Any>
void template_c_name(const Any& d, Buffer& x) {
  if (std::strcmp(backend_name(d.kind()), "hip") == 0) launch_hip(x);  // expect: backend-kind-gate
}
template void template_c_name<Device>(const Device&, Buffer&);

template <class Any>
void template_class_(Any& d, Buffer& x) {
  if (dynamic_cast<HipBackend*>(&d) != nullptr) launch_hip(x);  // expect: backend-kind-gate
}
template void template_class_<Backend>(Backend&, Buffer&);

template <class Any>
void template_type(Any& d, Buffer& x) {
  if (typeid(d) == typeid(HipBackend)) launch_hip(x);  // expect: backend-kind-gate
}
template void template_type<Backend>(Backend&, Buffer&);

template <class Any>
void template_variant(const Any& d, Buffer& x) {
  if (std::get_if<HipContext>(&d) != nullptr) launch_hip(x);  // expect: backend-kind-gate
}
template void template_variant<Context>(const Context&, Buffer&);

template <class Any>
void template_constant(const Any&, Buffer& x) {
  if (kActive == BackendKind::hip) launch_hip(x);  // expect: backend-kind-gate
}
template void template_constant<Device>(const Device&, Buffer&);

template <class Any>
void template_switch(const Any& d, Buffer& x) {
  switch (d.kind()) {  // expect: backend-kind-gate
    case BackendKind::hip:
      launch_hip(x);
      break;
    default:
      launch_any(x);
  }
}
template void template_switch<Device>(const Device&, Buffer&);
