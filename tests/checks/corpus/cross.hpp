// SPDX-License-Identifier: MIT
// Every spelling of the question, for files that each hide it in one way.
#pragma once

#include <array>
#include <cstring>
#include <typeinfo>

#include "engine.hpp"

namespace engine {

struct HipContext {
  int stream;
};
struct CudaContext {
  int stream;
};
using Context = std::variant<HipContext, CudaContext>;

constexpr std::array<bool, 5> kAmd{false, true, false, false, false};
const std::map<BackendKind, bool> kAmdByKind{{BackendKind::hip, true}, {BackendKind::cuda, false}};
constexpr BackendKind kActive = BackendKind::hip;

// Defined in cross_helpers.cpp.
namespace elsewhere {
bool equal(const Device& d);
bool not_equal(const Device& d);
bool less(const Device& d);
bool cast(const Device& d);
bool ternary(const Device& d);
bool array(const Device& d);
bool map(const Device& d);
bool name(const Device& d);
bool c_name(const Device& d);
bool class_(Backend& d);
bool type(Backend& d);
bool variant(const Context& d);
bool constant(const Device&);
bool in_switch(const Device& d);
}  // namespace elsewhere

}  // namespace engine
