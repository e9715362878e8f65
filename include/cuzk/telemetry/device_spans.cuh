// SPDX-License-Identifier: Apache-2.0
#pragma once

/// @file
/// Spans of work on a device's streams, timed by the device and put onto the timeline's clock.

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <limits>
#include <new>
#include <optional>
#include <utility>
#include <vector>

#include <cuda_runtime_api.h>

#include <cuzk/core/config.hpp>
#include <cuzk/core/cuda.cuh>
#include <cuzk/core/detail/handles.cuh>
#include <cuzk/core/error.hpp>
#include <cuzk/telemetry/policy.hpp>
#include <cuzk/telemetry/record.hpp>
#include <cuzk/telemetry/span.hpp>

namespace cuzk::inline v0::telemetry {

namespace detail {

// An event of the current device that keeps its time.
[[nodiscard]] inline cuzk::detail::owned_event make_timed_event() {
  cudaEvent_t event = nullptr;
  CUZK_CUDA_CHECK(cudaEventCreateWithFlags(&event, cudaEventDefault));
  return cuzk::detail::owned_event(event);
}

// Nanoseconds of the device's clock from one finished event to another, negative where the second was first. Of two
// events the later one is never nearer to `from`. Which sign one call gives to events in reverse is not documented.
[[nodiscard]] inline std::optional<std::int64_t> nanoseconds_between(cudaEvent_t from, cudaEvent_t to) noexcept {
  auto const as_ns = [](float ms) { return static_cast<std::int64_t>(std::llround(static_cast<double>(ms) * 1e6)); };
  float ms = 0;
  if (!cuzk::detail::succeeds(cudaEventElapsedTime(&ms, from, to))) return std::nullopt;
  if (ms > 0) return as_ns(ms);
  if (!cuzk::detail::succeeds(cudaEventElapsedTime(&ms, to, from))) return std::nullopt;
  return ms > 0 ? -as_ns(ms) : 0;
}

}  // namespace detail

/// Spans of work on streams of one device, each between two events: it begins when all earlier work of its stream is
/// done and ends when its own work is. Pauses of the stream inside it, for work of other streams or because the host
/// was late, belong to it.
///
/// Where the device's clock stands on the timeline is measured by `align`, to `uncertainty_ns`; the lengths of spans
/// and what comes before what do not depend on that. Made once for a worker, at set-up, with its events; for one
/// thread at a time. Empty, without a call of CUDA, where the policy is not enabled.
template <telemetry_policy Policy>
class device_spans {
  struct slot {
    cuzk::detail::owned_event begin;
    cuzk::detail::owned_event end;
    cudaStream_t stream = nullptr;
    activity what = activity::kernel;
    char const* name = "";
    std::uint32_t lane = 0;
    std::uint64_t job = 0;
    std::uint64_t bytes = 0;
    char const* memory = "";
  };

 public:
  /// A span whose begin is on its stream. Move-only. Ends where its scope does, also where an exception ends it.
  class open_span {
   public:
    /// Takes over the end.
    open_span(open_span&& other) noexcept
        : of_(std::exchange(other.of_, nullptr)), slot_(other.slot_), followed_(other.followed_) {}
    open_span(open_span const&) = delete;
    open_span& operator=(open_span const&) = delete;
    ~open_span() { end(); }

    /// What was copied, and the kind of the host's memory, a literal.
    void copied(std::uint64_t bytes, char const* memory) noexcept {
      if (of_ == nullptr) return;
      of_->slots_[slot_].bytes = bytes;
      of_->slots_[slot_].memory = memory;
    }

    /// Puts the end onto the stream, before the scope ends. Where that fails the span is dropped and counted as lost.
    void end() noexcept {
      if (device_spans* const of = std::exchange(of_, nullptr)) {
        of->record_end(slot_);
        followed_.end(of->to_);
      }
    }

   private:
    friend device_spans;
    open_span() noexcept = default;
    open_span(device_spans* of, std::size_t k, slot const& s) noexcept
        : of_(of), slot_(k), followed_(of->to_, s.what, s.name, s.job) {}

    device_spans* of_ = nullptr;  // none once it has ended, and on a stream that is being captured
    std::size_t slot_ = 0;
    [[no_unique_address]] detail::followed<Policy> followed_;
  };

