// SPDX-License-Identifier: Apache-2.0
#pragma once

/// @file
/// One job's way through its regions under a lock policy.

#include <array>
#include <chrono>
#include <cstddef>
#include <memory>
#include <mutex>
#include <optional>
#include <string>
#include <type_traits>
#include <utility>

#include <cuzk/core/config.hpp>
#include <cuzk/core/error.hpp>
#include <cuzk/core/waiting.hpp>
#include <cuzk/lock/ledger.hpp>
#include <cuzk/lock/policy.hpp>
#include <cuzk/lock/region.hpp>

namespace cuzk::inline v0::lock {

/// A job that enters regions. A lock that several of its regions need is taken once and given back when the last of
/// them is left: who enters the next region before leaving the one before, as `guard = session.enter(next)` does,
/// keeps it throughout. Regions are entered by one thread at a time and left by any.
///
/// Jobs never wait for each other's locks in a circle: a session takes locks in the order of their numbers, and refuses
/// to ask for one while it holds another with a higher number. Under every policy of this library that allows regions
/// in their order, and an earlier one again while it has not been left.
template <lock_policy Policy>
class session {
  using clock = std::chrono::steady_clock;
  using permit = std::remove_cvref_t<decltype(std::declval<Policy&>().acquire(std::size_t{}, wait_limits{}))>;

  struct state {
    state(Policy p, std::shared_ptr<ledger> l) : policy(std::move(p)), times(std::move(l)) {}

    Policy policy;
    std::shared_ptr<ledger> times;
    std::mutex mutex;  // of what follows
    std::array<std::size_t, Policy::locks> users{};
    std::array<std::optional<permit>, Policy::locks> held{};

    void leave(std::size_t lock) noexcept {
      std::optional<permit> last;  // dies after the mutex is free
      std::lock_guard<std::mutex> const hold(mutex);
      if (--users[lock] == 0) last.swap(held[lock]);
    }
  };

 public:
  /// A region that is entered; leaves it when it dies, on any thread. Movable; an empty one does nothing.
  class guard {
   public:
    /// In no region.
    guard() = default;
    /// Takes over the region.
    guard(guard&& other) noexcept { swap(other); }
    /// Leaves its own region after the other's is taken over.
    guard& operator=(guard&& other) noexcept {
      guard taken(std::move(other));
      swap(taken);
      return *this;
    }
    guard(guard const&) = delete;
    guard& operator=(guard const&) = delete;
    ~guard() {
      if (state_ == nullptr) return;
      if (state_->times != nullptr && is_in_) state_->times->add_hold(region_, clock::now() - since_);
      for (std::size_t lock = locks_; lock-- > 0;) {
        if (Policy::needs(lock, region_)) state_->leave(lock);
      }
    }

    /// The result of `wait()`, whose time counts as a wait for other parts of the job.
    template <class Wait>
    decltype(auto) at_barrier(Wait&& wait) const {
      struct timer {
        guard const& of;
        clock::time_point since = clock::now();
        ~timer() {
          if (of.state_ != nullptr && of.state_->times != nullptr) {
            of.state_->times->add_barrier(of.region_, clock::now() - since);
          }
        }
      } const measured{*this};
      return std::forward<Wait>(wait)();
    }

   private:
    friend class session;
    guard(std::shared_ptr<state> s, region which) : state_(std::move(s)), region_(which) {}
    void swap(guard& other) noexcept {
      state_.swap(other.state_);
      std::swap(region_, other.region_);
      std::swap(locks_, other.locks_);
      std::swap(since_, other.since_);
      std::swap(is_in_, other.is_in_);
    }

    std::shared_ptr<state> state_;
    region region_{};
    std::size_t locks_ = 0;  // of these numbers those that the region needs are held
    clock::time_point since_;
    bool is_in_ = false;
  };

  /// @param policy  shared with the jobs that it excludes
  /// @param times   where waits and holds are written; nowhere if null
  explicit session(Policy policy, std::shared_ptr<ledger> times = nullptr)
      : state_(std::make_shared<state>(std::move(policy), std::move(times))) {}
  session(session const&) = delete;
  session& operator=(session const&) = delete;
  /// Guards stay what they are.
  session(session&&) noexcept = default;
  session& operator=(session&&) noexcept = default;
  ~session() = default;

  /// Waits until the region's locks are this job's.
  /// @throws `cancelled`, `timed_out`; invalid_argument for a lock below one that is held; what the policy throws.
  ///         Nothing more is held then than before
  [[nodiscard]] guard enter(region which, wait_limits const& limits = {}) {
    auto const begin = clock::now();
    guard entered(state_, which);
    try {
      for (std::size_t lock = 0; lock != Policy::locks; ++lock) {
        if (Policy::needs(lock, which)) join(lock, which, limits);
        entered.locks_ = lock + 1;
      }
    } catch (...) {
      if (state_->times != nullptr) state_->times->add_wait(which, clock::now() - begin, false);
      throw;
    }
    entered.since_ = clock::now();
    entered.is_in_ = true;
    if (state_->times != nullptr) state_->times->add_wait(which, entered.since_ - begin, true);
    return entered;
  }

 private:
  void join(std::size_t lock, region which, wait_limits const& limits) {
    {
      std::lock_guard<std::mutex> const hold(state_->mutex);
      if (state_->users[lock] > 0) {
        ++state_->users[lock];
        return;
      }
      for (std::size_t higher = lock + 1; higher != Policy::locks; ++higher) {
        if (state_->users[higher] == 0) continue;
        throw invalid_argument(std::string("lock: region ") + name_of(which) + " needs lock " + std::to_string(lock) +
                               " of a job that holds lock " + std::to_string(higher) +
                               "; jobs could wait for each other");
      }
    }
    permit taken = state_->policy.acquire(lock, limits);
    std::lock_guard<std::mutex> const hold(state_->mutex);
    state_->held[lock].emplace(std::move(taken));
    state_->users[lock] = 1;
  }

  std::shared_ptr<state> state_;
};

}  // namespace cuzk::inline v0::lock
