// SPDX-License-Identifier: MIT
// One call of a kernel's launch, against a HIP library that runs nothing and records what it is
// given.
#pragma once

#include <dlfcn.h>

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>
#include <cstdlib>
#include <cstring>
#include <memory>
#include <span>
#include <string>
#include <string_view>

#include "kernels/registry/registry.hpp"
#include "kernels/runtime/launcher.hpp"
#include "tests/catch.hpp"
#include "tests/kernels/runtime/fake_hip.hpp"

namespace kgate {

/// The launches of one call: how many, the entry, and the last one's shape and argument.
struct RecordedLaunch {
  Status status;
  int launches = 0;
  std::string entry;
  std::array<std::uint32_t, 3> grid{};
  std::array<std::uint32_t, 3> block{};
  std::uint32_t dynamic_lds = 0;
  std::size_t argument_size = 0;
  std::array<std::byte, 1024> argument{};

  /// The argument, which must have exactly the size of that type.
  template <class Argument>
  [[nodiscard]] Argument argument_as() const {
    REQUIRE(argument_size == sizeof(Argument));
    Argument value;
    std::memcpy(&value, argument.data(), sizeof(Argument));
    return value;
  }
};

/// Launches on a board of the recording library, which answers every launch with `answer`. Pointers
/// in `arguments` need no memory behind them.
template <class Arguments>
RecordedLaunch record_launch(const Arguments& arguments,
                             hip::Error answer = hip::Error::hipSuccess) {
  static constexpr std::array<std::byte, 4> kImage{};
  static constexpr std::array<EmbeddedCodeObject, 5> kCode{
      {{"add_rms_norm", "gfx942", 32, kImage},
       {"gated_activation", "gfx942", 32, kImage},
       {"mla_norm_rope", "gfx942", 32, kImage},
       {"qk_norm_rope_append", "gfx942", 32, kImage},
       {"rope_append", "gfx942", 32, kImage}}};
  std::unique_ptr<Device> device;
  setenv("KGATE_HIP_ON_CUDA", KGATE_FAKE_HIP, 1);
  const Status opened = Device::open("cuda:1", device);
  unsetenv("KGATE_HIP_ON_CUDA");
  INFO(opened.message());
  REQUIRE(opened.ok());
  void* const library = dlopen(KGATE_FAKE_HIP, RTLD_NOW | RTLD_LOCAL);
  hip::FakeHip& fake = *reinterpret_cast<hip::FakeHip* (*)()>(dlsym(library, "fake_hip"))();
  fake.launches = 0;
  fake.launch_result = answer;

  Launcher launcher(*device, nullptr, CodeObjects::embedded(kCode), 32);
  RecordedLaunch recorded;
  recorded.status = launch(arguments, launcher);
  recorded.launches = fake.launches;
  fake.launch_result = hip::Error::hipSuccess;
  for (const LaunchCount& one : launcher.launches()) {
    recorded.entry += one.entry;
  }
  if (recorded.launches > 0) {
    recorded.grid = {fake.grid.x, fake.grid.y, fake.grid.z};
    recorded.block = {fake.block.x, fake.block.y, fake.block.z};
    recorded.dynamic_lds = fake.dynamic_lds;
    recorded.argument_size = fake.argument_size;
    recorded.argument = fake.arguments;
  }
  return recorded;
}

using Shape = std::array<std::uint32_t, 3>;

/// Whether the structs a launch was given and handed on are one, byte by byte.
template <class Struct>
bool same_bytes(const Struct& one, const Struct& other) {
  return std::ranges::equal(std::as_bytes(std::span(&one, 1)), std::as_bytes(std::span(&other, 1)));
}

/// Arguments one change away from others, and the entry that then runs.
template <class Arguments>
struct EntryRow {
  void (*change)(Arguments&);
  std::string entry;
};

template <class Arguments, std::size_t kRows>
void check_entries(const Arguments& from, const EntryRow<Arguments> (&rows)[kRows]) {
  for (std::size_t row = 0; row < kRows; ++row) {
    Arguments changed = from;
    rows[row].change(changed);
    const RecordedLaunch recorded = record_launch(changed);
    INFO("row " << row << " of the table: " << recorded.status.message());
    CHECK(recorded.status.ok());
    CHECK(recorded.entry == rows[row].entry);
  }
}

/// A device that refuses a launch is asked once, and the caller is told.
template <class Arguments>
void check_refused_launch(const Arguments& arguments) {
  const RecordedLaunch recorded = record_launch(arguments, hip::Error::hipErrorInvalidValue);
  CHECK(recorded.status.code() == StatusCode::device_error);
  CHECK(recorded.launches == 1);
}

/// The native kernel is registered for both backends, before whatever has a priority below zero.
inline void check_registrations(std::string_view family) {
  for (const Backend backend : {Backend::rocm, Backend::cuda}) {
    INFO(name(backend));
    REQUIRE(providers(family, backend).size() == 1);
    const Provider& provider = *providers(family, backend).front();
    CHECK(provider.name == "native");
    CHECK(provider.priority == 0);
    CHECK(provider.lacks == nullptr);
  }
}

}  // namespace kgate
