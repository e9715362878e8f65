// SPDX-License-Identifier: Apache-2.0
#pragma once

/// @file
/// Powers of an element, running products, and products with powers on a device.

#include <cuzk/vector/powers.hpp>

#include <cstddef>
#include <cstdint>
#include <span>

#include <cuzk/core/checked.hpp>
#include <cuzk/core/config.hpp>
#include <cuzk/core/span.hpp>
#include <cuzk/exec/cuda.cuh>
#include <cuzk/field/concepts.hpp>
#include <cuzk/memory/device_resource.cuh>
#include <cuzk/vector/detail/chains.hpp>
#include <cuzk/vector/detail/place_by_place.hpp>

namespace cuzk::inline v0::vector {

namespace detail {

template <class F>
[[nodiscard]] power_steps<F> make_power_steps(F const& base, F const& first, std::size_t chains) {
  power_steps<F> steps;
  steps.first = first;
  steps.stride = pow(base, std::uint64_t{chains});
  F power = base;
  for (F& d : steps.doubling) {
    d = power;
    power = square(power);
  }
  return steps;
}

template <class F>
void prefix_products(exec::cuda const& where, F* out, F const* a, std::size_t n) {
  std::size_t const chunks = ceil_div(n, prefix_chunk);
  if (chunks <= 1) {
    exec::for_each_index(where, chunks, chunk_prefix_step<F>{out, a, nullptr, n});
    return;
  }
  auto const totals = where.allocate<F>(chunks);
  exec::for_each_index(where, chunks, chunk_product_step<F>{a, totals.data(), n});
  detail::prefix_products(where, totals.data(), totals.data(), chunks);
  exec::for_each_index(where, chunks, chunk_prefix_step<F>{out, a, totals.data(), n});
}

}  // namespace detail

/// out[i] = first base^i.
///
/// @param where  a stream; no scratch is taken
/// @param out    n elements of device memory
/// @param base   on the host; 0^0 is 1
/// @param first  on the host; the factor of all
/// @throws cuda_error if a launch is refused
/// @cost n products and up to log2(n) for every 8 to 32 elements; 40 products on the host
/// @sync none
template <field F>
requires has_pow<F>
void powers(exec::cuda const& where, std::span<F> out, F const& base, F const& first = F::one()) {
  std::size_t const n = out.size(), chains = detail::chain_count(n);
  exec::for_each_index(where, chains,
                       detail::powers_step<F>{out.data(), n, chains, detail::make_power_steps(base, first, chains)});
}

/// out[i] = first base^i a[i]: a polynomial in x becomes one in base x; as `powers`, with 2 n products.
///
/// @param out  n elements of device memory; may be a, must not overlap it otherwise
/// @param a    n elements of device memory
/// @throws invalid_argument if the sizes differ or out overlaps a in part
template <field F>
requires has_pow<F>
void multiply_by_powers(exec::cuda const& where, std::span<F> out, std::span<F const> a, F const& base,
                        F const& first = F::one()) {
  require_same_size("vector::multiply_by_powers", out.size(), "outputs", a.size(), "elements of a");
  detail::require_same_or_apart("vector::multiply_by_powers", out, a);
  std::size_t const n = out.size(), chains = detail::chain_count(n);
  exec::for_each_index(where, chains,
                       detail::multiply_by_powers_step<F>{out.data(), a.data(), n, chains,
                                                          detail::make_power_steps(base, first, chains)});
}

/// What `prefix_products` of n elements takes of a workspace: about n / 15 elements.
template <field F>
[[nodiscard]] constexpr std::size_t prefix_products_workspace_bytes(std::size_t n) {
  std::size_t bytes = 0;
  while (n > detail::prefix_chunk) {
    n = ceil_div(n, detail::prefix_chunk);
    bytes += memory::workspace::rounded(n * sizeof(F));
  }
  return bytes;
}

/// out[i] = a[0] a[1] ... a[i].
///
/// @param where  a stream, and scratch of prefix_products_workspace_bytes<F>(n)
/// @param out    n elements of device memory; may be a, must not overlap it otherwise
/// @param a      n elements of device memory
/// @throws invalid_argument if the sizes differ or out overlaps a in part; what the resource throws, before
///         out is changed; cuda_error if a launch is refused
/// @cost about 2.1 n products. A scan whose operation is not inlined a dozen times: CUB's would be
/// @sync none
template <field F>
void prefix_products(exec::cuda const& where, std::span<F> out, std::span<F const> a) {
  require_same_size("vector::prefix_products", out.size(), "outputs", a.size(), "elements of a");
  detail::require_same_or_apart("vector::prefix_products", out, a);
  detail::prefix_products(where, out.data(), a.data(), out.size());
}

}  // namespace cuzk::inline v0::vector
