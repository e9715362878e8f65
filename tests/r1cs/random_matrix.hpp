// SPDX-License-Identifier: Apache-2.0
#pragma once

// Sparse matrices with rows of all kinds.

#include <cstddef>
#include <cstdint>
#include <vector>

#include <cuzk/core/random.hpp>
#include <cuzk/r1cs/matrix.hpp>

namespace cuzk_test {

template <class F>
[[nodiscard]] F random_element(cuzk::insecure_seeded_random& rng) {
  F x(rng.next_u64());
  for (int i = 0; i < 4; ++i) x = x * F(rng.next_u64() | 1U) + F(rng.next_u64());
  return x;
}

// Rows of 0 to 5 terms, some of 40 to 3000, of coefficients 0, 1, -1 and `distinct` others.
template <class F>
[[nodiscard]] cuzk::r1cs::sparse_matrix<F> random_matrix(cuzk::insecure_seeded_random& rng, std::size_t rows,
                                                         std::uint32_t wires, std::size_t distinct) {
  std::vector<F> others(distinct);
  for (auto& c : others) c = random_element<F>(rng);
  cuzk::r1cs::sparse_matrix<F> m;
  std::size_t next = 0;
  for (std::size_t row = 0; row < rows; ++row) {
    std::uint64_t const kind = rng.next_u64() % 200;
    std::uint64_t const terms = kind == 0 ? rng.next_u64() % 3000 : kind < 4 ? 40 + rng.next_u64() % 300 : kind % 6;
    for (std::uint64_t t = 0; t < terms; ++t) {
      std::uint64_t const what = rng.next_u64() % 5;
      F const c = what == 0 || distinct == 0 ? (rng.next_u64() % 2 == 0 ? F::one() : -F::one())
                  : what == 1                ? (rng.next_u64() % 4 == 0 ? F::zero() : F::one())
                                             : others[next++ % distinct];
      m.push_term(static_cast<std::uint32_t>(rng.next_u64() % wires), c);
    }
    m.end_row();
  }
  return m;
}

}  // namespace cuzk_test