  /// For streams of the current device; measures where its clock stands.
  /// @param stream  of the device; idle, or the alignment is loose
  /// @param to      the timeline
  /// @param count   spans that can be between their begin and their `collect` before more events are made
  /// @throws cuda_error
  /// @throws invalid_argument if the stream is being captured
  /// @sync   as `align`
  explicit device_spans(stream_ref stream, Policy to = Policy(), std::size_t count = 64) : to_(std::move(to)) {
    CUZK_CUDA_CHECK(cudaGetDevice(&device_));
    base_ = detail::make_timed_event();
    spare_ = detail::make_timed_event();
    make_slots(count);
    align(stream);
  }
  device_spans(device_spans const&) = delete;
  device_spans& operator=(device_spans const&) = delete;
  /// Collects what is finished; of the rest nothing is recorded. No span may be open.
  ~device_spans() { collect(); }

  /// Begins a span: work that is enqueued on the stream from now until its end belongs to it. On a stream that is
  /// being captured there is no span: what is returned does nothing.
  /// @param stream  of the device that was current when this object was made; outlives the span
  /// @param where   lane and job; the timeline is that of this object
  /// @param name    a literal: letters, digits, underscores
  /// @param bytes   that are copied, for copies
  /// @param memory  kind of the host's memory, for copies; a literal
  /// @throws cuda_error, and then there is no span
  /// @cost   two calls of CUDA, of which one enqueues; where all events are in use, as many again are made
  [[nodiscard]] open_span begin(stream_ref stream, place<Policy> const& where, activity what, char const* name,
                                std::uint64_t bytes = 0, char const* memory = "") {
    if (is_captured(stream)) return {};
    if (free_.empty()) make_slots(std::max<std::size_t>(1, slots_.size()));
    std::size_t const k = free_.back();
    slot& s = slots_[k];
    CUZK_CUDA_CHECK(cudaEventRecord(s.begin.get(), stream.get()));
    free_.pop_back();
    s.stream = stream.get();
    s.what = what;
    s.name = name;
    s.lane = where.lane;
    s.job = where.job;
    s.bytes = bytes;
    s.memory = memory;
    return {this, k, s};
  }

  /// Adds the spans whose work is done to the timeline, in the order of their end, and keeps the others. To be called
  /// after a wait for the streams; the spans of one call are ordered among each other. Not while this thread captures
  /// a stream, or another one does in the global mode: CUDA refuses queries then, and the capture fails.
  /// @cost  a query a span that has ended
  /// @sync  none
  void collect() noexcept {
    // The last one first: where it is done, so are those before it on its stream when they are asked.
    constexpr auto taken = std::numeric_limits<std::size_t>::max();
    for (std::size_t i = ended_.size(); i-- > 0;) {
      if (take_if_done(ended_[i])) ended_[i] = taken;
    }
    std::erase(ended_, taken);
    std::reverse(done_.begin(), done_.end());
    std::stable_sort(done_.begin(), done_.end(), [](auto const& a, auto const& b) { return a.end_ns < b.end_ns; });
    for (times const& t : done_) add(t);
    // Later spans are measured from the last end, since the error grows with the distance.
    if (!done_.empty() && done_.back().end_ns > base_ns_) {
      std::swap(base_, slots_[done_.back().slot].end);
      base_ns_ = done_.back().end_ns;
    }
    for (times const& t : done_) free_.push_back(t.slot);
    done_.clear();
  }

  /// Measures again where the device's clock stands on the timeline: for pauses, since the clocks drift apart. Spans
  /// that are collected from now on follow the new measurement.
  /// @param stream  of the device; idle, or the measurement is loose
  /// @throws cuda_error; invalid_argument if the stream is being captured
  /// @sync   waits for the work on the stream, several times
  void align(stream_ref stream) {
    if (is_captured(stream)) {
      throw invalid_argument("telemetry::device_spans: clocks are aligned on a stream that is not being captured");
    }
    std::uint64_t tightest = std::numeric_limits<std::uint64_t>::max();
    for (int i = 0; i < 16; ++i) {
      std::uint64_t const before = to_.now();
      CUZK_CUDA_CHECK(cudaEventRecord(spare_.get(), stream.get()));
      stream.synchronize();
      std::uint64_t const width = to_.now() - before;
      if (width >= tightest) continue;
      tightest = width;
      std::swap(base_, spare_);
      base_ns_ = static_cast<std::int64_t>(before + width / 2);
      uncertainty_ns_ = width - width / 2;
    }
  }

  /// How far a span may lie from its true place on the timeline by the last alignment: half of the time in which the
  /// host bracketed an event. To it come the resolution of events, half a microsecond, and what the clocks have
  /// drifted apart since.
  [[nodiscard]] std::uint64_t uncertainty_ns() const noexcept { return uncertainty_ns_; }
  /// Spans for which there are events, in use or not.
  [[nodiscard]] std::size_t capacity() const noexcept { return slots_.size(); }
  /// Spans that were begun and dropped since a call of CUDA failed, the stream was captured before their end, or
  /// there was no memory for a record.
  [[nodiscard]] std::uint64_t lost() const noexcept { return lost_; }

