// SPDX-License-Identifier: Apache-2.0
#pragma once

// What the threads of a prover on a device have, and what they hand to each other: jobs in the queue, streams and
// events, and the end of a job's hold of its inputs.

#include <array>
#include <condition_variable>
#include <cstddef>
#include <cstdint>
#include <forward_list>
#include <memory>
#include <mutex>
#include <new>
#include <string>
#include <thread>
#include <utility>
#include <vector>

#include <cuda_runtime_api.h>

#include <cuzk/core/config.hpp>
#include <cuzk/core/cuda.cuh>
#include <cuzk/core/detail/handles.cuh>
#include <cuzk/core/wipe.hpp>
#include <cuzk/curve/concepts.hpp>
#include <cuzk/exec/detail/side_streams.cuh>
#include <cuzk/groth16/detail/job_plan.cuh>
#include <cuzk/groth16/detail/key_runs.cuh>
#include <cuzk/groth16/detail/launch_pace.cuh>
#include <cuzk/groth16/device_job.hpp>
#include <cuzk/groth16/ticket.hpp>
#include <cuzk/telemetry/device_spans.cuh>
#include <cuzk/telemetry/policy.hpp>
#include <cuzk/telemetry/span.hpp>

namespace cuzk::inline v0::groth16::detail {

// A job in the queue.
template <pairing_curve C>
struct proof_task {
  using scalar = typename C::fr;

  proof_task(device_job<scalar> w, scalar const& r_, scalar const& s_)
      : what(std::move(w)),
        r(r_),
        s(s_),
        state(std::make_shared<job_state<C>>(what.id, std::move(what.owner), std::move(what.on_inputs_free))) {}
  proof_task(proof_task const&) = delete;
  proof_task& operator=(proof_task const&) = delete;
  ~proof_task() {
    wipe(r);
    wipe(s);
  }

  device_job<scalar> what;
  scalar r, s;
  std::shared_ptr<job_state<C>> state;
  std::uint64_t queued_ns = 0;  // on the timeline
};

// What a thread of the prover owns, made at set-up.
template <class Steps, telemetry_policy Telemetry, class UploadEnd>
struct prover_worker {
  using place_type = telemetry::place<Telemetry>;
  using spans_type = telemetry::device_spans<Telemetry>;

  // Of a sum over wires but the first, where they go on at once.
  struct beside_lane {
    exec::detail::side_stream stream;
    place_type place;

    [[nodiscard]] stream_ref stream_on() const { return stream_ref(stream.stream.get()); }
  };

  prover_worker(Steps const& steps, Telemetry const& to, unsigned number)
      : results(steps),
        main(cuzk::detail::make_stream()),
        copies(cuzk::detail::make_stream()),
        memory_is_there(cuzk::detail::make_event()),
        witness_is_there(cuzk::detail::make_event()),
        vectors_are_there{cuzk::detail::make_event(), cuzk::detail::make_event(), cuzk::detail::make_event()},
        wires_arrived(cuzk::detail::make_waiting_event()),
        arrived(cuzk::detail::make_waiting_event()),
        key(),
        host_place{to, lane_of(to, "worker", number), 0},
        main_place{to, lane_of(to, "kernels", number), 0},
        copy_place{to, lane_of(to, "copies", number), 0},
        key_place{to, lane_of(to, "key", number), 0},
        kernel_spans(stream_ref(main.get()), to, 256),
        copy_spans(stream_ref(copies.get()), to),
        key_spans(key.uploads(), to, 256) {
    if (steps.plan().streams_key()) return;
    beside.reserve(wire_sums - 1);
    for (std::size_t i = 1; i < wire_sums; ++i) beside.push_back({{}, {to, lane_of(to, wire_sum_names[i], number), 0}});
  }
  prover_worker(prover_worker const&) = delete;
  prover_worker& operator=(prover_worker const&) = delete;
  ~prover_worker() {
    drop_upload_ends();
    if (!upload_ends.empty()) {  // the device has failed; a host function that comes late finds its own for ever
      static_cast<void>(new (std::nothrow) std::forward_list<UploadEnd>(std::move(upload_ends)));
    }
  }

  [[nodiscard]] bool copies_are_over() const noexcept {
    return cuzk::detail::succeeds(cudaStreamSynchronize(copies.get()));
  }
  // Those that no host function can come to any more; where the device does not say so, all are kept.
  void drop_upload_ends() noexcept {
    if (!upload_ends.empty() && copies_are_over()) upload_ends.clear();
  }

  [[nodiscard]] stream_ref main_stream() const { return stream_ref(main.get()); }
  [[nodiscard]] stream_ref copy_stream() const { return stream_ref(copies.get()); }

  static std::uint32_t lane_of(Telemetry to, char const* what, unsigned number) {
    if constexpr (Telemetry::enabled) return to.lane(what + std::to_string(number));
    return 0;
  }

