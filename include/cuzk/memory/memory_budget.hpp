// SPDX-License-Identifier: Apache-2.0
#pragma once

/// @file
/// One account of all memory that jobs take: of the host, page-locked or not, and of a device.

#include <algorithm>
#include <concepts>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <utility>

#include <cuzk/core/config.hpp>
#include <cuzk/core/error.hpp>
#include <cuzk/core/fifo_account.hpp>
#include <cuzk/core/waiting.hpp>

namespace cuzk::inline v0::memory {

/// Bytes by the kind of memory.
struct memory_amounts {
  std::uint64_t host = 0;         ///< ordinary memory of the host
  std::uint64_t page_locked = 0;  ///< memory of the host that is page-locked
  std::uint64_t device = 0;       ///< memory of the device

  friend constexpr bool operator==(memory_amounts const&, memory_amounts const&) = default;
};

/// Bytes that a budget allows, and what is promised of them. Page-locked memory is the host's memory too: the limit
/// `host` holds for both kinds together, the limit `page_locked` for the one alone.
///
/// A job reserves before it allocates and gives back after it has freed; the budget allocates nothing. What is promised
/// is never above a limit. A reservation of several kinds comes whole or not at all, and in the order of asking, so
/// that jobs neither starve nor wait for each other's parts. Copies are the same budget. Thread-safe.
class memory_budget {
  using account = fifo_account<3>;

 public:
  /// A promise of bytes; gives back when it dies. Movable; outlives the budget's object if need be. One thread at a
  /// time.
  class reservation {
   public:
    /// Of nothing.
    reservation() = default;
    /// Takes over the bytes.
    reservation(reservation&& other) noexcept
        : from_(std::move(other.from_)), amounts_(std::exchange(other.amounts_, {})) {}
    /// Gives back its own bytes and takes over the other's.
    reservation& operator=(reservation&& other) noexcept {
      reservation old(std::move(*this));
      from_ = std::move(other.from_);
      amounts_ = std::exchange(other.amounts_, {});
      return *this;
    }
    reservation(reservation const&) = delete;
    reservation& operator=(reservation const&) = delete;
    ~reservation() {
      if (from_ != nullptr) from_->give(charged(amounts_));
    }

    /// What is promised still.
    [[nodiscard]] memory_amounts const& amounts() const noexcept { return amounts_; }

    /// Gives a part back before the rest.
    /// @throws invalid_argument if there is not so much
    void release(memory_amounts const& part) { static_cast<void>(split(part)); }

    /// A part as a reservation of its own.
    /// @throws invalid_argument if there is not so much
    [[nodiscard]] reservation split(memory_amounts const& part) {
      require_part(part.host, amounts_.host, "host");
      require_part(part.page_locked, amounts_.page_locked, "page-locked");
      require_part(part.device, amounts_.device, "device");
      amounts_.host -= part.host;
      amounts_.page_locked -= part.page_locked;
      amounts_.device -= part.device;
      return reservation(from_, part);
    }

    /// Takes over the other's bytes beside its own.
    /// @throws invalid_argument if the two are of different budgets
    void join(reservation other) {
      if (other.from_ == nullptr) return;
      if (from_ == nullptr) from_ = other.from_;
      if (from_ != other.from_) throw invalid_argument("memory budget: two reservations of different budgets");
      amounts_.host += other.amounts_.host;
      amounts_.page_locked += other.amounts_.page_locked;
      amounts_.device += other.amounts_.device;
      other.amounts_ = {};
    }

   private:
    friend class memory_budget;
    reservation(std::shared_ptr<account> from, memory_amounts const& amounts)
        : from_(std::move(from)), amounts_(amounts) {}

    static void require_part(std::uint64_t part, std::uint64_t all, char const* kind) {
      if (part > all) {
        throw invalid_argument("memory budget: " + std::to_string(part) + " bytes of " + kind +
                               " memory out of a reservation of " + std::to_string(all));
      }
    }

    std::shared_ptr<account> from_;
    memory_amounts amounts_;
  };

