// SPDX-License-Identifier: Apache-2.0
#pragma once

/// @file
/// A lock for a number of holders at once, given in the order of asking.

#include <cstddef>
#include <memory>
#include <utility>

#include <cuzk/core/config.hpp>
#include <cuzk/core/error.hpp>
#include <cuzk/core/fifo_account.hpp>
#include <cuzk/core/waiting.hpp>

namespace cuzk::inline v0::lock {

/// What lock policies are made of. Copies are the same lock. Not bound to threads: a permit may be given back by
/// another thread than took it, which a mutex forbids. First come, first served. Thread-safe.
class fifo_lock {
 public:
  /// The right to be in. Gives it back when it dies, on any thread; an empty one does nothing.
  class permit {
   public:
    permit() = default;
    permit(permit&& other) noexcept = default;
    permit& operator=(permit&& other) noexcept {
      permit old(std::move(*this));
      from_ = std::move(other.from_);
      return *this;
    }
    permit(permit const&) = delete;
    permit& operator=(permit const&) = delete;
    ~permit() {
      if (from_ != nullptr) from_->give({1});
    }

   private:
    friend class fifo_lock;
    explicit permit(std::shared_ptr<fifo_account<1>> from) : from_(std::move(from)) {}

    std::shared_ptr<fifo_account<1>> from_;
  };

  /// @param holders  the most at once
  /// @throws invalid_argument for none
  explicit fifo_lock(std::size_t holders = 1) : account_(std::make_shared<fifo_account<1>>(checked(holders))) {}

  /// Waits for its turn.
  /// @throws `cancelled`, `timed_out`
  [[nodiscard]] permit acquire(wait_limits const& limits = {}) const {
    account_->take({1}, limits);
    return permit(account_);
  }

  /// Threads that wait now.
  [[nodiscard]] std::size_t waiting() const { return account_->waiting(); }
  /// Permits that are out now.
  [[nodiscard]] std::size_t held() const { return static_cast<std::size_t>(account_->taken()[0]); }

 private:
  static fifo_account<1>::amounts checked(std::size_t holders) {
    if (holders == 0) throw invalid_argument("lock: for no holder at all");
    return {holders};
  }

  std::shared_ptr<fifo_account<1>> account_;
};

}  // namespace cuzk::inline v0::lock
