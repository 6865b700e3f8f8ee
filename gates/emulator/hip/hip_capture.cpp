// SPDX-License-Identifier: MIT
// Keeps captures: which streams take part, behind which nodes, and what they forbid.
#include "gates/emulator/hip/hip_capture.hpp"

#include <algorithm>
#include <set>

#include "gates/emulator/hip/hip_thread.hpp"

namespace kgate::emulator {
namespace {

using hip::Error;

Error invalidated() {
  return fail(Error::hipErrorStreamCaptureInvalidated,
              "the capture was invalidated by an earlier call");
}

/// Adds `node` and everything it is behind.
void add_reached(const NodePointer& node, std::set<const GraphNode*>& reached) {
  std::vector<const GraphNode*> pending{node.get()};
  while (!pending.empty()) {
    const GraphNode* const next = pending.back();
    pending.pop_back();
    if (!reached.insert(next).second) continue;
    for (const NodePointer& before : next->after) pending.push_back(before.get());
  }
}

}  // namespace

bool is_captured(EventState& event) {
  const std::scoped_lock lock(event.mutex);
  return event.captured != nullptr;
}

Captures& Captures::get() {
  // Streams of threads end after static objects are destroyed.
  static Captures& captures = *new Captures;
  return captures;
}

bool Captures::capturing(const StreamQueue& queue) const {
  if (!any()) return false;
  const std::scoped_lock lock(mutex_);
  return streams_.contains(&queue);
}

CaptureInfo Captures::info(const StreamQueue& queue) const {
  const std::scoped_lock lock(mutex_);
  const auto found = streams_.find(&queue);
  if (found == streams_.end()) return {};
  const auto& [capture, last] = found->second;
  return {capture->invalidated ? CaptureStatus::invalidated : CaptureStatus::active, capture->id,
          capture->graph, last};
}

Error Captures::begin(const StreamQueue& queue, bool legacy, CaptureMode mode) {
  if (legacy) {
    return fail(Error::hipErrorStreamCaptureUnsupported, "the null stream cannot capture");
  }
  const std::scoped_lock lock(mutex_);
  if (streams_.contains(&queue)) {
    return fail(Error::hipErrorIllegalState, "the stream is capturing already");
  }
  auto capture = std::make_shared<Capture>();
  capture->graph = std::make_shared<Graph>();
  capture->origin = &queue;
  capture->mode = mode;
  capture->thread = std::this_thread::get_id();
  capture->id = next_id_++;
  streams_[&queue] = {std::move(capture), {}};
  update_count();
  return Error::hipSuccess;
}

Error Captures::end(const StreamQueue& queue, std::shared_ptr<Graph>& graph) {
  const std::scoped_lock lock(mutex_);
  const auto found = streams_.find(&queue);
  if (found == streams_.end()) {
    return fail(Error::hipErrorIllegalState, "the stream is not capturing");
  }
  const std::shared_ptr<Capture> capture = found->second.capture;
  if (capture->origin != &queue) {
    return fail(Error::hipErrorStreamCaptureUnmatched, "the capture began in another stream");
  }
  if (capture->mode != CaptureMode::relaxed && capture->thread != std::this_thread::get_id()) {
    return fail(Error::hipErrorStreamCaptureWrongThread, "the capture began in another thread");
  }
  std::set<const GraphNode*> joined;
  for (const NodePointer& node : found->second.last) add_reached(node, joined);
  bool unjoined = false;
  for (const auto& [other, stream] : streams_) {
    if (stream.capture != capture || other == &queue) continue;
    unjoined |= !std::all_of(stream.last.begin(), stream.last.end(),
                             [&](const NodePointer& node) { return joined.contains(node.get()); });
  }
  std::erase_if(streams_, [&](const auto& entry) { return entry.second.capture == capture; });
  update_count();
  // An event that was recorded in the capture must not keep the graph from ending.
  std::shared_ptr<Graph> captured = std::move(capture->graph);
  if (capture->invalidated) return invalidated();
  if (unjoined) {
    return fail(Error::hipErrorStreamCaptureUnjoined,
                "a stream that joined the capture has work the first stream does not wait for");
  }
  graph = std::move(captured);
  return Error::hipSuccess;
}

Error Captures::add(const StreamQueue& queue, Work work) {
  const std::scoped_lock lock(mutex_);
  const auto found = streams_.find(&queue);
  if (found == streams_.end() || found->second.capture->invalidated) return invalidated();
  auto& [capture, last] = found->second;
  NodePointer node = capture->graph->add(std::move(work), last);
  last.assign(1, std::move(node));
  return Error::hipSuccess;
}

Error Captures::record(const StreamQueue& queue, EventState& event) {
  const std::scoped_lock lock(mutex_, event.mutex);
  const auto found = streams_.find(&queue);
  if (found == streams_.end() || found->second.capture->invalidated) return invalidated();
  event.captured =
      std::make_shared<CapturedEvent>(CapturedEvent{found->second.capture, found->second.last});
  event.record = nullptr;
  return Error::hipSuccess;
}

Error Captures::wait(const StreamQueue& queue, EventState& event) {
  const std::scoped_lock lock(mutex_, event.mutex);
  const auto found = streams_.find(&queue);
  if (event.captured == nullptr) {
    if (found == streams_.end() || event.record == nullptr) return Error::hipSuccess;
    found->second.capture->invalidated = true;
    return fail(Error::hipErrorStreamCaptureIsolation,
                "a capturing stream would wait for an event that was recorded outside the capture");
  }
  const std::shared_ptr<Capture>& capture = event.captured->capture;
  const bool live = std::any_of(streams_.begin(), streams_.end(),
                                [&](const auto& entry) { return entry.second.capture == capture; });
  if (!live) {
    return fail(Error::hipErrorStreamCaptureIsolation,
                "the event was recorded in a capture that is over");
  }
  if (capture->invalidated) return invalidated();
  if (found != streams_.end() && found->second.capture != capture) {
    found->second.capture->invalidated = true;
    capture->invalidated = true;
    return fail(Error::hipErrorStreamCaptureMerge,
                "the stream and the event belong to two captures");
  }
  Stream& stream = streams_[&queue];
  stream.capture = capture;
  for (const NodePointer& node : event.captured->last) {
    if (std::ranges::find(stream.last, node) == stream.last.end()) {
      stream.last.push_back(node);
    }
  }
  update_count();
  return Error::hipSuccess;
}

Error Captures::forbid(const StreamQueue& queue) {
  if (!any()) return Error::hipSuccess;
  const std::scoped_lock lock(mutex_);
  const auto found = streams_.find(&queue);
  if (found == streams_.end()) return Error::hipSuccess;
  found->second.capture->invalidated = true;
  return fail(Error::hipErrorStreamCaptureUnsupported,
              "the call is not permitted on a capturing stream; its capture is invalidated");
}

Error Captures::forbid_unsafe() {
  if (!any()) return Error::hipSuccess;
  const auto mode = static_cast<CaptureMode>(thread_state().capture_mode);
  if (mode == CaptureMode::relaxed) return Error::hipSuccess;
  const std::scoped_lock lock(mutex_);
  bool found = false;
  for (const auto& [queue, stream] : streams_) {
    Capture& capture = *stream.capture;
    const bool own = capture.thread == std::this_thread::get_id();
    if (capture.mode == CaptureMode::relaxed ||
        (!own && (capture.mode != CaptureMode::global || mode != CaptureMode::global))) {
      continue;
    }
    capture.invalidated = true;
    found = true;
  }
  return found ? fail(Error::hipErrorStreamCaptureUnsupported,
                      "the call is not permitted while a stream is capturing; its capture is "
                      "invalidated")
               : Error::hipSuccess;
}

Error Captures::check_legacy(const StreamQueue& queue, bool asks) {
  if (!any()) return Error::hipSuccess;
  const Runtime& runtime = Runtime::get();
  if (runtime.devices.at(static_cast<std::size_t>(queue.device()))->null_stream().get() != &queue) {
    return Error::hipSuccess;
  }
  const std::scoped_lock lock(mutex_);
  bool found = false;
  for (const auto& [other, stream] : streams_) {
    if (!other->blocking() || other->device() != queue.device()) continue;
    stream.capture->invalidated |= !asks;
    found = true;
  }
  return found ? fail(Error::hipErrorStreamCaptureImplicit,
                      "the null stream waits for blocking streams, of which one is capturing")
               : Error::hipSuccess;
}

void Captures::forget(const StreamQueue& queue) {
  if (!any()) return;
  const std::scoped_lock lock(mutex_);
  const auto found = streams_.find(&queue);
  if (found == streams_.end()) return;
  const std::shared_ptr<Capture> capture = found->second.capture;
  capture->invalidated = true;
  streams_.erase(found);
  // Nobody could end it any more.
  if (capture->origin == &queue) {
    std::erase_if(streams_, [&](const auto& entry) { return entry.second.capture == capture; });
  }
  update_count();
}

}  // namespace kgate::emulator