  /// @param limits  the most bytes promised at any time; limits.host counts page-locked ones too
  explicit memory_budget(memory_amounts const& limits)
      : limits_(limits),
        account_(std::make_shared<account>(account::amounts{limits.host, limits.page_locked, limits.device})) {}

  /// Waits until the bytes can be promised, behind all who wait already.
  /// @throws out_of_memory at once for what is above a limit; `cancelled`, `timed_out`
  [[nodiscard]] reservation reserve(memory_amounts const& wanted, wait_limits const& limits = {}) const {
    require_possible(wanted);
    account_->take(charged(wanted), limits);
    return reservation(account_, wanted);
  }

  /// The same for who can have others give back, and keeps its place meanwhile. The deadline is of its waits, not of
  /// what it brings about without one; who is cancelled brings about nothing more.
  /// @param make_room  called as make_room(first) by this thread, with what the first in line waits for: as soon as it
  ///                   stands in line, and again whenever something was given back, the first is another, or
  ///                   `look_again` was called. Whether it had something given back, and is to be called again
  /// @throws as above; what `make_room` throws
  template <class MakeRoom>
  requires std::predicate<MakeRoom&, memory_amounts const&>
  [[nodiscard]] reservation reserve(memory_amounts const& wanted, wait_limits const& limits,
                                    MakeRoom&& make_room) const {
    require_possible(wanted);
    account_->take(charged(wanted), limits, [&](account::amounts const& first) { return make_room(uncharged(first)); });
    return reservation(account_, wanted);
  }
  /// Has those who can make room try again: there may be more that could be given back.
  void look_again() const noexcept { account_->look_again(); }

  /// The same without a wait: nothing if it would need one.
  /// @throws out_of_memory for what is above a limit
  [[nodiscard]] std::optional<reservation> try_reserve(memory_amounts const& wanted) const {
    require_possible(wanted);
    if (!account_->try_take(charged(wanted))) return std::nullopt;
    return reservation(account_, wanted);
  }

  /// Ahead of all who wait, if that needs no wait and leaves what the first of them waits for of these kinds; nothing
  /// otherwise. For who makes room for the first so, as by bringing to the host what a device has.
  /// @throws out_of_memory for what is above a limit
  [[nodiscard]] std::optional<reservation> try_reserve_ahead(memory_amounts const& wanted) const {
    require_possible(wanted);
    if (!account_->try_take_ahead(charged(wanted))) return std::nullopt;
    return reservation(account_, wanted);
  }

  /// The limits.
  [[nodiscard]] memory_amounts const& limits() const noexcept { return limits_; }
  /// What is promised now, `host` without what is page-locked.
  [[nodiscard]] memory_amounts used() const { return uncharged(account_->taken()); }
  /// The most of each limit that was used at any time; `host` counts page-locked bytes too.
  [[nodiscard]] memory_amounts peak() const {
    auto const most = account_->peak();
    return {most[0], most[1], most[2]};
  }
  /// Jobs that wait now.
  [[nodiscard]] std::size_t waiting() const { return account_->waiting(); }

 private:
  static account::amounts charged(memory_amounts const& a) { return {a.host + a.page_locked, a.page_locked, a.device}; }
  static memory_amounts uncharged(account::amounts const& c) { return {c[0] - c[1], c[1], c[2]}; }

  void require_possible(memory_amounts const& wanted) const {
    require_within(wanted.page_locked, std::min(limits_.page_locked, limits_.host), "page-locked");
    require_within(wanted.host, limits_.host - wanted.page_locked, "host");  // so that their sum cannot wrap
    require_within(wanted.device, limits_.device, "device");
  }
  static void require_within(std::uint64_t bytes, std::uint64_t limit, char const* kind) {
    if (bytes > limit) {
      throw out_of_memory(kind, bytes, limit, "the budget never has so much; no wait would help");
    }
  }

  memory_amounts limits_;
  std::shared_ptr<account> account_;
};

}  // namespace cuzk::inline v0::memory