  typename Steps::results results;
  cuzk::detail::owned_stream main, copies;
  std::vector<beside_lane> beside;  // of a key on the device
  cuzk::detail::owned_event memory_is_there;
  cuzk::detail::owned_event witness_is_there;
  std::array<cuzk::detail::owned_event, 3> vectors_are_there;  // a, b, c
  cuzk::detail::owned_event wires_arrived;                     // the sums over wires, on the host
  cuzk::detail::owned_event arrived;                           // what the host waits for
  launch_pace pace;                                            // of what goes to `main`
  key_runs key;                                                // of a key on the host
  place_type host_place, main_place, copy_place, key_place;
  spans_type kernel_spans, copy_spans, key_spans;
  std::forward_list<UploadEnd> upload_ends;  // of jobs that are over
};

// Where a job's inputs are let go: a thread of its own, since host functions of a stream must not call CUDA, as the
// end of page-locked memory does.
template <pairing_curve C>
class input_releaser {
 public:
  explicit input_releaser(std::size_t most) {
    waiting_.reserve(most);  // so that a host function allocates nothing
    thread_ = std::thread([this] { serve(); });
  }
  input_releaser(input_releaser const&) = delete;
  input_releaser& operator=(input_releaser const&) = delete;
  ~input_releaser() {
    {
      std::scoped_lock const hold(mutex_);
      stops_ = true;
    }
    changed_.notify_one();
    thread_.join();
  }

  // At most one a worker at a time: each is followed by `forget` before the worker's next.
  void release(std::shared_ptr<job_state<C>> state) noexcept {
    {
      std::scoped_lock const hold(mutex_);
      waiting_.push_back(std::move(state));
    }
    changed_.notify_one();
  }
  // The caller lets the inputs go itself.
  void forget(std::shared_ptr<job_state<C>> const& state) noexcept {
    std::scoped_lock const hold(mutex_);
    std::erase(waiting_, state);
  }

 private:
  void serve() {
    std::vector<std::shared_ptr<job_state<C>>> now;
    now.reserve(waiting_.capacity());
    for (;;) {
      {
        std::unique_lock hold(mutex_);
        changed_.wait(hold, [this] { return stops_ || !waiting_.empty(); });
        if (waiting_.empty()) return;
        now.swap(waiting_);
      }
      for (auto const& state : now) state->inputs_are_free();
      now.clear();
    }
  }

  std::mutex mutex_;  // of what follows
  std::condition_variable changed_;
  std::vector<std::shared_ptr<job_state<C>>> waiting_;
  bool stops_ = false;
  std::thread thread_;
};

// The end of the region `upload`: when the last copy is done, on whatever thread notices first.
template <pairing_curve C, class Guard>
struct upload_end {
  upload_end(std::shared_ptr<job_state<C>> s, input_releaser<C>& r) : state(std::move(s)), releaser(r) {}
  upload_end(upload_end const&) = delete;
  upload_end& operator=(upload_end const&) = delete;

  void enter(Guard g) {
    std::scoped_lock const hold(mutex);
    region = std::move(g);
  }
  // From a host function of the stream, which may come after `close` where a wait has failed.
  void reached() noexcept {
    leave();
    std::scoped_lock const hold(mutex);
    if (!is_closed) releaser.release(state);
  }
  // The job is over.
  void close() noexcept {
    leave();
    {
      std::scoped_lock const hold(mutex);
      is_closed = true;
      releaser.forget(state);
    }
    state->inputs_are_free();
  }
  void leave() noexcept {
    Guard left;
    std::scoped_lock const hold(mutex);
    left = std::move(region);
  }

  std::shared_ptr<job_state<C>> state;
  input_releaser<C>& releaser;
  std::mutex mutex;  // of what follows
  Guard region;
  bool is_closed = false;
};

// A job's upload_end. It outlives the job where a wait for the copies has failed: then nobody knows whether their host
// function is under way.
template <class Worker, class UploadEnd>
class placed_upload_end {
 public:
  template <class... Arguments>
  explicit placed_upload_end(Worker& w, Arguments&&... arguments) : w_(w) {
    w_.drop_upload_ends();
    end_.emplace_front(std::forward<Arguments>(arguments)...);
  }
  placed_upload_end(placed_upload_end const&) = delete;
  placed_upload_end& operator=(placed_upload_end const&) = delete;
  ~placed_upload_end() {
    bool const is_over = w_.copies_are_over();
    get().close();
    if (!is_over) w_.upload_ends.splice_after(w_.upload_ends.before_begin(), end_);
  }

  [[nodiscard]] UploadEnd& get() noexcept { return end_.front(); }

 private:
  Worker& w_;
  std::forward_list<UploadEnd> end_;
};

}  // namespace cuzk::inline v0::groth16::detail
