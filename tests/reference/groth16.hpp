// SPDX-License-Identifier: Apache-2.0
#pragma once

/// @file
/// Groth16 by the book: dense polynomials, schoolbook products, long division, and the set-up's
/// secrets in hand, so that a proof is three scalars times the generators. The judge of the prover.

#include <array>
#include <cstddef>
#include <cstdint>
#include <span>
#include <stdexcept>
#include <vector>

#include <cuzk/curve/affine.hpp>
#include <cuzk/curve/jacobian.hpp>
#include <cuzk/groth16/proof.hpp>
#include <cuzk/r1cs/constraint_system.hpp>

namespace cuzk_reference {

/// The secrets of a set-up as the paper names them.
template <class F>
struct trapdoor {
  F tau, alpha, beta, gamma, delta;
};

/// scalar * p by doubling and adding, bit by bit.
template <class G>
cuzk::affine<G> times(typename G::scalar_field const& scalar, cuzk::affine<G> const& p) {
  auto const k = scalar.to_canonical();
  auto sum = cuzk::jacobian<G>::infinity();
  for (std::size_t i = G::scalar_field::bits; i-- > 0;) {
    sum = doubled(sum);
    if (k.bit(i)) sum = sum + p;
  }
  return to_affine(sum);
}

/// Coefficients, lowest first.
template <class F>
using polynomial = std::vector<F>;

template <class F>
F evaluate(polynomial<F> const& p, F const& x) {
  F sum = F::zero();
  for (std::size_t i = p.size(); i-- > 0;) sum = sum * x + p[i];
  return sum;
}

/// The polynomial below degree n with value values[i] at root^i: coefficient j is
/// (1/n) sum_i values[i] root^(-i j).
template <class F>
polynomial<F> interpolate(std::vector<F> const& values, F const& root) {
  std::size_t const n = values.size();
  F const over_n = inverse(F::from_u64(n));
  F const back = inverse(root);
  polynomial<F> p(n, F::zero());
  for (std::size_t j = 0; j < n; ++j) {
    for (std::size_t i = 0; i < n; ++i) p[j] = p[j] + values[i] * pow(back, std::uint64_t{i * j});
    p[j] = p[j] * over_n;
  }
  return p;
}

template <class F>
polynomial<F> multiply(polynomial<F> const& p, polynomial<F> const& q) {
  polynomial<F> product(p.size() + q.size() - 1, F::zero());
  for (std::size_t i = 0; i < p.size(); ++i) {
    for (std::size_t j = 0; j < q.size(); ++j) product[i + j] = product[i + j] + p[i] * q[j];
  }
  return product;
}

/// p / (x^n - 1), which must leave no remainder.
template <class F>
polynomial<F> divide_by_vanishing(polynomial<F> p, std::size_t n) {
  polynomial<F> quotient(p.size() > n ? p.size() - n : 0, F::zero());
  for (std::size_t i = p.size(); i-- > n;) {
    quotient[i - n] = p[i];
    p[i - n] = p[i - n] + p[i];
    p[i] = F::zero();
  }
  for (auto const& c : p) {
    if (!(c == F::zero())) throw std::runtime_error("the vanishing polynomial does not divide");
  }
  return quotient;
}

/// The column polynomials u_s, v_s, w_s of a system at one point, over the domain of `root`.
template <class F>
std::array<std::vector<F>, 3> columns_at(cuzk::r1cs::constraint_system<F> const& cs, F const& root, std::size_t n,
                                         F const& x) {
  std::array<std::vector<F>, 3> columns;
  for (std::size_t which = 0; which < 3; ++which) {
    auto const& m = which == 0 ? cs.a : which == 1 ? cs.b : cs.c;
    for (std::uint32_t s = 0; s < cs.wires; ++s) {
      std::vector<F> column(n, F::zero());
      for (std::size_t row = 0; row < m.rows(); ++row) {
        for (auto t = m.row_begin[row]; t < m.row_begin[row + 1]; ++t) {
          if (m.wire[t] == s) column[row] = column[row] + m.value[t];
        }
      }
      if (which == 0 && s <= cs.public_count) column[m.rows() + s] = F::one();
      columns[which].push_back(evaluate(interpolate(column, root), x));
    }
  }
  return columns;
}

/// The proof for a witness that satisfies the system, from the paper's formulas.
template <class C, class F = typename C::fr>
cuzk::groth16::proof<C> prove(cuzk::r1cs::constraint_system<F> const& cs, F const& root, std::size_t n,
                              trapdoor<F> const& secret, std::vector<F> const& witness, F const& r, F const& s) {
  // Dense A, B, C of the witness and H = (A B - C) / Z.
  std::array<std::vector<F>, 3> values;
  for (std::size_t which = 0; which < 3; ++which) {
    auto const& m = which == 0 ? cs.a : which == 1 ? cs.b : cs.c;
    values[which].assign(n, F::zero());
    for (std::size_t row = 0; row < m.rows(); ++row) {
      for (auto t = m.row_begin[row]; t < m.row_begin[row + 1]; ++t) {
        values[which][row] = values[which][row] + m.value[t] * witness[m.wire[t]];
      }
    }
  }
  for (std::uint32_t i = 0; i <= cs.public_count; ++i) values[0][cs.a.rows() + i] = witness[i];
  auto const a_poly = interpolate(values[0], root);
  auto const b_poly = interpolate(values[1], root);
  auto const c_poly = interpolate(values[2], root);
  auto numerator = multiply(a_poly, b_poly);
  for (std::size_t i = 0; i < n; ++i) numerator[i] = numerator[i] - c_poly[i];
  auto const h_poly = divide_by_vanishing(numerator, n);

  auto const columns = columns_at(cs, root, n, secret.tau);
  F const over_delta = inverse(secret.delta);
  F private_part = F::zero();
  for (std::uint32_t w = cs.public_count + 1; w < cs.wires; ++w) {
    private_part =
        private_part + witness[w] * (secret.beta * columns[0][w] + secret.alpha * columns[1][w] + columns[2][w]);
  }
  F const vanishing = pow(secret.tau, std::uint64_t{n}) - F::one();
  F const a = secret.alpha + evaluate(a_poly, secret.tau) + r * secret.delta;
  F const b = secret.beta + evaluate(b_poly, secret.tau) + s * secret.delta;
  F const c =
      (private_part + evaluate(h_poly, secret.tau) * vanishing) * over_delta + s * a + r * b - r * s * secret.delta;
  return {times<typename C::g1>(a, cuzk::affine<typename C::g1>::generator()),
          times<typename C::g2>(b, cuzk::affine<typename C::g2>::generator()),
          times<typename C::g1>(c, cuzk::affine<typename C::g1>::generator())};
}

}  // namespace cuzk_reference
