// SPDX-License-Identifier: Apache-2.0
#pragma once

// What plans of every kind refuse, in the same words.

#include <algorithm>
#include <cstddef>
#include <limits>
#include <string>

#include <cuzk/core/checked.hpp>
#include <cuzk/core/config.hpp>
#include <cuzk/core/error.hpp>
#include <cuzk/ntt/concepts.hpp>
#include <cuzk/ntt/options.hpp>

namespace cuzk::inline v0::ntt::detail {

// In a plan the member function `inverse` hides the field's.
template <field F>
F reciprocal(F const& x) {
  return inverse(x);
}

// 1 / 2^log_size.
template <ntt_field F>
F reciprocal_of_size(unsigned log_size) {
  F n = F::one();
  for (unsigned i = 0; i < log_size; ++i) n = doubled(n);
  return inverse(n);
}

template <ntt_field F>
inline constexpr unsigned max_log_size = std::min<unsigned>(F::two_adicity,
                                                            std::numeric_limits<std::size_t>::digits - 1);

template <ntt_field F>
unsigned checked_log_size(unsigned log_size) {
  if (log_size > max_log_size<F>) {
    throw invalid_argument("ntt: size 2^" + std::to_string(log_size) + " is above 2^" +
                           std::to_string(max_log_size<F>) + ", the largest of this field");
  }
  return log_size;
}

template <ntt_field F>
unsigned log_size_of(std::size_t n) {
  if (!is_power_of_two(n)) {
    throw invalid_argument("ntt: size " + std::to_string(n) + " is no power of two; sizes are 1, 2, 4, ..., 2^" +
                           std::to_string(max_log_size<F>));
  }
  return floor_log2(n);
}

template <ntt_field F>
void check_order_of_root(unsigned log_size, F const& root) {
  F half_power = root;  // root^(n / 2), which is -1 exactly when the order is n
  for (unsigned i = 1; i < checked_log_size<F>(log_size); ++i) half_power = square(half_power);
  if (half_power != (log_size == 0 ? F::one() : -F::one())) {
    throw invalid_argument("ntt: the root given is not of order 2^" + std::to_string(log_size));
  }
}

template <ntt_field F>
void check_transform(unsigned log_size, std::size_t elements, options<F> const& how) {
  if (elements % (std::size_t{1} << log_size) != 0) {
    throw invalid_argument("ntt: " + std::to_string(elements) + " elements are no multiple of the size " +
                           std::to_string(std::size_t{1} << log_size));
  }
  if (how.coset && is_zero(*how.coset)) throw invalid_argument("ntt: the coset shift is zero");
}

}  // namespace cuzk::inline v0::ntt::detail
