// SPDX-License-Identifier: MIT
// Each spelling of the question, with the names of vt::.
#include <array>
#include <cstring>
#include <map>
#include <string>
#include <string_view>
#include <variant>

#include "vt_names.hpp"

struct RocmContext {
  int stream;
};
struct CudaContext {
  int stream;
};

namespace vt_spellings {

void equal(vt::Queue& queue) {
  if (queue.device.type == vt::DeviceType::kROCM) vt::RunFused(queue);  // expect: backend-kind-gate
}

void not_equal(vt::Queue& queue) {
  if (queue.device.type != vt::DeviceType::kROCM) vt::RunPlain(queue);  // expect: backend-kind-gate
}

void less(vt::Queue& queue) {
  if (queue.device.type < vt::DeviceType::kROCM) vt::RunPlain(queue);  // expect: backend-kind-gate
}

void cast(vt::Queue& queue) {
  if (static_cast<int>(queue.device.type) == 5) vt::RunFused(queue);  // expect: backend-kind-gate
}

void ternary(vt::Queue& queue) {
  queue.device.type == vt::DeviceType::kROCM ? (void)vt::RunFused(queue) : (void)vt::RunPlain(queue);  // expect: backend-kind-gate
}

void in_switch(vt::Queue& queue) {
  switch (queue.device.type) {  // expect: backend-kind-gate
    case vt::DeviceType::kROCM:
      vt::RunFused(queue);
      break;
    default:
      vt::RunPlain(queue);
  }
}

const std::array<bool, 32> kFusedByNumber{true, false, true};

void array_index(vt::Queue& queue) {
  if (kFusedByNumber[static_cast<std::size_t>(queue.device.type)]) vt::RunFused(queue);  // expect: backend-kind-gate
}

const std::map<vt::DeviceType, bool> kFusedByKind{{vt::DeviceType::kROCM, true}, {vt::DeviceType::kCUDA, false}};

void map_index(vt::Queue& queue) {
  if (kFusedByKind.at(queue.device.type)) vt::RunFused(queue);  // expect: backend-kind-gate
}

void name(vt::Queue& queue) {
  if (std::string_view(vt::DeviceTypeName(queue.device.type)) == "rocm") vt::RunFused(queue);  // expect: backend-kind-gate
}

void c_name(vt::Queue& queue) {
  if (std::strstr(vt::DeviceTypeName(queue.device.type), "rocm") != nullptr) vt::RunFused(queue);  // expect: backend-kind-gate
}

void context_class(const std::variant<RocmContext, CudaContext>& context, vt::Queue& queue) {
  if (std::get_if<RocmContext>(&context) != nullptr) vt::RunFused(queue);  // expect: backend-kind-gate
}

constexpr vt::DeviceType kBuilt = vt::DeviceType::kROCM;

void constant(vt::Queue& queue) {
  using Kind = vt::DeviceType;
  constexpr auto kHere = kBuilt;
  if constexpr (kHere == Kind(vt::DeviceType::kROCM)) vt::RunFused(queue);  // expect: backend-kind-gate
}

void in_another_file(vt::Queue& queue) {
  if (prefers_fused(queue)) vt::RunFused(queue);  // expect: backend-kind-gate
}

void cached(vt::Queue& queue) {
  const bool fused = queue.device.type == vt::DeviceType::kROCM;
  if (fused) vt::RunFused(queue);  // expect: backend-kind-gate
}

struct Runner {
  bool fused;
  explicit Runner(vt::DeviceType kind) : fused(kind == vt::DeviceType::kROCM) {}
  void run(vt::Queue& queue) const {
    if (fused) vt::RunFused(queue);  // expect: backend-kind-gate
  }
};

void negated(vt::Queue& queue) {
  if (!(queue.device.type == vt::DeviceType::kCUDA)) vt::RunFused(queue);  // expect: backend-kind-gate
}

void lambda(vt::Queue& queue) {
  const auto fused = [](vt::DeviceType kind) { return kind == vt::DeviceType::kROCM; };
  if (fused(queue.device.type)) vt::RunFused(queue);  // expect: backend-kind-gate
}

#define VT_IS(kind, which) ((kind) == (which))

void macro(vt::Queue& queue) {
  if (VT_IS(queue.device.type, vt::DeviceType::kROCM)) vt::RunFused(queue);  // expect: backend-kind-gate
}

template <class Kind>
bool is_kind(Kind a, Kind b) {
  return a == b;
}

void in_template(vt::Queue& queue) {
  if (is_kind(queue.device.type, vt::DeviceType::kROCM)) vt::RunFused(queue);  // expect: backend-kind-gate
}

}  // namespace vt_spellings
