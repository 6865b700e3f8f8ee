// SPDX-License-Identifier: MIT
// Parses device specifications.
#include <algorithm>
#include <charconv>

#include "kernels/runtime/device.hpp"

namespace kgate {
namespace {

constexpr std::string_view kForms = "emulated:gfx1151, emulated:gfx1100, hip:0, cuda:0 or cpu:0";

bool is_target(std::string_view text) {
  return text.starts_with("gfx") && text.size() > 3 && text.size() < 64 &&
         std::all_of(
             text.begin(), text.end(),
             [](char one) {
               return (one >= 'a' && one <= 'z') || (one >= '0' && one <= '9') || one == '-';
             });
}

}  // namespace

Status parse_device_spec(std::string_view text, DeviceSpec& spec) {
  const std::size_t colon = text.find(':');
  const std::string_view kind = text.substr(0, colon);
  const std::string_view rest =
      colon == std::string_view::npos ? std::string_view{} : text.substr(colon + 1);
  if (kind == "emulated") {
    if (!is_target(rest)) {
      return Status::error(StatusCode::invalid_argument,
                           "device '{}': '{}' is not a gfx target; write {}", text, rest, kForms);
    }
    spec = {DeviceKind::emulated, std::string(rest), 0};
    return {};
  }
  if (kind == "hip" || kind == "cuda") {
    int ordinal = -1;
    const auto [end, error] = std::from_chars(rest.data(), rest.data() + rest.size(), ordinal);
    if (error != std::errc() || end != rest.data() + rest.size() || ordinal < 0) {
      return Status::error(StatusCode::invalid_argument,
                           "device '{}': '{}' is not a device number; write {}", text, rest,
                           kForms);
    }
    spec = {kind == "hip" ? DeviceKind::hip : DeviceKind::cuda, {}, ordinal};
    return {};
  }
  if (text == "cpu:0") {
    spec = {DeviceKind::cpu, {}, 0};
    return {};
  }
  return Status::error(StatusCode::invalid_argument, "device '{}' is not known; write {}", text,
                       kForms);
}

}  // namespace kgate