 private:
  struct times {
    std::size_t slot;
    std::int64_t begin_ns;
    std::int64_t end_ns;
  };

  static bool is_captured(stream_ref stream) {
    cudaStreamCaptureStatus status = cudaStreamCaptureStatusNone;
    CUZK_CUDA_CHECK(cudaStreamIsCapturing(stream.get(), &status));
    return status != cudaStreamCaptureStatusNone;
  }

  void make_slots(std::size_t more) {
    std::size_t const all = slots_.size() + more;
    slots_.reserve(all);
    free_.reserve(all);  // so that no later step needs memory
    ended_.reserve(all);
    done_.reserve(all);
    device_guard const on(device_);
    while (slots_.size() < all) {
      slot made;
      made.begin = detail::make_timed_event();
      made.end = detail::make_timed_event();
      slots_.push_back(std::move(made));
      free_.push_back(slots_.size() - 1);
    }
  }

  void drop(std::size_t k) noexcept {
    free_.push_back(k);
    ++lost_;
  }

  void record_end(std::size_t k) noexcept {
    slot const& s = slots_[k];
    cudaStreamCaptureStatus status = cudaStreamCaptureStatusNone;
    if (cuzk::detail::succeeds(cudaStreamIsCapturing(s.stream, &status)) && status == cudaStreamCaptureStatusNone &&
        cuzk::detail::succeeds(cudaEventRecord(s.end.get(), s.stream))) {
      ended_.push_back(k);
    } else {
      drop(k);
    }
  }

  // Whether the slot is no longer waited for.
  bool take_if_done(std::size_t k) noexcept {
    slot const& s = slots_[k];
    cudaError_t const code = cudaEventQuery(s.end.get());
    bool const is_done = cuzk::detail::succeeds(code);
    if (code == cudaErrorNotReady) return false;
    auto const begin = is_done ? detail::nanoseconds_between(base_.get(), s.begin.get()) : std::nullopt;
    auto const end = is_done ? detail::nanoseconds_between(base_.get(), s.end.get()) : std::nullopt;
    if (begin && end) {
      done_.push_back({k, base_ns_ + *begin, base_ns_ + std::max(*begin, *end)});
    } else {
      drop(k);
    }
    return true;
  }

  void add(times const& t) noexcept {
    slot const& s = slots_[t.slot];
    auto const on_timeline = [](std::int64_t ns) { return ns < 0 ? std::uint64_t{0} : static_cast<std::uint64_t>(ns); };
    try {
      to_.add({s.what, s.name, s.lane, on_timeline(t.begin_ns), on_timeline(t.end_ns), s.job, s.bytes, s.memory});
    } catch (std::bad_alloc const&) {  // of the name's copy; telemetry never fails a job
      ++lost_;
    }
  }

  Policy to_;
  int device_ = 0;
  cuzk::detail::owned_event base_;   // finished, at base_ns_ on the timeline
  cuzk::detail::owned_event spare_;  // of alignments
  std::int64_t base_ns_ = 0;
  std::uint64_t uncertainty_ns_ = 0;
  std::uint64_t lost_ = 0;
  std::vector<slot> slots_;
  std::vector<std::size_t> free_;   // slots without a span
  std::vector<std::size_t> ended_;  // slots whose end is on its stream, in that order
  std::vector<times> done_;         // of a collect
};

template <telemetry_policy Policy>
requires(!Policy::enabled) class device_spans<Policy> {
 public:
  class open_span {
   public:
    open_span(open_span&&) noexcept = default;
    open_span(open_span const&) = delete;
    open_span& operator=(open_span const&) = delete;
    ~open_span() = default;
    void copied(std::uint64_t, char const*) noexcept {}
    void end() noexcept {}

   private:
    friend device_spans;
    open_span() noexcept {}
  };

  explicit device_spans(stream_ref, Policy const& = Policy(), std::size_t = 64) noexcept {}
  device_spans(device_spans const&) = delete;
  device_spans& operator=(device_spans const&) = delete;
  ~device_spans() = default;

  [[nodiscard]] static open_span begin(stream_ref, place<Policy> const&, activity, char const*, std::uint64_t = 0,
                                       char const* = "") noexcept {
    return {};
  }
  static void collect() noexcept {}
  static void align(stream_ref) noexcept {}
  [[nodiscard]] static std::uint64_t uncertainty_ns() noexcept { return 0; }
  [[nodiscard]] static std::size_t capacity() noexcept { return 0; }
  [[nodiscard]] static std::uint64_t lost() noexcept { return 0; }
};

}  // namespace cuzk::inline v0::telemetry
