// SPDX-License-Identifier: MIT
// The table of providers.
#include "kernels/registry/registry.hpp"

#include <algorithm>

namespace kgate {
namespace {

struct Slot {
  std::array<const Provider*, kMaxProviders> providers{};  ///< in order of selection
  std::size_t count = 0;
  const char* error = nullptr;
};

/// Constant-initialised, so that it exists before the first static registration runs.
struct Table {
  std::array<std::string_view, kMaxOperations> names{};  ///< in name order
  std::array<std::size_t, kMaxOperations> ids{};         ///< of the operation at that place
  std::array<std::array<Slot, kBackendNames.size()>, kMaxOperations> slots{};  ///< by id
  std::size_t count = 0;
  Slot overflow{{}, 0, "more operations are registered than the table holds"};
};

constinit Table table;

std::size_t position(std::string_view operation) {
  const auto end = table.names.begin() + static_cast<std::ptrdiff_t>(table.count);
  return static_cast<std::size_t>(std::lower_bound(table.names.begin(), end, operation) -
                                  table.names.begin());
}

const Slot* find(std::string_view operation, Backend backend) {
  const std::size_t id = operation_id(operation);
  if (id < kMaxOperations) {
    return &table.slots.at(id).at(static_cast<std::size_t>(backend));
  }
  return table.count == kMaxOperations ? &table.overflow : nullptr;
}

/// Finds or inserts; names stay in order, so that registration order leaves no trace.
Slot* find_or_insert(std::string_view operation, Backend backend) {
  const std::size_t at = position(operation);
  if (at == table.count || table.names.at(at) != operation) {
    if (table.count == kMaxOperations) {
      return &table.overflow;
    }
    for (std::size_t i = table.count; i > at; --i) {
      table.names.at(i) = table.names.at(i - 1);
      table.ids.at(i) = table.ids.at(i - 1);
    }
    table.names.at(at) = operation;
    table.ids.at(at) = table.count++;
  }
  return &table.slots.at(table.ids.at(at)).at(static_cast<std::size_t>(backend));
}

bool comes_first(const Provider& a, const Provider& b) {
  return a.priority != b.priority ? a.priority > b.priority : a.name < b.name;
}

}  // namespace

std::size_t operation_id(std::string_view operation) {
  const std::size_t at = position(operation);
  return at < table.count && table.names.at(at) == operation ? table.ids.at(at) : kMaxOperations;
}

Registration::Registration(std::string_view operation, Backend backend,
                           const Provider& provider) noexcept {
  Slot& slot = *find_or_insert(operation, backend);
  if (&slot == &table.overflow) {
    return;  // several operations end here, whose providers have one name; its error stays
  }
  for (std::size_t i = 0; i < slot.count; ++i) {
    if (slot.providers.at(i)->name == provider.name) {
      slot.error = "two providers of one name are registered";
      return;
    }
  }
  if (slot.count == kMaxProviders) {
    slot.error = "more providers are registered than an operation may have (4)";
    return;
  }
  std::size_t at = slot.count++;
  for (; at > 0 && comes_first(provider, *slot.providers.at(at - 1)); --at) {
    slot.providers.at(at) = slot.providers.at(at - 1);
  }
  slot.providers.at(at) = &provider;
}

std::span<const Provider* const> providers(std::string_view operation, Backend backend) {
  const Slot* slot = find(operation, backend);
  return slot == nullptr ? std::span<const Provider* const>()
                         : std::span(slot->providers).first(slot->count);
}

std::span<const std::string_view> operations() { return std::span(table.names).first(table.count); }

bool op_registered(std::string_view operation, Backend backend) {
  const auto list = providers(operation, backend);
  return std::ranges::any_of(
      list, [](const Provider* one) { return one->priority > kReferencePriority; });
}

const char* registration_error(std::string_view operation, Backend backend) {
  const Slot* slot = find(operation, backend);
  return slot == nullptr ? nullptr : slot->error;
}

}  // namespace kgate
