// SPDX-License-Identifier: Apache-2.0
#pragma once

// A second stream for part of a call's work, beside the caller's.

#include <cstddef>
#include <memory>
#include <mutex>
#include <utility>
#include <vector>

#include <cuda_runtime_api.h>

#include <cuzk/core/cuda.cuh>
#include <cuzk/core/detail/handles.cuh>

namespace cuzk::inline v0::exec::detail {

struct side_stream {
  cuzk::detail::owned_stream stream = cuzk::detail::make_stream();
  cuzk::detail::owned_event forked = cuzk::detail::make_event();
  cuzk::detail::owned_event joined = cuzk::detail::make_event();
  cudaStream_t user = nullptr;  // the stream beside which it was used last
};

// Streams that calls borrow while they enqueue, made when they are first needed, for the device that is current then.
// Copies share them; any thread may borrow. Work of a call that is over may still be on its stream, so a stream is
// lent to that call's stream again, whose work comes in that order anyway; only beyond `most_idle` of them to another.
class side_streams {
 public:
  side_streams() : idle_(std::make_shared<idle_streams>()) {}

  // Beside `user`. @throws cuda_error
  [[nodiscard]] std::unique_ptr<side_stream> borrow(stream_ref user) const {
    auto taken = take_idle(user.get());
    if (!taken) taken = std::make_unique<side_stream>();
    taken->user = user.get();
    return taken;
  }
  // Makes what the first borrowing beside `user` would make. @throws cuda_error
  void prepare(stream_ref user) const { give_back(borrow(user)); }
  void give_back(std::unique_ptr<side_stream> stream) const noexcept {
    std::scoped_lock const lock(idle_->mutex);
    idle_->streams.push_back(std::move(stream));
  }

 private:
  static constexpr std::size_t most_idle = 16;

  struct idle_streams {
    std::mutex mutex;
    std::vector<std::unique_ptr<side_stream>> streams;
    std::size_t lent = 0;
  };

  // None if one is to be made.
  [[nodiscard]] std::unique_ptr<side_stream> take_idle(cudaStream_t user) const {
    std::scoped_lock const lock(idle_->mutex);
    auto& streams = idle_->streams;
    for (bool const of_others : {false, true}) {
      if (of_others && streams.size() < most_idle) break;
      for (auto& candidate : streams) {
        if ((candidate->user != user && !of_others) || !is_free(*candidate, user)) continue;
        std::swap(candidate, streams.back());
        auto taken = std::move(streams.back());
        streams.pop_back();
        return taken;
      }
    }
    streams.reserve(++idle_->lent);  // so that giving back does not allocate
    return nullptr;
  }

  // A stream that took part in a capture belongs to it until that ends.
  [[nodiscard]] static bool is_free(side_stream const& side, cudaStream_t user) {
    auto const is_capturing = [](cudaStream_t stream) {
      cudaStreamCaptureStatus status = cudaStreamCaptureStatusNone;
      CUZK_CUDA_CHECK(cudaStreamIsCapturing(stream, &status));
      return status != cudaStreamCaptureStatusNone;
    };
    return !is_capturing(side.stream.get()) || (side.user == user && is_capturing(user));
  }

  std::shared_ptr<idle_streams> idle_;
};

// A stream beside `main`. Between fork() and join() work may be enqueued on side() too: it comes after what was on
// `main` at fork(), and what is enqueued on `main` after join() comes after it. Can be captured.
class forked_stream {
 public:
  // `side` outlives this.
  forked_stream(stream_ref main, side_stream const& side) noexcept : main_(main), side_(&side) {}
  forked_stream(forked_stream const&) = delete;
  forked_stream& operator=(forked_stream const&) = delete;
  // Joins if an exception left that out.
  ~forked_stream() {
    if (!is_forked_) return;
    bool const is_joined = cuzk::detail::succeeds(cudaEventRecord(side_->joined.get(), side_->stream.get())) &&
                           cuzk::detail::succeeds(cudaStreamWaitEvent(main_.get(), side_->joined.get()));
    if (!is_joined) cuzk::detail::succeeds(cudaStreamSynchronize(side_->stream.get()));
  }

  void fork() {
    CUZK_CUDA_CHECK(cudaEventRecord(side_->forked.get(), main_.get()));
    CUZK_CUDA_CHECK(cudaStreamWaitEvent(side_->stream.get(), side_->forked.get()));
    is_forked_ = true;
  }
  void join() {
    CUZK_CUDA_CHECK(cudaEventRecord(side_->joined.get(), side_->stream.get()));
    CUZK_CUDA_CHECK(cudaStreamWaitEvent(main_.get(), side_->joined.get()));
    is_forked_ = false;
  }
  [[nodiscard]] stream_ref side() const noexcept { return stream_ref(side_->stream.get()); }

 private:
  stream_ref main_;
  side_stream const* side_;
  bool is_forked_ = false;
};

// The same with a borrowed stream.
class lent_stream {
 public:
  // @throws cuda_error; nothing is enqueued
  lent_stream(stream_ref main, side_streams const& streams)
      : lent_{streams, streams.borrow(main)}, forked_(main, *lent_.side) {}
  lent_stream(lent_stream const&) = delete;
  lent_stream& operator=(lent_stream const&) = delete;
  ~lent_stream() = default;

  void fork() { forked_.fork(); }
  void join() { forked_.join(); }
  [[nodiscard]] stream_ref side() const noexcept { return forked_.side(); }

 private:
  struct loan {
    side_streams from;
    std::unique_ptr<side_stream> side;

    ~loan() { from.give_back(std::move(side)); }
  };

  loan lent_;
  forked_stream forked_;  // joins before the stream is given back
};

}  // namespace cuzk::inline v0::exec::detail
