// SPDX-License-Identifier: Apache-2.0
#pragma once

// A lock policy of a test's own: one call at a time from its upload to a region, and what was seen of that.

#include <atomic>
#include <chrono>
#include <cstddef>
#include <memory>
#include <utility>

#include <cuda_runtime.h>

#include <cuzk/core/waiting.hpp>
#include <cuzk/lock/fifo_lock.hpp>
#include <cuzk/lock/policy.hpp>
#include <cuzk/lock/region.hpp>

namespace cuzk_test {

/// What is seen of all copies of one object.
struct seen_of_lock {
  std::atomic<int> holders{0};     ///< now
  std::atomic<int> most{0};        ///< holders at any time
  std::atomic<int> taken{0};       ///< times that the lock was taken
  std::atomic<int> unfinished{0};  ///< times that it was given back before the holder's stream was done
};

/// Each caller has a copy that names its stream, which must be done when the regions up to `Last` are left.
template <cuzk::region Last>
struct counting_lock {
  using policy_kind = cuzk::lock_kind;
  static constexpr std::size_t locks = 1;

  struct leave {
    cudaStream_t stream = nullptr;
    void operator()(seen_of_lock* seen) const noexcept {
      if (cudaStreamQuery(stream) != cudaSuccess) {
        ++seen->unfinished;
        static_cast<void>(cudaGetLastError());  // told once
      }
      --seen->holders;
    }
  };
  struct permit {
    std::shared_ptr<seen_of_lock> seen;
    cuzk::lock::fifo_lock::permit in;
    std::unique_ptr<seen_of_lock, leave> counted;  // given back before `in`
  };

  std::shared_ptr<seen_of_lock> seen = std::make_shared<seen_of_lock>();
  cuzk::lock::fifo_lock lock{};
  cudaStream_t stream = nullptr;

  [[nodiscard]] counting_lock of(cudaStream_t which) const { return {seen, lock, which}; }

  static constexpr bool needs(std::size_t, cuzk::region which) {
    return which >= cuzk::region::upload && which <= Last;
  }
  [[nodiscard]] permit acquire(std::size_t, cuzk::wait_limits const& limits) const {
    auto in = lock.acquire(limits);
    ++seen->taken;
    int const now = ++seen->holders;
    int most = seen->most;
    while (most < now && !seen->most.compare_exchange_weak(most, now)) {}
    return {seen, std::move(in), std::unique_ptr<seen_of_lock, leave>(seen.get(), leave{stream})};
  }
};
static_assert(cuzk::lock_policy<counting_lock<cuzk::region::kernels>>);

/// Nobody holds lock number `which` of the policy's object.
template <class Lock>
void require_can_acquire(Lock const& of, std::size_t which) {
  static_cast<void>(of.acquire(which, cuzk::wait_limits::within(std::chrono::seconds(0))));
}

}  // namespace cuzk_test
