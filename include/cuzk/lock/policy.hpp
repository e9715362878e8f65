// SPDX-License-Identifier: Apache-2.0
#pragma once

/// @file
/// What a lock policy is: which regions of jobs exclude each other.

#include <concepts>
#include <cstddef>

#include <cuzk/core/config.hpp>
#include <cuzk/core/policy.hpp>
#include <cuzk/core/waiting.hpp>
#include <cuzk/lock/region.hpp>

namespace cuzk::inline v0 {

/// The kind of lock policies: `using policy_kind = cuzk::lock_kind;`.
struct lock_kind {};

/// `P::policy_kind` is lock_kind.
template <class P>
concept is_of_lock_kind = policy<P> && std::same_as<typename P::policy_kind, lock_kind>;

/// `P::locks`: how many locks there are, 0 and more.
template <class P>
concept declares_locks = requires {
  { P::locks } -> std::convertible_to<std::size_t>;
};

/// `P::needs(lock, region)`: whether a job holds lock number `lock` while it is in the region.
template <class P>
concept tells_what_regions_need = requires(std::size_t lock, region which) {
  { P::needs(lock, which) } -> std::same_as<bool>;
};

/// `p.acquire(lock, limits)`: a movable object whose destructor, on whatever thread, gives the lock back. It waits as
/// long as limits allow, and throws `cancelled` or `timed_out`, or what else prevents it.
template <class P>
concept acquires_permits = requires(P& p, std::size_t lock, wait_limits const& limits) {
  requires std::movable<decltype(p.acquire(lock, limits))>;
};

/// A lock policy. Its object is cheap to copy and stands for the locks: jobs with copies of one object exclude each
/// other. An own one is one short struct.
template <class P>
concept lock_policy = is_of_lock_kind<P> && std::copy_constructible<P> && declares_locks<P> &&
    tells_what_regions_need<P> && acquires_permits<P>;

}  // namespace cuzk::inline v0
