// SPDX-License-Identifier: MIT
// Tables of what a kernel family's argument checks accept and refuse.
#pragma once

#include <bit>
#include <cstddef>
#include <cstdint>
#include <string>

#include "kernels/status.hpp"
#include "tests/catch.hpp"

namespace kgate {

/// One change to valid arguments, and what the check then says: nothing where it accepts them.
template <class Arguments>
struct ArgumentRow {
  void (*change)(Arguments&);
  std::string message;
};

/// Checks every row, each from `valid` on.
template <class Arguments, std::size_t kRows>
void check_rows(const Arguments& valid, const ArgumentRow<Arguments> (&rows)[kRows]) {
  for (std::size_t row = 0; row < kRows; ++row) {
    Arguments changed = valid;
    rows[row].change(changed);
    const Status status = check(changed);
    INFO("row " << row << " of the table, expected: " << rows[row].message);
    CHECK(status.message() == rows[row].message);
    CHECK(status.code() ==
          (rows[row].message.empty() ? StatusCode::ok : StatusCode::invalid_argument));
  }
}

/// A pointer for checks, which read no tensor: sizes need no memory behind them.
template <class Element = void>
Element* at_address(std::uintptr_t address) {
  return std::bit_cast<Element*>(address);
}

}  // namespace kgate
