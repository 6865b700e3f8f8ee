// SPDX-License-Identifier: MIT
// Each spelling of the question, with the names of ggml.
#include <array>
#include <cstring>
#include <map>
#include <string>
#include <string_view>
#include <variant>

#include "ggml_names.hpp"

namespace ggml_spellings {

void equal(ggml_backend_dev_t device) {
  if (ggml_backend_dev_type(device) == GGML_BACKEND_DEVICE_TYPE_GPU) ggml_use(device);  // expect: backend-kind-gate
}

void not_equal(ggml_backend_dev_t device) {
  if (ggml_backend_dev_type(device) != GGML_BACKEND_DEVICE_TYPE_GPU) ggml_use_anywhere(device);  // expect: backend-kind-gate
}

void less(ggml_backend_dev_t device) {
  if (ggml_backend_dev_type(device) < GGML_BACKEND_DEVICE_TYPE_GPU) ggml_use_anywhere(device);  // expect: backend-kind-gate
}

void cast(ggml_backend_dev_t device) {
  if (static_cast<int>(ggml_backend_dev_type(device)) == 1) ggml_use(device);  // expect: backend-kind-gate
}

void ternary(ggml_backend_dev_t device) {
  ggml_backend_dev_type(device) == GGML_BACKEND_DEVICE_TYPE_GPU ? (void)ggml_use(device) : (void)ggml_use_anywhere(device);  // expect: backend-kind-gate
}

void in_switch(ggml_backend_dev_t device) {
  switch (ggml_backend_dev_type(device)) {  // expect: backend-kind-gate
    case GGML_BACKEND_DEVICE_TYPE_GPU:
      ggml_use(device);
      break;
    default:
      ggml_use_anywhere(device);
  }
}

const std::array<bool, 32> kFusedByNumber{true, false, true};

void array_index(ggml_backend_dev_t device) {
  if (kFusedByNumber[static_cast<std::size_t>(ggml_backend_dev_type(device))]) ggml_use(device);  // expect: backend-kind-gate
}

const std::map<enum ggml_backend_dev_type, bool> kFusedByKind{{GGML_BACKEND_DEVICE_TYPE_GPU, true}, {GGML_BACKEND_DEVICE_TYPE_CPU, false}};

void map_index(ggml_backend_dev_t device) {
  if (kFusedByKind.at(ggml_backend_dev_type(device))) ggml_use(device);  // expect: backend-kind-gate
}

void name(ggml_backend_dev_t device) {
  if (std::string_view(ggml_backend_dev_name(device)) == "Vulkan") ggml_use(device);  // expect: backend-kind-gate
}

void c_name(ggml_backend_dev_t device) {
  if (std::strstr(ggml_backend_dev_name(device), "Vulkan") != nullptr) ggml_use(device);  // expect: backend-kind-gate
}

void context_class(const ggml_any_context& context, ggml_backend_dev_t device) {
  if (std::get_if<ggml_backend_cuda_context>(&context) != nullptr) ggml_use(device);  // expect: backend-kind-gate
}

constexpr enum ggml_backend_dev_type kBuilt = GGML_BACKEND_DEVICE_TYPE_GPU;

void constant(ggml_backend_dev_t device) {
  using Kind = enum ggml_backend_dev_type;
  constexpr auto kHere = kBuilt;
  if constexpr (kHere == Kind(GGML_BACKEND_DEVICE_TYPE_GPU)) ggml_use(device);  // expect: backend-kind-gate
}

void in_another_file(ggml_backend_dev_t device) {
  if (prefers_fused(device)) ggml_use(device);  // expect: backend-kind-gate
}

void cached(ggml_backend_dev_t device) {
  const bool fused = ggml_backend_dev_type(device) == GGML_BACKEND_DEVICE_TYPE_GPU;
  if (fused) ggml_use(device);  // expect: backend-kind-gate
}

struct Runner {
  bool fused;
  explicit Runner(enum ggml_backend_dev_type kind) : fused(kind == GGML_BACKEND_DEVICE_TYPE_GPU) {}
  void run(ggml_backend_dev_t device) const {
    if (fused) ggml_use(device);  // expect: backend-kind-gate
  }
};

void negated(ggml_backend_dev_t device) {
  if (!(ggml_backend_dev_type(device) == GGML_BACKEND_DEVICE_TYPE_CPU)) ggml_use(device);  // expect: backend-kind-gate
}

void lambda(ggml_backend_dev_t device) {
  const auto fused = [](enum ggml_backend_dev_type kind) { return kind == GGML_BACKEND_DEVICE_TYPE_GPU; };
  if (fused(ggml_backend_dev_type(device))) ggml_use(device);  // expect: backend-kind-gate
}

#define GGML_IS(kind, which) ((kind) == (which))

void macro(ggml_backend_dev_t device) {
  if (GGML_IS(ggml_backend_dev_type(device), GGML_BACKEND_DEVICE_TYPE_GPU)) ggml_use(device);  // expect: backend-kind-gate
}

template <class Kind>
bool is_kind(Kind a, Kind b) {
  return a == b;
}

void in_template(ggml_backend_dev_t device) {
  if (is_kind(ggml_backend_dev_type(device), GGML_BACKEND_DEVICE_TYPE_GPU)) ggml_use(device);  // expect: backend-kind-gate
}

}  // namespace ggml_spellings
