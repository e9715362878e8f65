// SPDX-License-Identifier: Apache-2.0
#pragma once

/// @file
/// Many inversions on a device.

#include <cuzk/vector/batch_inverse.hpp>

#include <cstddef>
#include <span>

#include <cuzk/core/config.hpp>
#include <cuzk/exec/cuda.cuh>
#include <cuzk/field/concepts.hpp>
#include <cuzk/memory/device_resource.cuh>
#include <cuzk/vector/detail/chains.hpp>

namespace cuzk::inline v0::vector {

namespace detail {

// So few are inverted each by a thread of its own: an inversion is some ten microseconds long.
inline constexpr std::size_t most_single_inversions = 1024;

template <class F>
[[nodiscard]] constexpr std::size_t inversion_bytes(std::size_t n);

template <class F>
[[nodiscard]] constexpr std::size_t chain_inversion_bytes(std::size_t n) {
  return n == 0 ? 0 : memory::workspace::rounded(chain_count(n) * sizeof(F)) + inversion_bytes<F>(chain_count(n));
}

template <class F>
constexpr std::size_t inversion_bytes(std::size_t n) {
  if (n <= most_single_inversions) return 0;
  return memory::workspace::rounded(n * sizeof(F)) + chain_inversion_bytes<F>(n);
}

template <class F>
void invert(exec::cuda const& where, F* values, std::size_t n);

template <class F, class Places>
void invert_chains(exec::cuda const& where, Places const& places, std::size_t n) {
  if (n == 0) return;
  std::size_t const chains = chain_count(n);
  auto const totals = where.allocate<F>(chains);
  exec::for_each_index(where, chains, chain_products_step<F, Places>{places, totals.data(), n, chains});
  invert(where, totals.data(), chains);
  exec::for_each_index(where, chains, chain_inverses_step<F, Places>{places, totals.data(), n, chains});
}

template <class F>
void invert(exec::cuda const& where, F* values, std::size_t n) {
  if (n <= most_single_inversions) {
    exec::for_each_index(where, n, inverse_step<F>{values});
    return;
  }
  auto const scratch = where.allocate<F>(n);
  invert_chains<F>(where, field_places<F>{values, scratch.data()}, n);
}

}  // namespace detail

/// What `batch_inverse` of n elements takes of a workspace: about 1.2 n elements, and never less than for fewer.
template <field F>
[[nodiscard]] constexpr std::size_t batch_inverse_workspace_bytes(std::size_t n) {
  return detail::inversion_bytes<F>(n);
}

/// Replaces every nonzero element by its inverse; zeros stay zero.
///
/// @param where   a stream, and scratch of batch_inverse_workspace_bytes<F>(n)
/// @param values  n elements of device memory, in place
/// @throws what the resource throws, before values is changed; cuda_error if a launch is refused
/// @cost about 3.3 n products; one inversion for every 2^9 elements or more
/// @sync none
/// @source see `cuzk::batch_inverse`; the products of chains are inverted by the same trick
template <field F>
void batch_inverse(exec::cuda const& where, std::span<F> values) {
  detail::invert(where, values.data(), values.size());
}

}  // namespace cuzk::inline v0::vector
