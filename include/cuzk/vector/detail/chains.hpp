// SPDX-License-Identifier: Apache-2.0
#pragma once

// Vectors cut into chains, one a thread: chain c of k is the elements c, c + k, c + 2 k, ..., so that
// threads side by side read memory side by side. What a chain gives is folded by the same means.

#include <cstddef>

#include <cuzk/core/config.hpp>

namespace cuzk::inline v0::vector::detail {

// Chains of 8 keep a small vector's threads many; of 32 make a large one's second level small. Between them chains grow
// and stay as many, so that there are never less of them, nor of what their results take, for more elements.
[[nodiscard]] constexpr std::size_t chain_count(std::size_t n) {
  constexpr std::size_t shortest = 8, longest = 32, threads = std::size_t{1} << 17U;
  if (n <= shortest * threads) return n / shortest + (n % shortest != 0 ? 1 : 0);
  if (n <= longest * threads) return threads;
  return n / longest + (n % longest != 0 ? 1 : 0);
}

// The last element of chain c < n.
[[nodiscard]] CUZK_HD constexpr std::size_t last_of_chain(std::size_t c, std::size_t n, std::size_t chains) {
  return c + (n - 1 - c) / chains * chains;
}

// Inversion by Montgomery's trick. `Places` has value(i), what is to be inverted, zero for what is not;
// prefix(i), where a product waits; and store(i, inverse), which gets zero for zero.

template <class F, class Places>
struct chain_products_step {
  Places places;
  F* totals;  // of the nonzero values of each chain
  std::size_t n;
  std::size_t chains;

  CUZK_HD void operator()(std::size_t c) const {
    F product = F::one();
    for (std::size_t i = c; i < n; i += chains) {
      F const value = places.value(i);
      places.prefix(i) = product;
      if (!is_zero(value)) product = product * value;
    }
    totals[c] = product;
  }
};

template <class F, class Places>
struct chain_inverses_step {
  Places places;
  F const* inverse_totals;
  std::size_t n;
  std::size_t chains;

  CUZK_HD void operator()(std::size_t c) const {
    F rest = inverse_totals[c];
    for (std::size_t i = last_of_chain(c, n, chains);; i -= chains) {
      F const value = places.value(i);
      if (is_zero(value)) {
        places.store(i, value);
      } else {
        F const prefix = places.prefix(i);
        places.store(i, rest * prefix);
        rest = rest * value;
      }
      if (i == c) return;
    }
  }
};

template <class F>
struct field_places {
  F* values;
  F* scratch;

  CUZK_HD F value(std::size_t i) const { return values[i]; }
  CUZK_HD F& prefix(std::size_t i) const { return scratch[i]; }
  CUZK_HD void store(std::size_t i, F const& inverted) const { values[i] = inverted; }
};

template <class F>
struct inverse_step {
  F* values;

  CUZK_HD void operator()(std::size_t i) const { values[i] = inverse(values[i]); }
};

// Powers: the power that chain c begins with is a product of some base^(2^k).

template <class F>
struct power_steps {
  static constexpr unsigned most_bits = 32;  // of a chain's number

  F first;
  F stride;               // base^chains
  F doubling[most_bits];  // base^(2^k)

  CUZK_HD F start(std::size_t c) const {
    F power = first;
    for (unsigned k = 0; c != 0; ++k, c >>= 1U) {
      if ((c & 1U) != 0) power = power * doubling[k];
    }
    return power;
  }
};

template <class F>
struct powers_step {
  F* out;
  std::size_t n;
  std::size_t chains;
  power_steps<F> steps;

  CUZK_HD void operator()(std::size_t c) const {
    F power = steps.start(c);
    for (std::size_t i = c; i < n; i += chains) {
      out[i] = power;
      power = power * steps.stride;
    }
  }
};

template <class F>
struct multiply_by_powers_step {
  F* out;
  F const* a;
  std::size_t n;
  std::size_t chains;
  power_steps<F> steps;

  CUZK_HD void operator()(std::size_t c) const {
    F power = steps.start(c);
    for (std::size_t i = c; i < n; i += chains) {
      out[i] = a[i] * power;
      power = power * steps.stride;
    }
  }
};

// Sums over a chain, each of them folded into one element of `out`.

template <class F>
struct horner_step {
  F const* coefficients;
  F* out;
  std::size_t n;
  std::size_t chains;
  F stride;  // x^chains

  CUZK_HD void operator()(std::size_t c) const {
    F value = F::zero();
    if (c < n) {
      for (std::size_t i = last_of_chain(c, n, chains);; i -= chains) {
        value = value * stride + coefficients[i];
        if (i == c) break;
      }
    }
    out[c] = value;
  }
};

template <class F>
struct dot_step {
  F const* a;
  F const* b;
  F* out;
  std::size_t n;
  std::size_t chains;

  CUZK_HD void operator()(std::size_t c) const {
    F sum = F::zero();
    for (std::size_t i = c; i < n; i += chains) sum = sum + a[i] * b[i];
    out[c] = sum;
  }
};

template <class F>
struct chain_sum_step {
  F const* a;
  F* out;
  std::size_t n;
  std::size_t chains;

  CUZK_HD void operator()(std::size_t c) const {
    F sum = F::zero();
    for (std::size_t i = c; i < n; i += chains) sum = sum + a[i];
    out[c] = sum;
  }
};

// Running products, where order along memory matters: chunks of neighbours instead of chains.

inline constexpr std::size_t prefix_chunk = 16;

template <class F>
struct chunk_product_step {
  F const* a;
  F* totals;
  std::size_t n;

  CUZK_HD void operator()(std::size_t chunk) const {
    std::size_t const begin = chunk * prefix_chunk;
    std::size_t const end = n - begin < prefix_chunk ? n : begin + prefix_chunk;
    F product = a[begin];
    for (std::size_t i = begin + 1; i < end; ++i) product = product * a[i];
    totals[chunk] = product;
  }
};

template <class F>
struct chunk_prefix_step {
  F* out;
  F const* a;
  F const* before;  // before[c - 1]: the product of all elements before chunk c
  std::size_t n;

  CUZK_HD void operator()(std::size_t chunk) const {
    std::size_t const begin = chunk * prefix_chunk;
    std::size_t const end = n - begin < prefix_chunk ? n : begin + prefix_chunk;
    F product = chunk == 0 ? F::one() : before[chunk - 1];
    for (std::size_t i = begin; i < end; ++i) {
      product = product * a[i];
      out[i] = product;
    }
  }
};

}  // namespace cuzk::inline v0::vector::detail
