// SPDX-License-Identifier: Apache-2.0
#pragma once

// A toy field with transforms up to 2^12, and transforms held against their definition.

#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <stdexcept>
#include <string>
#include <vector>

#include <cuzk/core/random.hpp>
#include <cuzk/field/big_int.hpp>
#include <cuzk/field/prime_field.hpp>
#include <cuzk/field/random.hpp>
#include <cuzk/ntt/options.hpp>

#include <reference/dft.hpp>
#include <support/seed.hpp>

namespace cuzk_test {

/// 12289 = 3 * 2^12 + 1.
struct p12289_parameters {
  static constexpr auto modulus = cuzk::big_int<1>::from_u64(12289);
  static constexpr std::uint64_t generator = 11;
};
using f12289 = cuzk::prime_field<p12289_parameters>;
static_assert(f12289::two_adicity == 12);

template <class F>
std::vector<F> random_elements(std::size_t count, std::uint64_t salt) {
  cuzk::insecure_seeded_random source(seed() + salt);
  std::vector<F> x(count);
  for (F& e : x) e = cuzk::random_element<F>(source);
  return x;
}

/// Polynomials one after the other and their values, both in natural order.
template <class F>
struct transform_case {
  std::size_t n;
  std::optional<F> coset;
  std::vector<F> coefficients;  // [transforms][n]
  std::vector<F> values;        // [transforms][n]
};

template <class F>
transform_case<F> make_case(std::size_t n, std::size_t transforms, F const& root, std::optional<F> const& coset) {
  transform_case<F> c{n, coset, random_elements<F>(n * transforms, n), {}};
  for (std::size_t t = 0; t < transforms; ++t) {
    auto const begin = c.coefficients.begin() + static_cast<std::ptrdiff_t>(t * n);
    std::vector<F> const one(begin, begin + static_cast<std::ptrdiff_t>(n));
    auto const y = reference::dft(one, root, coset ? *coset : F::one());
    c.values.insert(c.values.end(), y.begin(), y.end());
  }
  return c;
}

template <class F>
std::vector<F> in_order(std::vector<F> const& x, std::size_t n, cuzk::ntt::order order) {
  if (order == cuzk::ntt::order::natural) return x;
  std::vector<F> out;
  for (std::size_t t = 0; t < x.size(); t += n) {
    auto const begin = x.begin() + static_cast<std::ptrdiff_t>(t);
    auto const y = reference::bit_reversed(std::vector<F>(begin, begin + static_cast<std::ptrdiff_t>(n)));
    out.insert(out.end(), y.begin(), y.end());
  }
  return out;
}

/// Both directions and all orders on one executor. @returns what differs, or nothing
template <class Plan, class Exec, class F>
std::string difference_from_definition(Plan const& plan, Exec const& where, transform_case<F> const& c) {
  using cuzk::ntt::order;
  for (order const in : {order::natural, order::bit_reversed}) {
    for (order const out : {order::natural, order::bit_reversed}) {
      cuzk::ntt::options<F> const how{in, out, c.coset};
      std::string const which = " size " + std::to_string(c.n) + (in == order::natural ? " natural" : " reversed") +
                                (out == order::natural ? " to natural" : " to reversed") + (c.coset ? " coset" : "");
      auto x = in_order(c.coefficients, c.n, in);
      plan.forward(where, std::span<F>(x), how);
      if (x != in_order(c.values, c.n, out)) return "forward" + which;
      x = in_order(c.values, c.n, in);
      plan.inverse(where, std::span<F>(x), how);
      if (x != in_order(c.coefficients, c.n, out)) return "inverse" + which;
    }
  }
  return {};
}

}  // namespace cuzk_test
