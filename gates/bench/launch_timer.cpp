// SPDX-License-Identifier: MIT
// Device time and host time of one launch.
#include "gates/bench/launch_timer.hpp"

#include <algorithm>
#include <chrono>

#include "kernels/runtime/device.hpp"
#include "kernels/runtime/launcher.hpp"
#include "kernels/runtime/resources.hpp"

namespace kgate::gates {
namespace {

constexpr unsigned kWarmUp = 3;
constexpr unsigned kHostBatch = 64;  ///< fewer than any runtime queues before a launch call waits
constexpr unsigned kHostBatches = 25;

/// So many launches that events, with a resolution of about half a microsecond, time 100 us or
/// more.
unsigned launches_per_replay(std::uint64_t bytes) {
  constexpr std::uint64_t kBytesPerReplay = 400ULL << 20U;
  return static_cast<unsigned>(
      std::clamp<std::uint64_t>(kBytesPerReplay / std::max<std::uint64_t>(bytes, 1), 8, 200));
}

/// A captured and instantiated graph, destroyed with its owner.
struct Graph {
  explicit Graph(const hip::Api& entry_points) : api(entry_points) {}
  Graph(const Graph&) = delete;
  Graph& operator=(const Graph&) = delete;
  Graph(Graph&&) = delete;
  Graph& operator=(Graph&&) = delete;
  ~Graph() {
    if (executable != nullptr) {
      static_cast<void>(api.hipGraphExecDestroy(executable));
    }
    if (graph != nullptr) {
      static_cast<void>(api.hipGraphDestroy(graph));
    }
  }
  const hip::Api& api;
  hip::GraphHandle graph = nullptr;
  hip::GraphExecHandle executable = nullptr;
};

/// Runs `body` between two events of the session's stream and appends microseconds per launch.
template <class Body>
Status time_once(DeviceSession& session, const Body& body, unsigned launches,
                 std::vector<double>& samples) {
  Event start;
  Event stop;
  const hip::StreamHandle stream = session.launcher().stream();
  for (Event* event : {&start, &stop}) {
    if (Status status = Event::create(session.device(), *event); !status.ok()) {
      return status;
    }
  }
  if (Status status = start.record(stream); !status.ok()) {
    return status;
  }
  if (Status status = body(); !status.ok()) {
    return status;
  }
  if (Status status = stop.record(stream); !status.ok()) {
    return status;
  }
  if (Status status = stop.synchronize(); !status.ok()) {
    return status;
  }
  float milliseconds = 0;
  if (Status status = stop.elapsed_since(start, milliseconds); !status.ok()) {
    return status;
  }
  samples.push_back(static_cast<double>(milliseconds) * 1e3 / launches);
  return {};
}

}  // namespace

Spread spread_of(std::vector<double> samples) {
  std::sort(samples.begin(), samples.end());
  const auto at = [&](double quantile) {
    return samples[static_cast<std::size_t>(quantile * static_cast<double>(samples.size() - 1))];
  };
  return samples.empty() ? Spread{} : Spread{at(0.5), at(0.1), at(0.9)};
}

bool LaunchTimer::has_graphs() const {
  const hip::Api& api = session_.device().api();
  return api.hipStreamBeginCapture != nullptr && api.hipStreamEndCapture != nullptr &&
         api.hipGraphInstantiate != nullptr && api.hipGraphLaunch != nullptr &&
         api.hipGraphDestroy != nullptr && api.hipGraphExecDestroy != nullptr;
}

Status LaunchTimer::measure(const Launch& launch, std::uint64_t bytes, Spread& spread) {
  for (unsigned i = 0; i < kWarmUp; ++i) {
    if (Status status = launch(); !status.ok()) {
      return status;
    }
  }
  if (Status status = session_.launcher().synchronize(); !status.ok()) {
    return status;
  }
  std::vector<double> samples;
  const unsigned launches = launches_per_replay(bytes);
  Status status =
      has_graphs() ? replay(launch, launches, samples) : plain(launch, launches, samples);
  spread = spread_of(std::move(samples));
  return status;
}

Status LaunchTimer::replay(const Launch& launch, unsigned launches, std::vector<double>& samples) {
  const Device& device = session_.device();
  const hip::Api& api = device.api();
  const hip::StreamHandle stream = session_.launcher().stream();
  Graph graph(api);
  constexpr int kThreadLocalCapture = 1;
  if (Status status = device.check(api.hipStreamBeginCapture(stream, kThreadLocalCapture),
                                   "hipStreamBeginCapture");
      !status.ok()) {
    return status;
  }
  Status launched;
  for (unsigned i = 0; i < launches && launched.ok(); ++i) {
    launched = launch();
  }
  if (Status status =
          device.check(api.hipStreamEndCapture(stream, &graph.graph), "hipStreamEndCapture");
      !status.ok() || !launched.ok()) {
    return launched.ok() ? status : launched;
  }
  if (Status status =
          device.check(api.hipGraphInstantiate(&graph.executable, graph.graph, nullptr, nullptr, 0),
                       "hipGraphInstantiate");
      !status.ok()) {
    return status;
  }
  for (unsigned i = 0; i < repetitions_ + kWarmUp; ++i) {
    if (Status status = time_once(
            session_,
            [&] {
              return device.check(api.hipGraphLaunch(graph.executable, stream), "hipGraphLaunch");
            },
            launches, samples);
        !status.ok()) {
      return status;
    }
    if (i < kWarmUp) {
      samples.clear();
    }
  }
  return {};
}

Status LaunchTimer::plain(const Launch& launch, unsigned launches, std::vector<double>& samples) {
  for (unsigned i = 0; i < repetitions_; ++i) {
    const auto body = [&] {
      Status status;
      for (unsigned k = 0; k < launches && status.ok(); ++k) {
        status = launch();
      }
      return status;
    };
    if (Status status = time_once(session_, body, launches, samples); !status.ok()) {
      return status;
    }
  }
  return {};
}

Status LaunchTimer::measure_host(const Launch& launch, double& microseconds) {
  std::vector<double> samples;
  for (unsigned batch = 0; batch < kHostBatches; ++batch) {
    if (Status status = session_.launcher().synchronize(); !status.ok()) {
      return status;
    }
    const auto start = std::chrono::steady_clock::now();
    for (unsigned i = 0; i < kHostBatch; ++i) {
      if (Status status = launch(); !status.ok()) {
        return status;
      }
    }
    const std::chrono::duration<double, std::micro> elapsed =
        std::chrono::steady_clock::now() - start;
    samples.push_back(elapsed.count() / kHostBatch);
  }
  microseconds = spread_of(std::move(samples)).median;
  return session_.launcher().synchronize();
}

}  // namespace kgate::gates
