// SPDX-License-Identifier: Apache-2.0
#pragma once

/// @file
/// What a host-memory policy is: the type that says where the host's side of a transfer lives.

#include <concepts>
#include <cstddef>

#include <cuzk/core/config.hpp>
#include <cuzk/core/policy.hpp>

namespace cuzk::inline v0 {

/// The kind of host-memory policies: `using policy_kind = cuzk::memory_kind;`.
struct memory_kind {};

/// `P::policy_kind` is memory_kind.
template <class P>
concept is_of_memory_kind = policy<P> && std::same_as<typename P::policy_kind, memory_kind>;

/// `p.allocate(bytes, alignment)`: memory that the host may write; throws when there is none.
template <class P>
concept can_allocate = requires(P& p, std::size_t bytes, std::size_t alignment) {
  { p.allocate(bytes, alignment) } -> std::same_as<void*>;
};

/// `p.deallocate(pointer, bytes, alignment)`, noexcept, with what `allocate` was given.
template <class P>
concept can_deallocate_noexcept = requires(P& p, void* q, std::size_t bytes, std::size_t alignment) {
  { p.deallocate(q, bytes, alignment) }
  noexcept;
};

/// `P::direct_dma`: whether a device reads and writes this memory itself (it is page-locked). Where not,
/// a transfer goes through page-locked blocks, which takes host threads.
template <class P>
concept declares_direct_dma = requires {
  { P::direct_dma } -> std::convertible_to<bool>;
};

/// A host-memory policy. An own one is one small struct; its object is cheap to copy and stands for the
/// source of memory, such as a pool.
template <class P>
concept memory_policy = is_of_memory_kind<P> && std::default_initializable<P> && std::copy_constructible<P> &&
    can_allocate<P> && can_deallocate_noexcept<P> && declares_direct_dma<P>;

}  // namespace cuzk::inline v0
