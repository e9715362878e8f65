// SPDX-License-Identifier: Apache-2.0
#pragma once

/// @file
/// What a compiler cannot check of a curve file: one line in its author's test.

#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>
#include <type_traits>
#include <utility>
#include <vector>

#include <cuzk/core/error.hpp>
#include <cuzk/core/random.hpp>
#include <cuzk/curve/affine.hpp>
#include <cuzk/curve/cofactor.hpp>
#include <cuzk/curve/concepts.hpp>
#include <cuzk/curve/family.hpp>
#include <cuzk/curve/glv.hpp>
#include <cuzk/curve/jacobian.hpp>
#include <cuzk/curve/random.hpp>
#include <cuzk/curve/scalar_mul.hpp>
#include <cuzk/curve/subgroup.hpp>
#include <cuzk/curve/twist_frobenius.hpp>
#include <cuzk/field/big_int.hpp>
#include <cuzk/field/concepts.hpp>
#include <cuzk/field/extension_traits.hpp>
#include <cuzk/field/sqrt.hpp>

namespace cuzk::inline v0 {

namespace detail {

class fault_list {
 public:
  explicit fault_list(std::string where) : where_(std::move(where)) {}
  void expect(bool holds, std::string_view otherwise) {
    if (!holds) faults_.push_back(where_ + ": " + std::string(otherwise));
  }
  [[nodiscard]] bool empty() const { return faults_.empty(); }
  [[nodiscard]] std::vector<std::string> take() { return std::move(faults_); }

