// SPDX-License-Identifier: Apache-2.0
#pragma once

// How far a host thread may be ahead of its stream.

#include <array>
#include <cstddef>

#include <cuda_runtime_api.h>

#include <cuzk/core/config.hpp>
#include <cuzk/core/cuda.cuh>
#include <cuzk/core/detail/handles.cuh>

namespace cuzk::inline v0::groth16::detail {

// A device's queue holds about a thousand kernels, and a thread that enqueues more spins until there is room. One that
// stops at marks, a few hundred kernels apart, sleeps instead: at each until its stream has come to the mark before, so
// that the device has a mark's work left. For one thread and stream.
class launch_pace {
 public:
  launch_pace() : marks_{cuzk::detail::make_waiting_event(), cuzk::detail::make_waiting_event()} {}

  // Forgets the marks of work that is done or given up.
  void begin() noexcept {
    count_ = 0;
    points_ = 0;
  }

  // What is enqueued has work for so many points more, a mark if that is enough to hide the way to the host. The thread
  // sleeps by wait(event).
  template <class Wait>
  void add(stream_ref stream, std::size_t points, Wait const& wait) {
    points_ += points;
    if (points_ < points_of_a_mark) return;
    points_ = 0;
    CUZK_CUDA_CHECK(cudaEventRecord(marks_[count_ % 2].get(), stream.get()));
    if (count_ > 0) wait(marks_[(count_ - 1) % 2]);
    ++count_;
  }

 private:
  static constexpr std::size_t points_of_a_mark = std::size_t{1} << 22U;  // a millisecond of additions

  std::array<cuzk::detail::owned_event, 2> marks_;
  std::size_t count_ = 0;
  std::size_t points_ = 0;  // since the last mark
};

}  // namespace cuzk::inline v0::groth16::detail
