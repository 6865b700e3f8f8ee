// SPDX-License-Identifier: MIT
// What a call of the C interface does once its kernel is loaded: which entry points of the HIP
// runtime it calls, and that it allocates nothing. Run with fused paths on and again with them off.
#include <array>
#include <cstdlib>
#include <memory>
#include <new>
#include <set>
#include <string>
#include <string_view>

#include "kernels/include/kgate/kgate.hpp"
#include "kernels/runtime/device.hpp"
#include "tests/catch.hpp"
#include "tests/kernels/threads/mixed_calls.hpp"

namespace {

using namespace kgate;

/// What the calling thread did while `watching`.
struct Watch {
  bool watching = false;
  bool inside_runtime = false;  ///< what the runtime allocates is its own business
  std::size_t allocations = 0;
  std::size_t launches = 0;
  std::array<const char*, 64> names{};  ///< distinct entry points, in order of first use
};
thread_local Watch watch;

// Fused paths where the environment does not say, in a build of any backend.
const int kDefaults[] = {
    setenv("KGATE_FUSED_ADD_RMS_NORM", "1", 0), setenv("KGATE_FUSED_GATED_ACTIVATION", "1", 0),
    setenv("KGATE_FUSED_MLA_NORM_ROPE", "1", 0), setenv("KGATE_FUSED_QK_NORM_ROPE_APPEND", "1", 0),
    setenv("KGATE_FUSED_ROPE_APPEND", "1", 0)};

void record(const char* name) {
  watch.launches += std::string_view(name) == "hipModuleLaunchKernel" ? 1 : 0;
  for (const char*& known : watch.names) {
    if (known == nullptr) {
      known = name;
    }
    if (std::string_view(known) == name) {
      return;
    }
  }
}

void count_allocation() {
  if (watch.watching && !watch.inside_runtime) {
    ++watch.allocations;
  }
}

/// Stands in the runtime's table before the function that was there.
template <class Entry, int kIndex>
struct Recorded;
template <class Result, class... Parameters, int kIndex>
struct Recorded<Result (*)(Parameters...), kIndex> {
  static inline Result (*real)(Parameters...) = nullptr;
  static inline const char* name = nullptr;

  static Result call(Parameters... parameters) {
    if (!watch.watching || watch.inside_runtime) {
      return real(parameters...);
    }
    record(name);
    watch.inside_runtime = true;
    const Result result = real(parameters...);
    watch.inside_runtime = false;
    return result;
  }
};

template <int kIndex, class Entry>
void put_before(Entry& entry, const char* name) {
  if (entry != nullptr) {
    Recorded<Entry, kIndex>::real = entry;
    Recorded<Entry, kIndex>::name = name;
    entry = Recorded<Entry, kIndex>::call;
  }
}

/// Every device of one library shares the table, so that the C interface's devices are recorded
/// too.
void record_runtime(const Device& device) {
  auto& api = const_cast<hip::Api&>(device.api());
#define KGATE_RECORD(requiredness, result, name, parameters) \
  put_before<__COUNTER__>(api.name, #name);
  KGATE_HIP_ENTRY_POINTS(KGATE_RECORD)
#undef KGATE_RECORD
}

struct Recording {
  Recording() {
    static std::unique_ptr<Device> opened;
    if (opened == nullptr) {
      const Status status = Device::open("emulated:gfx1151", opened);
      INFO(status.message());
      REQUIRE(status.ok());
      record_runtime(*opened);
    }
  }
};

std::set<std::string> recorded_names() {
  std::set<std::string> names;
  for (const char* const name : watch.names) {
    if (name != nullptr) {
      names.insert(name);
    }
  }
  return names;
}

}  // namespace

// All of the process's, so that a call's are counted wherever in the library they are made.
void* operator new(std::size_t size) {
  count_allocation();
  if (void* const pointer = std::malloc(size); pointer != nullptr) {
    return pointer;
  }
  throw std::bad_alloc();
}
void* operator new(std::size_t size, const std::nothrow_t& /*tag*/) noexcept {
  count_allocation();
  return std::malloc(size);
}
void operator delete(void* pointer) noexcept { std::free(pointer); }
void operator delete(void* pointer, std::size_t /*size*/) noexcept { std::free(pointer); }

TEST_CASE_METHOD(Recording, "a recorded allocation and a recorded wait are seen") {
  const api::Device device("emulated:gfx1151");
  watch = {.watching = true};
  auto allocated = std::make_unique<int>(1);
  const kgate_status status = kgate_stream_synchronize(device.get(), nullptr);
  watch.watching = false;
  CHECK(status == KGATE_OK);
  CHECK(*allocated == 1);
  CHECK(watch.allocations == 1);
  CHECK(recorded_names().count("hipStreamSynchronize") == 1);
}

TEST_CASE_METHOD(Recording, "a call whose kernel is loaded allocates nothing and only launches") {
  const api::Device device("emulated:gfx1151");
  const api::Stream stream(device);
  test::MixedCalls calls(device.get());
  calls.poison();
  for (std::size_t call = 0; call < test::kCalls; ++call) {
    calls.launch(stream.get(), call);
  }
  watch = {.watching = true};
  for (std::size_t call = 0; call < test::kCalls; ++call) {
    calls.launch(stream.get(), call);
  }
  watch.watching = false;
  CHECK(watch.allocations == 0);
  if (std::string_view(std::getenv("KGATE_FUSED_ROPE_APPEND")) == "0") {
    CHECK(watch.launches > test::kCalls);
  } else {
    CHECK(watch.launches == test::kCalls);
  }
  // None of these waits, and all may be called while a stream is captured.
  CHECK(recorded_names() == std::set<std::string>{"hipGetDevice", "hipModuleLaunchKernel"});
  stream.synchronize();
}