 private:
  std::string where_;
  std::vector<std::string> faults_;
};

// Miller and Rabin's test to the first 40 primes as bases; the field's arithmetic is right for any odd
// modulus. It is the author's slips that are looked for, not numbers made to deceive it.
template <prime_field_element F>
[[nodiscard]] bool is_probably_prime_modulus() {
  constexpr std::uint64_t bases[] = {2,   3,   5,   7,   11,  13,  17,  19,  23,  29,  31,  37,  41,  43,
                                     47,  53,  59,  61,  67,  71,  73,  79,  83,  89,  97,  101, 103, 107,
                                     109, 113, 127, 131, 137, 139, 149, 151, 157, 163, 167, 173};
  for (std::uint64_t const base : bases) {
    if (F::bits <= 8 && F::modulus.limbs[0] <= base) break;
    F x = pow(F::from_u64(base), F::odd_part_of_order);
    bool passes = x == F::one() || x == -F::one();
    for (unsigned i = 1; i < F::two_adicity && !passes; ++i) {
      x = square(x);
      passes = x == -F::one();
    }
    if (!passes) return false;
  }
  return true;
}

template <prime_field_element F>
void check_prime_field(fault_list& faults, std::string const& name) {
  faults.expect(is_probably_prime_modulus<F>(), "the modulus of the " + name + " is not prime");
  faults.expect(legendre(F::from_u64(F::generator)) == -1,
                "the generator of the " + name + " is a square, so it generates no roots of unity");
}

// Euclid's algorithm for integers of derivations, not of hot loops.
template <std::size_t N>
[[nodiscard]] bool have_common_divisor(big_int<N> a, big_int<N> b) {
  while (!b.is_zero()) {
    big_int<N> const rest = divide(a, b).remainder;
    a = b;
    b = rest;
  }
  return !(a == big_int<N>::from_u64(1));
}

// value(x) for integer coefficients, highest first, as an element of F.
template <class F, std::size_t N>
[[nodiscard]] F polynomial_at(F const& x, int const (&coefficients)[N]) {
  F value = F::zero();
  for (int const c : coefficients) {
    F const term = F::from_u64(static_cast<std::uint64_t>(c < 0 ? -c : c));
    value = value * x + (c < 0 ? -term : term);
  }
  return value;
}

// The parameter x as an element of F.
template <class Curve, class F>
[[nodiscard]] F parameter_in() {
  F const x = F::from_u64(Curve::x_abs);
  return Curve::x_negative ? -x : x;
}

template <group G>
[[nodiscard]] std::vector<std::string> group_faults(std::string_view name) {
  using F = typename G::base_field;
  using S = typename G::scalar_field;
  fault_list faults{std::string(name)};
  check_prime_field<prime_subfield_t<F>>(faults, "base field");
  check_prime_field<S>(faults, "scalar field");
  // Square roots need not end where a modulus is not prime.
  if (!faults.empty()) return faults.take();

  auto const generator = affine<G>::generator();
  faults.expect(is_on_curve(generator), "the generator is not on the curve");
  auto const cubic = doubled(doubled(square(G::a) * G::a));
  faults.expect(!is_zero(cubic + F::from_u64(27) * square(G::b)), "4 a^3 + 27 b^2 = 0: the curve is singular");
  faults.expect(is_infinity(mul(generator, S::modulus)), "r times the generator is not infinity");
  faults.expect(!is_infinity(mul(generator, S::modulus.shifted_right(1))), "the generator has too small an order");

  insecure_seeded_random points(0x6375'7a6b);
  if constexpr (cofactor_is_known_v<G>) {
    bool order_holds = true;
    bool agrees = true;
    bool clears = true;
    for (int i = 0; i < 8; ++i) {
      auto const p = random_curve_point<G>(points);
      auto const rp = mul(p, S::modulus);
      order_holds = order_holds && is_infinity(mul(rp, cofactor_v<G>));
      agrees = agrees && is_in_subgroup(p) == is_infinity(rp);
      auto const cleared = to_affine(clear_cofactor(p));
      clears = clears && is_on_curve(cleared) && is_infinity(mul(cleared, S::modulus));
      agrees = agrees && is_in_subgroup(cleared);
    }
    faults.expect(order_holds, "cofactor times r does not take every point of the curve to infinity");
    faults.expect(agrees, "is_in_subgroup disagrees with multiplication by r");
    faults.expect(clears, "clear_cofactor leaves the subgroup");
  }
  if constexpr (has_endomorphism_v<G>) {
    auto const lambda = endomorphism_eigenvalue_v<G>;
    faults.expect(mul(generator, lambda) == endomorphism(generator), "the endomorphism does not multiply by lambda");
    faults.expect(mul_endomorphism(generator, -lambda) == mul(generator, -lambda),
                  "multiplication by the endomorphism differs from multiplication without it");
  }
  return faults.take();
}

template <pairing_curve C>
[[nodiscard]] std::vector<std::string> pairing_faults() {
  using fq = typename C::fq;
  using fr = typename C::fr;
  using fq2 = typename C::fq2;
  using g1 = typename C::g1;
  using g2 = typename C::g2;
  fault_list faults{"pairing"};

  // Both polynomials are 0 in the field that they describe, and the moduli have the right size.
  auto const xr = parameter_in<C, fr>();
  auto const xq = parameter_in<C, fq>();
  bool r_fits = false;
  bool p_fits = false;
  if constexpr (std::is_same_v<typename C::family, curve_family::bls12>) {
    r_fits = is_zero(polynomial_at(xr, {1, 0, -1, 0, 1}));
    p_fits = is_zero(polynomial_at(xq, {1, -2, 0, 2, 0, -2, 1}) + doubled(xq) + xq);
    faults.expect(!have_common_divisor(cofactor_v<g1>.template resize<3 * fq::limb_count>(),
                                       cofactor_v<g2>.template resize<3 * fq::limb_count>()),
                  "the cofactors of g1 and g2 have a common divisor, so psi decides no membership");
  } else {
    r_fits = is_zero(polynomial_at(xr, {36, 36, 18, 6, 1}));
    p_fits = is_zero(polynomial_at(xq, {36, 36, 24, 6, 1}));
  }
  faults.expect(r_fits, "r is not the family's polynomial at x");
  faults.expect(p_fits, "p is not the family's polynomial at x");

  faults.expect(legendre(C::fq2::tag::non_residue()) == -1, "fq2: the non-residue is a square");
  fq2 const xi = C::fq6::tag::non_residue();
  faults.expect(legendre(xi) == -1, "fq6: xi is a square, so there is no fq12 above");
  auto group_order = detail::field_order<g2>::q;  // p^2, then (p^2 - 1) / 3
  group_order.limbs[0] -= 1;
  group_order.divide_by(3);
  faults.expect(!(pow(xi, group_order) == fq2::one()), "fq6: xi is a cube");
  faults.expect(C::fq6::adjoined_root() == C::fq12::tag::non_residue(), "fq12: the non-residue is not the root of fq6");

  fq2 const b = mul_by_base(C::twist == twist_kind::d ? inverse(xi) : xi, g1::b);
  faults.expect(b == g2::b, "g2 is not the twist of g1 by xi that the twist kind says");
  auto const generator = affine<g2>::generator();
  faults.expect(mul(generator, fr::reduce(fq::modulus)) == twist_frobenius(generator),
                "psi does not multiply the generator of g2 by p");
  return faults.take();
}

inline void append(std::vector<std::string>& all, std::vector<std::string> const& more) {
  all.insert(all.end(), more.begin(), more.end());
}

}  // namespace detail

/// What is wrong with a group or a pairing-friendly curve, a sentence each; empty when all is well.
/// Groups: prime moduli, generators of the fields that are no squares, a generator of order r, the
/// cofactor, membership and clearing against plain multiplications, the endomorphism. Curves with two
/// groups: both. Pairing-friendly ones: also family, tower, twist and psi. A wrong field ends the search.
///
/// @cost  some hundred multiplications of points and 80 powers: milliseconds
template <class C>
requires group<C> || curve_has_two_groups<C>
[[nodiscard]] std::vector<std::string> curve_faults() {
  std::vector<std::string> faults;
  if constexpr (group<C>) {
    faults = detail::group_faults<C>("group");
  } else {
    faults = detail::group_faults<typename C::g1>("g1");
    detail::append(faults, detail::group_faults<typename C::g2>("g2"));
    if constexpr (pairing_curve<C>) detail::append(faults, detail::pairing_faults<C>());
  }
  return faults;
}

/// Throws unless `curve_faults` finds nothing. The one line for the test of a new curve.
/// @throws invalid_argument with all faults in the message
template <class C>
requires group<C> || curve_has_two_groups<C>
void check_curve() {
  auto const faults = curve_faults<C>();
  if (faults.empty()) return;
  std::string text = "check_curve:";
  for (auto const& fault : faults) text += "\n  " + fault;
  throw invalid_argument(text);
}

}  // namespace cuzk::inline v0
