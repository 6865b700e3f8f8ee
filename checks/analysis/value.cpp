// SPDX-License-Identifier: MIT
// Joining of values.
#include "checks/value.hpp"

#include <algorithm>

namespace kgate::checks {
namespace {

template <class Item>
bool insert_sorted(std::vector<Item>& list, const Item& item) {
  const auto at = std::lower_bound(list.begin(), list.end(), item);
  if (at != list.end() && *at == item) {
    return false;
  }
  list.insert(at, item);
  return true;
}

}  // namespace

void Value::add_parameter(const ParameterUse& use) {
  for (auto& known : parameters) {
    if (known.function == use.function && known.index == use.index) {
      known.modes = static_cast<std::uint8_t>(known.modes | use.modes);
      return;
    }
  }
  parameters.push_back(use);
}

bool Value::join(const Value& other) {
  unsigned joined = bits | other.bits;
  if (named != 0 && other.named != 0 && named != other.named) {
    joined |= taint::kSeveral;
  }
  bool changed = joined != bits;
  bits = static_cast<std::uint8_t>(joined);
  if (named == 0 && other.named != 0) {
    named = other.named;
    changed = true;
  }
  if (origin == 0 && other.origin != 0) {
    origin = other.origin;
    changed = true;
  }
  for (const auto& use : other.parameters) {
    const auto known =
        std::find_if(parameters.begin(), parameters.end(), [&](const ParameterUse& one) {
          return one.function == use.function && one.index == use.index;
        });
    changed |= known == parameters.end() || (known->modes | use.modes) != known->modes;
    add_parameter(use);
  }
  for (const auto& pair : other.pairs) {
    changed |= insert_sorted(pairs, pair);
  }
  for (const Text function : other.functions) {
    changed |= insert_sorted(functions, function);
  }
  for (const Text query : other.availability) {
    changed |= insert_sorted(availability, query);
  }
  return changed;
}

Value Value::through_modes(std::uint8_t modes) const {
  Value result = *this;
  for (auto& use : result.parameters) {
    use.modes = (use.modes & through::kReturned) != 0 ? through::kReturned : modes;
  }
  return result;
}

}  // namespace kgate::checks
