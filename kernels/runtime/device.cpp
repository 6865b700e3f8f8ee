// SPDX-License-Identifier: MIT
// Opens devices: finds the library, the device in it, and its properties.
#include "kernels/runtime/device.hpp"

#include <dlfcn.h>

#include <algorithm>
#include <cstring>
#include <filesystem>
#include <system_error>

#include "kernels/registry/flags.hpp"

namespace kgate {
namespace {

/// Where a library of this project may be: beside what contains this code, or installed.
std::vector<std::string> own_library_candidates(const std::string& chosen,
                                                const std::string& name) {
  if (!chosen.empty()) {
    return {chosen};
  }
  std::vector<std::string> candidates;
  const auto add_beside = [&](const std::filesystem::path& binary) {
    const std::filesystem::path folder = binary.parent_path();
    for (const std::filesystem::path& place : {folder, folder / ".." / "lib"}) {
      std::error_code ignored;
      const std::filesystem::path file = (place / name).lexically_normal();
      if (std::filesystem::exists(file, ignored) &&
          std::find(candidates.begin(), candidates.end(), file.string()) == candidates.end()) {
        candidates.push_back(file.string());
      }
    }
  };
  std::error_code error;
  Dl_info info{};
  if (dladdr(reinterpret_cast<const void*>(&parse_device_spec), &info) != 0 &&
      info.dli_fname != nullptr) {
    add_beside(std::filesystem::absolute(info.dli_fname, error));
  }
  // dli_fname of an executable is argv[0], which a search of $PATH leaves without a folder.
  add_beside(std::filesystem::read_symlink("/proc/self/exe", error));
#ifdef KGATE_INSTALL_LIBDIR
  add_beside(std::filesystem::path(KGATE_INSTALL_LIBDIR) / name);
#endif
  candidates.push_back(name);
  return candidates;
}

std::vector<std::string> library_candidates(DeviceKind kind) {
  switch (kind) {
    case DeviceKind::emulated:
      return own_library_candidates(hip_emulator_path(), "libkgate_hip_emulator.so");
    case DeviceKind::cuda:
      return own_library_candidates(hip_on_cuda_path(), "libkgate_hip_on_cuda.so");
    case DeviceKind::hip:
    case DeviceKind::cpu:
      break;
  }
  return {"libamdhip64.so", "libamdhip64.so.7", "libamdhip64.so.6", "libamdhip64.so.5"};
}

template <std::size_t size>
std::string text_of(const std::array<char, size>& characters) {
  return {characters.data(), strnlen(characters.data(), size)};
}

struct NameAndTarget {
  std::string name;
  std::string target;
};

/// Name and target of a device, by whichever layout of the properties the library offers.
hip::Error name_and_target(const hip::Api& api, int ordinal, NameAndTarget& out) {
  hip::Error error = hip::Error::hipErrorNotSupported;
  if (api.hipGetDevicePropertiesR0600 != nullptr) {
    hip::DevicePropertiesR0600 properties{};
    error = api.hipGetDevicePropertiesR0600(&properties, ordinal);
    out = {text_of(properties.name), text_of(properties.gcn_arch_name)};
  } else if (api.hipGetDeviceProperties != nullptr) {
    hip::DevicePropertiesR0000 properties{};
    error = api.hipGetDeviceProperties(&properties, ordinal);
    out = {text_of(properties.name), text_of(properties.gcn_arch_name)};
  }
  // "gfx90a:sramecc+:xnack-": the suffixes are settings of the board, not another target.
  out.target = out.target.substr(0, out.target.find(':'));
  return error;
}

}  // namespace

Status emulator_library(std::filesystem::path& file) {
  for (const std::string& candidate : library_candidates(DeviceKind::emulated)) {
    std::error_code ignored;
    if (std::filesystem::exists(candidate, ignored)) {
      file = std::filesystem::absolute(candidate, ignored);
      return {};
    }
  }
  return Status::error(
      StatusCode::not_found,
      "libkgate_hip_emulator.so is not beside this program; KGATE_HIP_EMULATOR may "
      "name it");
}

Status Device::open(std::string_view spec, std::unique_ptr<Device>& device) {
  DeviceSpec wanted;
  if (Status status = parse_device_spec(spec, wanted); !status) {
    return status;
  }
  std::unique_ptr<Device> opened(new Device);
  opened->spec_ = spec;
  opened->kind_ = wanted.kind;
  if (wanted.kind == DeviceKind::cpu) {
    opened->api_ = &hip::host_api();
  } else if (Status status = hip::load_api(library_candidates(wanted.kind), opened->api_);
             !status) {
    return Status::error(status.code(), "device {}: {}", spec, status.message());
  }
  if (Status status = opened->find_ordinal(wanted); !status) {
    return status;
  }
  if (Status status = opened->read_properties(); !status) {
    return status;
  }
  device = std::move(opened);
  return {};
}

Backend Device::backend() const {
  switch (kind_) {
    case DeviceKind::cuda:
      return Backend::cuda;
    case DeviceKind::cpu:
      return Backend::cpu;
    case DeviceKind::emulated:
    case DeviceKind::hip:
      break;
  }
  return Backend::rocm;
}

Status Device::find_ordinal(const DeviceSpec& wanted) {
  int count = 0;
  if (const hip::Error error = api_->hipGetDeviceCount(&count);
      error != hip::Error::hipSuccess || count <= 0) {
    return Status::error(StatusCode::not_found,
                         "device {}: hipGetDeviceCount of {} says {} ({}), count {}: {}", spec_,
                         api_->library, api_->hipGetErrorName(error),
                         static_cast<std::uint32_t>(error), count, api_->hipGetErrorString(error));
  }
  if (wanted.kind != DeviceKind::emulated) {
    if (wanted.ordinal >= count) {
      return Status::error(StatusCode::not_found, "device {}: {} has {} device(s), numbered from 0",
                           spec_, api_->library, count);
    }
    ordinal_ = wanted.ordinal;
    return {};
  }
  std::string known;
  for (int ordinal = 0; ordinal < count; ++ordinal) {
    NameAndTarget found;
    if (Status status = check(name_and_target(*api_, ordinal, found), "hipGetDeviceProperties");
        !status) {
      return status;
    }
    if (found.target == wanted.target) {
      ordinal_ = ordinal;
      return {};
    }
    known += (known.empty() ? "" : ", ") + found.target;
  }
  return Status::error(StatusCode::not_found, "device {}: the emulator has {}, not {}", spec_,
                       known, wanted.target);
}

Status Device::read_properties() {
  NameAndTarget found;
  if (Status status = check(name_and_target(*api_, ordinal_, found), "hipGetDeviceProperties");
      !status) {
    return status;
  }
  name_ = found.name;
  target_ = found.target;
  const auto attribute = [&](hip::DeviceAttribute which, auto& value) {
    int raw = 0;
    Status status =
        check(api_->hipDeviceGetAttribute(&raw, which, ordinal_), "hipDeviceGetAttribute");
    value = static_cast<std::remove_reference_t<decltype(value)>>(std::max(raw, 0));
    return status;
  };
  using enum hip::DeviceAttribute;
  if (Status status = attribute(warp_size, wave_size_); !status) {
    return status;
  }
  if (Status status = attribute(max_threads_per_block, max_threads_per_block_); !status) {
    return status;
  }
  return attribute(max_shared_memory_per_block, max_lds_per_block_);
}

Status Device::check(hip::Error error, std::string_view call) const {
  if (error == hip::Error::hipSuccess) {
    return {};
  }
  const char* text = nullptr;
  if (api_->kgateEmulatorLastErrorText != nullptr) {
    text = api_->kgateEmulatorLastErrorText();
  }
  if (text == nullptr || *text == '\0') {
    text = api_->hipGetErrorString(error);
  }
  return Status::error(StatusCode::device_error, "{} on {}: {} ({}): {}", call, spec_,
                       api_->hipGetErrorName(error), static_cast<std::uint32_t>(error), text);
}

Status Device::synchronize() const {
  const CurrentDevice current(*this);
  if (!current.status().ok()) {
    return current.status();
  }
  return check(api_->hipDeviceSynchronize(), "hipDeviceSynchronize");
}

std::string Device::last_fault() const {
  if (api_->kgateEmulatorLastFault == nullptr) {
    return {};
  }
  const char* const text = api_->kgateEmulatorLastFault();
  return text == nullptr ? std::string{} : std::string(text);
}

CurrentDevice::CurrentDevice(const Device& device) : device_(device) {
  int now = -1;
  const hip::Api& api = device.api();
  status_ = device.check(api.hipGetDevice(&now), "hipGetDevice");
  if (status_.ok() && now != device.ordinal()) {
    status_ = device.check(api.hipSetDevice(device.ordinal()), "hipSetDevice");
    former_ = status_.ok() ? now : -1;
  }
}

CurrentDevice::~CurrentDevice() {
  if (former_ >= 0) {
    static_cast<void>(device_.api().hipSetDevice(former_));
  }
}

}  // namespace kgate
