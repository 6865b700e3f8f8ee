// SPDX-License-Identifier: MIT
// Each spelling of the question, with the names of ATen.
#include <array>
#include <cstring>
#include <map>
#include <string>
#include <string_view>
#include <variant>

#include "aten_names.hpp"

struct HIPContext {
  int stream;
};
struct CUDAContext {
  int stream;
};

namespace aten_spellings {

void equal(at::Tensor& x) {
  if (x.device().type() == at::DeviceType::HIP) launch_hip(x);  // expect: backend-kind-gate
}

void not_equal(at::Tensor& x) {
  if (x.device().type() != at::DeviceType::HIP) launch_any(x);  // expect: backend-kind-gate
}

void less(at::Tensor& x) {
  if (x.device().type() < at::DeviceType::HIP) launch_any(x);  // expect: backend-kind-gate
}

void cast(at::Tensor& x) {
  if (static_cast<int>(x.device().type()) == 6) launch_hip(x);  // expect: backend-kind-gate
}

void ternary(at::Tensor& x) {
  x.device().type() == at::DeviceType::HIP ? (void)launch_hip(x) : (void)launch_any(x);  // expect: backend-kind-gate
}

void in_switch(at::Tensor& x) {
  switch (x.device().type()) {  // expect: backend-kind-gate
    case at::DeviceType::HIP:
      launch_hip(x);
      break;
    default:
      launch_any(x);
  }
}

const std::array<bool, 32> kFusedByNumber{true, false, true};

void array_index(at::Tensor& x) {
  if (kFusedByNumber[static_cast<std::size_t>(x.device().type())]) launch_hip(x);  // expect: backend-kind-gate
}

const std::map<at::DeviceType, bool> kFusedByKind{{at::DeviceType::HIP, true}, {at::DeviceType::CUDA, false}};

void map_index(at::Tensor& x) {
  if (kFusedByKind.at(x.device().type())) launch_hip(x);  // expect: backend-kind-gate
}

void name(at::Tensor& x) {
  if (std::string_view(c10::DeviceTypeName(x.device().type())) == "hip") launch_hip(x);  // expect: backend-kind-gate
}

void c_name(at::Tensor& x) {
  if (std::strstr(c10::DeviceTypeName(x.device().type()), "hip") != nullptr) launch_hip(x);  // expect: backend-kind-gate
}

void context_class(const std::variant<HIPContext, CUDAContext>& context, at::Tensor& x) {
  if (std::get_if<HIPContext>(&context) != nullptr) launch_hip(x);  // expect: backend-kind-gate
}

constexpr at::DeviceType kBuilt = at::DeviceType::HIP;

void constant(at::Tensor& x) {
  using Kind = at::DeviceType;
  constexpr auto kHere = kBuilt;
  if constexpr (kHere == Kind(at::DeviceType::HIP)) launch_hip(x);  // expect: backend-kind-gate
}

void in_another_file(at::Tensor& x) {
  if (prefers_fused(x)) launch_hip(x);  // expect: backend-kind-gate
}

void cached(at::Tensor& x) {
  const bool fused = x.device().type() == at::DeviceType::HIP;
  if (fused) launch_hip(x);  // expect: backend-kind-gate
}

struct Runner {
  bool fused;
  explicit Runner(at::DeviceType kind) : fused(kind == at::DeviceType::HIP) {}
  void run(at::Tensor& x) const {
    if (fused) launch_hip(x);  // expect: backend-kind-gate
  }
};

void negated(at::Tensor& x) {
  if (!(x.device().type() == at::DeviceType::CUDA)) launch_hip(x);  // expect: backend-kind-gate
}

void lambda(at::Tensor& x) {
  const auto fused = [](at::DeviceType kind) { return kind == at::DeviceType::HIP; };
  if (fused(x.device().type())) launch_hip(x);  // expect: backend-kind-gate
}

#define ATEN_IS(kind, which) ((kind) == (which))

void macro(at::Tensor& x) {
  if (ATEN_IS(x.device().type(), at::DeviceType::HIP)) launch_hip(x);  // expect: backend-kind-gate
}

template <class Kind>
bool is_kind(Kind a, Kind b) {
  return a == b;
}

void in_template(at::Tensor& x) {
  if (is_kind(x.device().type(), at::DeviceType::HIP)) launch_hip(x);  // expect: backend-kind-gate
}

}  // namespace aten_spellings
