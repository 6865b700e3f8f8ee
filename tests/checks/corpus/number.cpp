// SPDX-License-Identifier: MIT
// A kind as a number.
#include <bit>

#include "engine.hpp"

using namespace engine;

void static_cast_to_int(const Device& d, Buffer& x) {
  if (static_cast<int>(d.kind()) == 1) launch_hip(x);  // expect: backend-kind-gate
}

void c_style_cast(const Device& d, Buffer& x) {
  if ((int)d.kind() == 1) launch_hip(x);  // expect: backend-kind-gate
}

void functional_cast(const Device& d, Buffer& x) {
  const unsigned code = unsigned(d.kind());
  if (code == 1u) launch_hip(x);  // expect: backend-kind-gate
}

void underlying_type(const Device& d, Buffer& x) {
  using Raw = std::underlying_type_t<BackendKind>;
  if (static_cast<Raw>(d.kind()) != 2) launch_any(x);  // expect: backend-kind-gate
}

void mask(const Device& d, Buffer& x) {
  constexpr unsigned kSupported = 0b0110;
  if ((1u << static_cast<unsigned>(d.kind())) & kSupported) launch_any(x);  // expect: backend-kind-gate
}

void as_truth(const Device& d, Buffer& x) {
  if (static_cast<bool>(d.kind())) launch_any(x);  // expect: backend-kind-gate
}

void difference(const Device& d, Buffer& x) {
  const int off = static_cast<int>(d.kind()) - static_cast<int>(BackendKind::hip);
  if (!off) launch_hip(x);  // expect: backend-kind-gate
}

int code_of(BackendKind kind) { return static_cast<int>(kind); }

void through_a_function(const Device& d, Buffer& x) {
  if (code_of(d.kind()) == 1) launch_hip(x);  // expect: backend-kind-gate
}

bool is_one(int code) { return code == 1; }

void tested_elsewhere(const Device& d, Buffer& x) {
  if (is_one(static_cast<int>(d.kind()))) launch_hip(x);  // expect: backend-kind-gate
}

void number_as_truth(const Device& d, Buffer& x) {
  if (static_cast<int>(d.kind())) launch_any(x);  // expect: backend-kind-gate
}

void reinterpreted(const Device& d, Buffer& x) {
  const BackendKind kind = d.kind();
  if (*reinterpret_cast<const int*>(&kind) == 1) launch_hip(x);  // expect: backend-kind-gate
}

void bit_cast(const Device& d, Buffer& x) {
  if (std::bit_cast<int>(d.kind()) == 1) launch_hip(x);  // expect: backend-kind-gate
}

void switched_number(const Device& d, Buffer& x) {
  switch (static_cast<int>(d.kind())) {  // expect: backend-kind-gate
    case 1:
      launch_hip(x);
      break;
    default:
      launch_any(x);
  }
}

void compound(const Device& d, Buffer& x) {
  int code = static_cast<int>(d.kind());
  code -= 1;
  if (code == 0) launch_hip(x);  // expect: backend-kind-gate
}

void by_lambda(const Device& d, Buffer& x) {
  const auto amd = [](int code) { return code == 1; };
  if (amd(static_cast<int>(d.kind()))) launch_hip(x);  // expect: backend-kind-gate
}

struct Packed {
  std::uint8_t kind;
  std::uint8_t index;
};

void packed(const Device& d, Buffer& x) {
  const Packed packed{static_cast<std::uint8_t>(d.kind()), 0};
  if (packed.kind == 1) launch_hip(x);  // expect: backend-kind-gate
}

void unpacked(const Device& d, Buffer& x) {
  const unsigned key = (static_cast<unsigned>(d.kind()) << 8U) | static_cast<unsigned>(d.index());
  if ((key >> 8U) == 1) launch_hip(x);  // expect: backend-kind-gate
}

enum OldBackend
 { OLD_BACKEND_HIP, OLD_BACKEND_CUDA };
struct OldDevice {
  OldBackend kind;
};

void unscoped(const OldDevice& d, Buffer& x) {
  if (d.kind) launch_cuda(x);  // expect: backend-kind-gate
}

// ---- look-alikes ----

// legitimate: written to a file
void write_kind(std::vector<int>& out, const Device& d) {
  out.push_back(static_cast<int>(d.kind()));
}

// legitimate: a hash of a key
std::size_t hash_of(const std::string& op, BackendKind kind) {
  return std::hash<std::string>{}(op) * 31 + static_cast<std::size_t>(kind);
}

// legitimate: a counter per kind
int launches[5];
void count_launch(const Device& d) { ++launches[static_cast<int>(d.kind())]; }

// legitimate: a number that has nothing to do with a kind
void by_number(int code, Buffer& x) {
  if (is_one(code)) launch_any(x);
}

// legitimate: a packed word is compared with another of its kind
bool same_word(unsigned a, unsigned b) { return a == b; }
void seen_before(const Device& d, unsigned last, Buffer& x) {
  if (same_word(last, static_cast<unsigned>(d.index()))) launch_any(x);
}
