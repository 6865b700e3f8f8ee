// SPDX-License-Identifier: MIT
// Builds the memory of a row of the append kernels' case tables.
#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

#include "kernels/append_row.hpp"
#include "kernels/case.hpp"

namespace kgate {

/// Where a pointer is in the arguments: PointerPlace::field.
#define KGATE_APPEND_FIELD(member) offsetof(QkNormRopeAppendArguments, member)

/// A pointer of the arguments: which buffer it points into.
struct PointerPlace {
  std::size_t field = 0;   ///< offset of the pointer in QkNormRopeAppendArguments
  std::size_t buffer = 0;  ///< index in Problem::buffers
  std::int64_t bytes = 0;  ///< from the buffer's begin
};

/// What Problem::arguments holds for both kernels.
struct AppendSetup {
  AppendRow row;
  QkNormRopeAppendArguments arguments{};  ///< without pointers
  std::vector<PointerPlace> pointers;
  std::vector<bool> troubled;  ///< tokens whose device data is wrong
};

[[nodiscard]] AppendSetup& append_setup(Problem& problem);
[[nodiscard]] const AppendSetup& append_setup(const Problem& problem);

/// Where the pointer at `field` points; null if it is not set.
[[nodiscard]] PointerPlace* pointer_at(AppendSetup& setup, std::size_t field);

/// The problem of a row. Its arguments bind to RopeAppendArguments, or for a row that is normed to
/// QkNormRopeAppendArguments.
[[nodiscard]] Problem append_problem(const AppendRow& row, std::uint64_t seed, std::byte poison);

/// Bytes a launch of the problem must move: heads read and written once, positions, slots and the
/// rows of the table that its tokens name.
[[nodiscard]] std::uint64_t append_bytes(const Problem& problem);

/// Tokens of the problem, and its restriction to one of them.
[[nodiscard]] std::uint64_t append_tokens_of(const Problem& problem);
[[nodiscard]] bool keep_append_token(Problem& problem, std::uint64_t token);

}  // namespace kgate
