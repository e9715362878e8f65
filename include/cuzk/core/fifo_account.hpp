// SPDX-License-Identifier: Apache-2.0
#pragma once

/// @file
/// Amounts of several kinds that threads take and give back, in the order in which they asked.

#include <array>
#include <concepts>
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
    if (takes_at_once(wanted, limits)) return;
    auto const self = waiting_.emplace(waiting_.end(), wanted, false);
    static_cast<void>(detail::wait_within(self->changed, hold, limits, [self] { return self->admitted; }));
    end_wait(self, limits);
  }

  /// The same for who can have others give back, and keeps its place in the line meanwhile. The deadline is of its
  /// waits, not of what it brings about without one; who is cancelled brings about nothing more.
  ///
  /// @param make_room  called as make_room(first) by this thread, without a lock of the account, with what the first in
  ///                   line waits for: as soon as it stands in line, and again whenever something was given back, the
  ///                   first is another, or `look_again` was called. Whether it had something given back, and is to be
  ///                   called again. What it throws ends the wait
  template <class MakeRoom>
  requires std::predicate<MakeRoom&, amounts const&>
  void take(amounts const& wanted, wait_limits const& limits, MakeRoom&& make_room) {
    require_possible(wanted);
    std::unique_lock<std::mutex> hold(mutex_);
    if (takes_at_once(wanted, limits)) return;
    auto const self = waiting_.emplace(waiting_.end(), wanted, true);
    while (!self->admitted && !limits.stop.stop_requested()) {
      std::uint64_t const seen = changes_;
      amounts const first = waiting_.front().wanted;
      bool has_made_room = false;
      hold.unlock();
      try {
        has_made_room = make_room(first);
      } catch (...) {
        hold.lock();
        give_up(self);
        throw;
      }
      hold.lock();
      if (has_made_room) continue;
      if (detail::has_ended(limits)) break;
      static_cast<void>(detail::wait_within(self->changed, hold, limits,
                                            [this, self, seen] { return self->admitted || changes_ != seen; }));
    }
    end_wait(self, limits);
  }
  /// Has those who can make room try again: there may be more that could be given back.
  void look_again() noexcept {
    std::lock_guard<std::mutex> const hold(mutex_);
    tell_who_makes_room();
  }

  /// Takes if that needs no wait, and nobody waits; says whether it did.
  /// @throws invalid_argument for what can never fit
  [[nodiscard]] bool try_take(amounts const& wanted) {
    require_possible(wanted);
    std::lock_guard<std::mutex> const hold(mutex_);
    return takes_at_once(wanted);
  }

  /// Takes ahead of all who wait, if that needs no wait and leaves what the first of them waits for of these kinds;
  /// says whether it did. For who makes room for the first so.
  /// @throws invalid_argument for what can never fit
  [[nodiscard]] bool try_take_ahead(amounts const& wanted) {
    require_possible(wanted);
    std::lock_guard<std::mutex> const hold(mutex_);
    if (!fits(wanted)) return false;
    if (!waiting_.empty()) {
      amounts const& first = waiting_.front().wanted;
      for (std::size_t i = 0; i < Kinds; ++i) {
        if (wanted[i] != 0 && first[i] > capacity_[i] - taken_[i] - wanted[i]) return false;
      }
    }
    add(wanted);
    return true;
  }

  /// Gives back of what was taken.
  void give(amounts const& back) noexcept {
    std::lock_guard<std::mutex> const hold(mutex_);
    take_back(back);
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
    waiter(amounts const& w, bool m) : wanted(w), makes_room(m) {}

    amounts wanted;
    bool makes_room;  // and is told of changes
    bool admitted = false;
    std::condition_variable_any changed;
  };
  using place = typename std::list<waiter>::iterator;

  void require_possible(amounts const& wanted) const {
    for (std::size_t i = 0; i < Kinds; ++i) {
      if (wanted[i] > capacity_[i]) {
        throw invalid_argument(std::to_string(wanted[i]) + " of kind " + std::to_string(i) +
                               " can never be had, there are " + std::to_string(capacity_[i]));
      }
    }
  }
  [[nodiscard]] bool takes_at_once(amounts const& wanted, wait_limits const& limits) {
    if (limits.stop.stop_requested()) throw cancelled("cancelled before it waited");
    return takes_at_once(wanted);
  }
  [[nodiscard]] bool takes_at_once(amounts const& wanted) {
    if (!waiting_.empty() || !fits(wanted)) return false;
    add(wanted);
    return true;
  }
  // What was taken for it is its own, whatever else came at the same time.
  void end_wait(place self, wait_limits const& limits) {
    if (self->admitted) {
      admitted_.erase(self);
      return;
    }
    give_up(self);
    detail::throw_wait_ended(limits, "a wait in line");
  }
  void give_up(place self) noexcept {
    if (self->admitted) {
      amounts const back = self->wanted;
      admitted_.erase(self);
      take_back(back);
    } else {
      waiting_.erase(self);
      take_back({});  // who stood behind it may fit
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
  void take_back(amounts const& back) noexcept {
    for (std::size_t i = 0; i < Kinds; ++i) taken_[i] -= back[i];
    admit();
    tell_who_makes_room();
  }
  void tell_who_makes_room() noexcept {
    ++changes_;
    for (auto& w : waiting_) {
      if (w.makes_room) w.changed.notify_one();
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
  std::uint64_t changes_ = 0;  // that those who make room look at
  std::list<waiter> waiting_;
  std::list<waiter> admitted_;  // until their threads have woken
};

}  // namespace cuzk::inline v0
