// SPDX-License-Identifier: MIT
// Calls of all five families through the C interface from many threads on many streams.
#include "tests/kernels/threads/mixed_calls.hpp"

#include <algorithm>
#include <cstring>
#include <initializer_list>
#include <memory>
#include <mutex>
#include <stdexcept>
#include <thread>
#include <vector>

#include "kernels/include/kgate/kgate.hpp"

namespace kgate::test {
namespace {

// Offsets in an arena. Floats come first; positions and slots are 64-bit numbers.
constexpr std::size_t kSecond = 2048;
constexpr std::size_t kThird = 3072;
constexpr std::size_t kWeights = 4096;
constexpr std::size_t kPositions = 6144;
constexpr std::size_t kSlots = 6272;
constexpr std::size_t kErrorWord = kOutputBytes;
constexpr std::size_t kOut = kOutputBytes + 256;
constexpr std::size_t kWorkspace = 2 * kOutputBytes;

using api::check;

kgate_workspace workspace(std::byte* base) { return {base + kWorkspace, kOutputBytes}; }

kgate_tensor floats(std::byte* at, std::initializer_list<std::int64_t> shape) {
  return api::tensor(at, KGATE_F32, shape);
}

/// What lies before the first call: floats of changing sign and size, and whole numbers.
std::vector<std::byte> inputs(std::size_t call) {
  std::vector<std::byte> bytes(kOutputBytes);
  std::uint32_t state = static_cast<std::uint32_t>(call) * 2654435761U + 1;
  for (std::size_t at = 0; at < kPositions; at += sizeof(float)) {
    state = state * 1664525U + 1013904223U;
    const float value = static_cast<float>(static_cast<std::int32_t>(state >> 8U) - (1 << 23)) /
                        static_cast<float>(1 << 22);
    std::memcpy(&bytes[at], &value, sizeof value);
  }
  for (std::int64_t i = 0; i < 8; ++i) {
    const auto at = static_cast<std::size_t>(i) * sizeof i;
    const std::int64_t position = i * 37 + static_cast<std::int64_t>(call);
    std::memcpy(&bytes[kPositions + at], &position, sizeof position);
    const std::int64_t slot = 15 - 2 * i;
    std::memcpy(&bytes[kSlots + at], &slot, sizeof slot);
  }
  return bytes;
}

void norm(kgate_device* device, void* stream, std::byte* base, std::int64_t rows,
          std::int64_t size) {
  auto args = api::arguments<kgate_add_rms_norm_args>();
  args.x = floats(base, {rows, size});
  args.residual = floats(base + kSecond, {rows, size});
  args.weight = floats(base + kWeights, {size});
  args.normed = floats(base + kOut, {rows, size});
  args.new_residual = floats(base + kOut + kSecond, {rows, size});
  args.eps = 1e-5F;
  args.workspace = workspace(base);
  check(kgate_add_rms_norm(device, stream, &args));
}

void gate(kgate_device* device, void* stream, std::byte* base, std::int64_t rows,
          std::int64_t size) {
  auto args = api::arguments<kgate_gated_activation_args>();
  args.gate = floats(base, {rows, size});
  args.up = floats(base + kSecond, {rows, size});
  args.out = floats(base + kOut, {rows, size});
  args.workspace = workspace(base);
  check(kgate_gated_activation(device, stream, &args));
}

kgate_rope angles(std::byte* base, std::int64_t tokens, std::int32_t rotary_dim) {
  kgate_rope rope{};
  rope.positions = api::tensor(base + kPositions, KGATE_I64, {tokens});
  rope.rotary_dim = rotary_dim;
  rope.angles = KGATE_ROPE_BASE;
  rope.base = 10000.0F;
  return rope;
}

/// Heads, cache and error word of both append families.
template <class Arguments>
Arguments append(std::byte* base, std::int64_t tokens, std::int64_t heads) {
  auto args = api::arguments<Arguments>();
  args.q = floats(base, {tokens, heads, 16});
  args.k = floats(base + kSecond, {tokens, 1, 16});
  args.v = floats(base + kThird, {tokens, 1, 16});
  args.q_out = floats(base + kOut, {tokens, heads, 16});
  args.rope = angles(base, tokens, 16);
  args.cache.k = floats(base + kOut + kSecond, {4, 4, 1, 16});
  args.cache.v = floats(base + kOut + 2 * kSecond, {4, 4, 1, 16});
  args.cache.slots = api::tensor(base + kSlots, KGATE_I64, {tokens});
  args.cache.addressing = KGATE_KV_SLOTS;
  args.error = reinterpret_cast<std::uint64_t*>(base + kErrorWord);
  args.workspace = workspace(base);
  return args;
}

void latent(kgate_device* device, void* stream, std::byte* base, std::int64_t tokens,
            std::int64_t heads) {
  auto args = api::arguments<kgate_mla_norm_rope_args>();
  args.kv = floats(base, {tokens, 40});
  args.weight = floats(base + kWeights, {32});
  args.latent = floats(base + kOut, {tokens, 32});
  args.pe = floats(base + kOut + kSecond, {tokens, 8});
  args.q_pe = floats(base + kSecond, {tokens, heads, 8});
  args.q_pe_out = floats(base + kOut + 2 * kSecond, {tokens, heads, 8});
  args.rope = angles(base, tokens, 8);
  args.error = reinterpret_cast<std::uint64_t*>(base + kErrorWord);
  args.workspace = workspace(base);
  args.eps = 1e-6F;
  check(kgate_mla_norm_rope(device, stream, &args));
}

/// The same calls on the host, where the oracle is what serves them.
std::vector<Output> expected_outputs() {
  const api::Device host("cpu:0");
  MixedCalls calls(host.get());
  calls.poison();
  std::vector<Output> expected;
  for (std::size_t call = 0; call < kCalls; ++call) {
    calls.launch(nullptr, call);
    expected.push_back(calls.output(call));
  }
  return expected;
}

/// One thread's streams.
class Worker {
 public:
  Worker(const api::Device& device, unsigned streams) {
    for (unsigned i = 0; i < streams; ++i) {
      streams_.emplace_back(device);
      calls_.push_back(std::make_unique<MixedCalls>(device.get()));
    }
  }

