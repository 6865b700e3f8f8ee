// SPDX-License-Identifier: MIT
// Stream capture: work of capturing streams becomes a graph, and calls that capture forbids fail.
#pragma once

#include <atomic>
#include <cstdint>
#include <map>
#include <memory>
#include <mutex>
#include <thread>
#include <vector>

#include "gates/emulator/hip/hip_graph.hpp"

namespace kgate::emulator {

/// hipStreamCaptureMode: which threads' unsafe calls (allocation, synchronisation) a capture
/// forbids.
enum class CaptureMode : std::uint32_t { global = 0, thread_local_ = 1, relaxed = 2 };

/// hipStreamCaptureStatus.
enum class CaptureStatus : std::uint32_t { none = 0, active = 1, invalidated = 2 };

/// One capture, from hipStreamBeginCapture to hipStreamEndCapture.
struct Capture {
  std::shared_ptr<Graph> graph;
  const StreamQueue* origin = nullptr;
  CaptureMode mode = CaptureMode::global;
  std::thread::id thread;
  std::uint64_t id = 0;  ///< never used before
  bool invalidated = false;
};

/// What an event recorded in a capturing stream stands for.
struct CapturedEvent {
  std::shared_ptr<Capture> capture;
  std::vector<NodePointer> last;
};

/// Whether the event stands for a place in a graph.
[[nodiscard]] bool is_captured(EventState& event);

struct CaptureInfo {
  CaptureStatus status = CaptureStatus::none;
  std::uint64_t id = 0;
  std::shared_ptr<Graph> graph;
  std::vector<NodePointer> last;
};

/// All captures of the process. Thread-safe. Errors are those of the HIP headers'
/// hipErrorStreamCapture... values.
class Captures {
 public:
  static Captures& get();

  /// Whether any stream captures; when none does, no other member need be asked.
  [[nodiscard]] bool any() const { return streams_count_.load() != 0; }
  [[nodiscard]] bool capturing(const StreamQueue& queue) const;
  [[nodiscard]] CaptureInfo info(const StreamQueue& queue) const;

  /// `StreamCaptureUnsupported` for the null stream, `IllegalState` if the stream captures already.
  hip::Error begin(const StreamQueue& queue, bool legacy, CaptureMode mode);
  /// `IllegalState` if the stream does not capture, `StreamCaptureUnmatched` if the capture began
  /// elsewhere, `StreamCaptureWrongThread`, `StreamCaptureInvalidated`, `StreamCaptureUnjoined` if
  /// a stream that joined has work that `queue` is not behind. The capture is over except after
  /// `IllegalState`, `Unmatched` and `WrongThread`.
  hip::Error end(const StreamQueue& queue, std::shared_ptr<Graph>& graph);

  /// Adds work behind the stream's last nodes. `StreamCaptureInvalidated` in an invalidated one.
  hip::Error add(const StreamQueue& queue, Work work);
  hip::Error record(const StreamQueue& queue, EventState& event);
  /// A wait of `queue` for `event`, of which at least one takes part in a capture. The stream joins
  /// the event's capture. `StreamCaptureIsolation` where a captured stream would wait for work
  /// outside, `StreamCaptureMerge` where two captures would meet.
  hip::Error wait(const StreamQueue& queue, EventState& event);

  /// A call on a stream that no capture permits: `StreamCaptureUnsupported`, and the capture of the
  /// stream is invalidated. Success for a stream that does not capture.
  hip::Error forbid(const StreamQueue& queue);
  /// The same for a call that concerns all streams, or memory, by the modes of the captures and of
  /// the calling thread.
  hip::Error forbid_unsafe();
  /// `StreamCaptureImplicit` where work on the null stream would wait for a capturing stream, whose
  /// capture is then invalidated unless the call only `asks`.
  hip::Error check_legacy(const StreamQueue& queue, bool asks = false);
  /// The stream is destroyed: it leaves its capture, which is invalidated.
  void forget(const StreamQueue& queue);

 private:
  struct Stream {
    std::shared_ptr<Capture> capture;
    std::vector<NodePointer> last;
  };
  void update_count() { streams_count_.store(streams_.size()); }

  mutable std::mutex mutex_;
  std::map<const StreamQueue*, Stream> streams_;
  std::atomic<std::size_t> streams_count_{0};
  std::uint64_t next_id_ = 1;
};

}  // namespace kgate::emulator
