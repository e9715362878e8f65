// SPDX-License-Identifier: Apache-2.0
#pragma once

/// @file
/// Amounts of several kinds that threads take and give back, in the order in which they asked.

#include <array>
#include <chrono>
#include <condition_variable>
#include <cstddef>
#include <cstdint>
#include <list>
#include <mutex>
#include <string>

#include <cuzk/core/error.hpp>
#include <cuzk/core/waiting.hpp>

namespace cuzk::inline v0 {

/// An account of `Kinds` amounts, none of which is ever above its capacity. Who asks for several kinds gets all or
/// none, so that two who hold a part each never wait for each other. Strictly first come, first served: a small request
/// waits behind a large one, which therefore never starves. Any thread may give back what another took. Thread-safe.
///
/// @cost  a mutex a call; a condition variable a thread that waits
template <std::size_t Kinds>
class fifo_account {
 public:
  /// How much of each kind.
  using amounts = std::array<std::uint64_t, Kinds>;

  /// @param capacity  the most of each kind that is taken at any time
  explicit fifo_account(amounts const& capacity) : capacity_(capacity) {}
  fifo_account(fifo_account const&) = delete;
  fifo_account& operator=(fifo_account const&) = delete;
  /// Nothing may be taken, and nobody wait, any more.
  ~fifo_account() = default;

  /// Takes, and waits for it behind all that wait already.
  /// @throws invalid_argument at once for what can never fit; `cancelled`, `timed_out`. Nothing is taken then
  void take(amounts const& wanted, wait_limits const& limits = {}) {
    require_possible(wanted);
    std::unique_lock<std::mutex> hold(mutex_);
    if (limits.stop.stop_requested()) throw cancelled("cancelled before it waited");
    if (waiting_.empty() && fits(wanted)) {
      add(wanted);
      return;
    }
    auto const self = waiting_.emplace(waiting_.end(), wanted);
    if (self->wait(hold, limits)) {  // what was taken for it is its own, whatever else came at the same time
      admitted_.erase(self);
      return;
    }
    waiting_.erase(self);
    admit();  // who stood behind it may fit
    detail::throw_wait_ended(limits, "a wait in line");
  }

  /// Takes if that needs no wait, and nobody waits; says whether it did.
  /// @throws invalid_argument for what can never fit
  [[nodiscard]] bool try_take(amounts const& wanted) {
    require_possible(wanted);
    std::lock_guard<std::mutex> const hold(mutex_);
    if (!waiting_.empty() || !fits(wanted)) return false;
    add(wanted);
    return true;
  }

  /// Gives back of what was taken.
  void give(amounts const& back) noexcept {
    std::lock_guard<std::mutex> const hold(mutex_);
    for (std::size_t i = 0; i < Kinds; ++i) taken_[i] -= back[i];
    admit();
  }

  /// The most of each kind that is taken at any time.
  [[nodiscard]] amounts const& capacity() const noexcept { return capacity_; }
  /// What is taken now.
  [[nodiscard]] amounts taken() const {
    std::lock_guard<std::mutex> const hold(mutex_);
    return taken_;
  }
  /// The most of each kind that was taken at any time.
  [[nodiscard]] amounts peak() const {
    std::lock_guard<std::mutex> const hold(mutex_);
    return peak_;
  }
  /// Threads that wait now.
  [[nodiscard]] std::size_t waiting() const {
    std::lock_guard<std::mutex> const hold(mutex_);
    return waiting_.size();
  }

 private:
  struct waiter {
    explicit waiter(amounts const& w) : wanted(w) {}

    amounts wanted;
    bool admitted = false;
    std::condition_variable_any changed;

    // Whether it was admitted.
    bool wait(std::unique_lock<std::mutex>& hold, wait_limits const& limits) {
      return detail::wait_within(changed, hold, limits, [this] { return admitted; });
    }
  };

  void require_possible(amounts const& wanted) const {
    for (std::size_t i = 0; i < Kinds; ++i) {
      if (wanted[i] > capacity_[i]) {
        throw invalid_argument(std::to_string(wanted[i]) + " of kind " + std::to_string(i) +
                               " can never be had, there are " + std::to_string(capacity_[i]));
      }
    }
  }
  [[nodiscard]] bool fits(amounts const& wanted) const {
    for (std::size_t i = 0; i < Kinds; ++i) {
      if (wanted[i] > capacity_[i] - taken_[i]) return false;
    }
    return true;
  }
  void add(amounts const& wanted) {
    for (std::size_t i = 0; i < Kinds; ++i) {
      taken_[i] += wanted[i];
      if (taken_[i] > peak_[i]) peak_[i] = taken_[i];
    }
  }
  // Those in front that fit leave the queue.
  void admit() noexcept {
    while (!waiting_.empty() && fits(waiting_.front().wanted)) {
      add(waiting_.front().wanted);
      waiting_.front().admitted = true;
      waiting_.front().changed.notify_one();
      admitted_.splice(admitted_.end(), waiting_, waiting_.begin());
    }
  }

  amounts const capacity_;
  mutable std::mutex mutex_;
  amounts taken_{};
  amounts peak_{};
  std::list<waiter> waiting_;
  std::list<waiter> admitted_;  // until their threads have woken
};

}  // namespace cuzk::inline v0