  MixedRun run(unsigned launches, const std::vector<Output>& expected) {
    MixedRun result;
    for (unsigned done = 0; done < launches; done += kCalls) {
      const std::size_t count = std::min<std::size_t>(kCalls, launches - done);
      for (auto& calls : calls_) {
        calls->poison();
      }
      for (std::size_t call = 0; call < count; ++call) {
        for (std::size_t i = 0; i < calls_.size(); ++i) {
          calls_[i]->launch(streams_[i].get(), call);
          ++result.launches;
        }
      }
      compare(count, expected, result);
    }
    return result;
  }

 private:
  void compare(std::size_t count, const std::vector<Output>& expected, MixedRun& result) {
    for (std::size_t i = 0; i < calls_.size(); ++i) {
      streams_[i].synchronize();
      for (std::size_t call = 0; call < count; ++call) {
        ++result.compared;
        if (calls_[i]->output(call) != expected[call]) {
          ++result.wrong;
          result.error = "call " + std::to_string(call) + " left other bytes than the oracle";
        }
      }
    }
  }

  std::vector<api::Stream> streams_;
  std::vector<std::unique_ptr<MixedCalls>> calls_;
};

}  // namespace

MixedCalls::MixedCalls(kgate_device* device) : device_(device) {
  void* pointer = nullptr;
  check(kgate_malloc(device, kArenaBytes * kCalls, &pointer));
  memory_ = static_cast<std::byte*>(pointer);
  for (std::size_t call = 0; call < kCalls; ++call) {
    const std::vector<std::byte> bytes = inputs(call);
    check(kgate_write(device_, arena(call), bytes.data(), bytes.size()));
  }
}

MixedCalls::~MixedCalls() { kgate_free(device_, memory_); }

void MixedCalls::poison() {
  constexpr int kPoison = 0x6B;
  constexpr std::uint64_t kNoError = 0;
  for (std::size_t call = 0; call < kCalls; ++call) {
    check(kgate_fill(device_, arena(call) + kOutputBytes, kPoison, kOutputBytes));
    check(kgate_write(device_, arena(call) + kErrorWord, &kNoError, sizeof kNoError));
  }
}

void MixedCalls::launch(void* stream, std::size_t call) const {
  std::byte* const base = arena(call);
  const std::size_t variant = call / kFamilies;
  const auto rows = static_cast<std::int64_t>(1 + variant % 4);
  const auto size = static_cast<std::int64_t>(24 + 5 * variant);
  const auto heads = static_cast<std::int64_t>(1 + variant % 3);
  switch (call % kFamilies) {
    case 0:
      return norm(device_, stream, base, rows, size);
    case 1:
      return gate(device_, stream, base, rows, size);
    case 2: {
      const auto args = append<kgate_rope_append_args>(base, rows, heads);
      return check(kgate_rope_append(device_, stream, &args));
    }
    case 3: {
      auto args = append<kgate_qk_norm_rope_append_args>(base, rows, heads);
      args.q_weight = floats(base + kWeights, {16});
      args.k_weight = floats(base + kWeights + 256, {16});
      args.eps = 1e-6F;
      return check(kgate_qk_norm_rope_append(device_, stream, &args));
    }
    default:
      return latent(device_, stream, base, rows, heads);
  }
}

Output MixedCalls::output(std::size_t call) const {
  Output bytes{};
  check(kgate_read(device_, bytes.data(), arena(call) + kOutputBytes, bytes.size()));
  return bytes;
}

MixedRun run_mixed(const std::string& name, unsigned threads, unsigned streams, unsigned launches) {
  const std::vector<Output> expected = expected_outputs();
  const api::Device device(name);
  std::mutex merging;
  MixedRun total;
  const auto work = [&] {
    MixedRun mine;
    try {
      mine = Worker(device, streams).run(launches, expected);
    } catch (const std::exception& error) {
      mine.error = error.what();
    }
    const std::scoped_lock lock(merging);
    total.launches += mine.launches;
    total.compared += mine.compared;
    total.wrong += mine.wrong;
    total.error = total.error.empty() ? mine.error : total.error;
  };
  std::vector<std::thread> all;
  for (unsigned i = 0; i < threads; ++i) {
    all.emplace_back(work);
  }
  for (std::thread& one : all) {
    one.join();
  }
  return total;
}

}  // namespace kgate::test
