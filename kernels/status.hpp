// SPDX-License-Identifier: MIT
// The result of a library call: a code and a message that fits without allocating.
#pragma once

// Not fmt/core.h: clang mangles the formatter it only declares otherwise than GCC, which built the
// packaged library, so every user has to instantiate it.
#include <fmt/format.h>

#include <array>
#include <cstddef>
#include <string_view>
#include <utility>

namespace kgate {

enum class StatusCode : int {
  ok = 0,
  invalid_argument = 1,  ///< an argument breaks the contract; nothing was launched
  unsupported = 2,       ///< the contract allows it, this build or device does not
  device_error = 3,      ///< the runtime or the kernel reported an error
  not_found = 4,         ///< no such device, library, code object, entry or provider
};

/// Code and message; never allocates and never throws, so that launch paths can return it.
/// A message longer than the buffer is cut; only its first byte is initialised when ok.
class [[nodiscard]] Status {
 public:
  Status() { message_[0] = 0; }

  /// An error whose message is formatted by fmt. `code` must not be `ok`.
  template <class... Values>
  static Status error(StatusCode code, fmt::format_string<Values...> format, Values&&... values) {
    Status status;
    status.code_ = code;
    auto end = fmt::format_to_n(status.message_.data(), status.message_.size() - 1, format,
                                std::forward<Values>(values)...);
    *end.out = '\0';
    return status;
  }

  [[nodiscard]] bool ok() const { return code_ == StatusCode::ok; }
  explicit operator bool() const { return ok(); }
  [[nodiscard]] StatusCode code() const { return code_; }
  /// What is wrong, where, and what would be right; empty when ok.
  [[nodiscard]] std::string_view message() const { return message_.data(); }

 private:
  StatusCode code_ = StatusCode::ok;
  std::array<char, 512> message_;
};

}  // namespace kgate
