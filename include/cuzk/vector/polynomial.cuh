// SPDX-License-Identifier: Apache-2.0
#pragma once

/// @file
/// Values of polynomials and inner products on a device.

#include <cuzk/vector/polynomial.hpp>

#include <cstddef>
#include <cstdint>
#include <span>

#include <cuzk/core/config.hpp>
#include <cuzk/core/span.hpp>
#include <cuzk/exec/cuda.cuh>
#include <cuzk/field/concepts.hpp>
#include <cuzk/memory/device_resource.cuh>
#include <cuzk/vector/detail/chains.hpp>

namespace cuzk::inline v0::vector {

namespace detail {

inline constexpr std::size_t most_in_one_chain = 16;

template <class F>
[[nodiscard]] constexpr std::size_t fold_bytes(std::size_t n) {
  std::size_t bytes = 0;
  while (n > most_in_one_chain) {
    n = chain_count(n);
    bytes += memory::workspace::rounded(n * sizeof(F));
  }
  return bytes;
}

template <class F>
void evaluate(exec::cuda const& where, F* out, F const* coefficients, std::size_t n, F const& x) {
  if (n <= most_in_one_chain) {
    exec::for_each_index(where, 1, horner_step<F>{coefficients, out, n, 1, x});
    return;
  }
  // The value is the sum of chain values times x^c: again a polynomial.
  std::size_t const chains = chain_count(n);
  auto const values = where.allocate<F>(chains);
  exec::for_each_index(where, chains,
                       horner_step<F>{coefficients, values.data(), n, chains, pow(x, std::uint64_t{chains})});
  detail::evaluate(where, out, static_cast<F const*>(values.data()), chains, x);
}

template <class F>
void sum(exec::cuda const& where, F* out, F const* a, std::size_t n) {
  if (n <= most_in_one_chain) {
    exec::for_each_index(where, 1, chain_sum_step<F>{a, out, n, 1});
    return;
  }
  std::size_t const chains = chain_count(n);
  auto const sums = where.allocate<F>(chains);
  exec::for_each_index(where, chains, chain_sum_step<F>{a, sums.data(), n, chains});
  detail::sum(where, out, static_cast<F const*>(sums.data()), chains);
}

}  // namespace detail

/// What `evaluate_into` and `inner_product_into` of n elements take of a workspace: about n / 7 elements for
/// small n, n / 31 for large, and never less than for fewer.
template <field F>
[[nodiscard]] constexpr std::size_t fold_workspace_bytes(std::size_t n) {
  return detail::fold_bytes<F>(n);
}

/// out[0] = the sum of coefficients[i] x^i; 0 for n = 0.
///
/// @param where         a stream, and scratch of fold_workspace_bytes<F>(n)
/// @param out           one element of device memory, not among the coefficients
/// @param coefficients  n elements of device memory, the constant first
/// @param x             on the host; 0^0 is 1
/// @throws invalid_argument unless out is one element, apart from the coefficients; what the resource throws;
///         cuda_error if a launch is refused
/// @cost about 1.1 n products
/// @sync none
template <field F>
requires has_pow<F>
void evaluate_into(exec::cuda const& where, std::span<F> out, std::span<F const> coefficients, F const& x) {
  require_same_size("vector::evaluate_into", out.size(), "places for the value", 1, "value");
  detail::require_apart("vector::evaluate_into", std::as_bytes(out), std::as_bytes(coefficients));
  detail::evaluate(where, out.data(), coefficients.data(), coefficients.size(), x);
}

/// out[0] = the sum of a[i] b[i]; 0 for n = 0.
///
/// @param where  a stream, and scratch of fold_workspace_bytes<F>(n)
/// @param out    one element of device memory, apart from a and b
/// @param a      n elements of device memory
/// @param b      n elements of device memory
/// @throws invalid_argument if the sizes differ, or unless out is one element apart from the inputs; what the
///         resource throws; cuda_error if a launch is refused
/// @cost n products
/// @sync none
template <field F>
void inner_product_into(exec::cuda const& where, std::span<F> out, std::span<F const> a, std::span<F const> b) {
  require_same_size("vector::inner_product_into", a.size(), "elements of a", b.size(), "elements of b");
  require_same_size("vector::inner_product_into", out.size(), "places for the value", 1, "value");
  detail::require_apart("vector::inner_product_into", std::as_bytes(out), std::as_bytes(a));
  detail::require_apart("vector::inner_product_into", std::as_bytes(out), std::as_bytes(b));
  std::size_t const n = a.size();
  if (n <= detail::most_in_one_chain) {
    exec::for_each_index(where, 1, detail::dot_step<F>{a.data(), b.data(), out.data(), n, 1});
    return;
  }
  std::size_t const chains = detail::chain_count(n);
  auto const sums = where.allocate<F>(chains);
  exec::for_each_index(where, chains, detail::dot_step<F>{a.data(), b.data(), sums.data(), n, chains});
  detail::sum(where, out.data(), static_cast<F const*>(sums.data()), chains);
}

}  // namespace cuzk::inline v0::vector
