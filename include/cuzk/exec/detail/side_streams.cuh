// SPDX-License-Identifier: Apache-2.0
#pragma once

// A second stream for part of a call's work, beside the caller's.

#include <memory>
#include <mutex>
#include <utility>
#include <vector>

#include <cuda_runtime_api.h>

#include <cuzk/core/cuda.cuh>
#include <cuzk/exec/detail/handles.cuh>

namespace cuzk::inline v0::exec::detail {

struct side_stream {
  owned_stream stream = make_stream();
  owned_event fork = make_event();
  owned_event join = make_event();
};

// Streams of one device that calls borrow while they enqueue. Copies share them; any thread may borrow. Work of a
// call that is over may still be on its stream, so that a later borrower's work comes after it: it never waits for
// anything but work enqueued before it.
class side_streams {
 public:
  // For the current device, with one stream made.
  side_streams() : idle_(std::make_shared<idle_streams>()) { idle_->streams.push_back(make()); }

  [[nodiscard]] std::unique_ptr<side_stream> borrow() const {
    {
      std::scoped_lock const lock(idle_->mutex);
      for (auto& candidate : idle_->streams) {
        // A stream that took part in a capture belongs to it until the capture ends.
        cudaStreamCaptureStatus status = cudaStreamCaptureStatusNone;
        CUZK_CUDA_CHECK(cudaStreamIsCapturing(candidate->stream.get(), &status));
        if (status != cudaStreamCaptureStatusNone) continue;
        std::swap(candidate, idle_->streams.back());
        auto taken = std::move(idle_->streams.back());
        idle_->streams.pop_back();
        return taken;
      }
      idle_->streams.reserve(++idle_->made);  // so that giving back does not allocate
    }
    return make();
  }
  void give_back(std::unique_ptr<side_stream> stream) const noexcept {
    std::scoped_lock const lock(idle_->mutex);
    idle_->streams.push_back(std::move(stream));
  }

 private:
  struct idle_streams {
    std::mutex mutex;
    std::vector<std::unique_ptr<side_stream>> streams;
    std::size_t made = 1;
  };
  static std::unique_ptr<side_stream> make() { return std::make_unique<side_stream>(); }

  std::shared_ptr<idle_streams> idle_;
};

// While it lives, work may be enqueued on side() too: it comes after what is on `main` now, and what is enqueued on
// `main` after this object's end comes after it. Can be captured.
class fork {
 public:
  fork(stream_ref main, side_streams const& streams) : main_(main), streams_(streams), side_(streams.borrow()) {
    try {
      CUZK_CUDA_CHECK(cudaEventRecord(side_->fork.get(), main_.get()));
      CUZK_CUDA_CHECK(cudaStreamWaitEvent(side_->stream.get(), side_->fork.get()));
    } catch (...) {
      streams_.give_back(std::move(side_));
      throw;
    }
  }
  fork(fork const&) = delete;
  fork& operator=(fork const&) = delete;
  // Ends without a word where an error of the device is pending; the caller's next checked call tells it.
  ~fork() {
    cudaEventRecord(side_->join.get(), side_->stream.get());
    cudaStreamWaitEvent(main_.get(), side_->join.get());
    streams_.give_back(std::move(side_));
  }

  [[nodiscard]] stream_ref side() const noexcept { return stream_ref(side_->stream.get()); }

 private:
  stream_ref main_;
  side_streams const& streams_;
  std::unique_ptr<side_stream> side_;
};

}  // namespace cuzk::inline v0::exec::detail
