// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>

#include <gmpxx.h>

#include <cuzk/field/big_int.hpp>

namespace cuzk_test {

/// The value as a GMP integer.
template <std::size_t N>
mpz_class to_gmp(cuzk::big_int<N> const& x) {
  mpz_class z;
  mpz_import(z.get_mpz_t(), N, -1, sizeof(std::uint64_t), 0, 0, x.limbs);
  return z;
}

/// A GMP integer in [0, 2^(64 N)) as a big_int.
template <std::size_t N>
cuzk::big_int<N> from_gmp(mpz_class const& z) {
  cuzk::big_int<N> x;
  std::size_t count = 0;
  mpz_export(x.limbs, &count, -1, sizeof(std::uint64_t), 0, 0, z.get_mpz_t());
  return x;
}

/// a mod p in [0, p).
inline mpz_class modulo(mpz_class const& a, mpz_class const& p) {
  mpz_class r = a % p;
  return r < 0 ? mpz_class(r + p) : r;
}

}  // namespace cuzk_test
