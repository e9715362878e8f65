// SPDX-License-Identifier: Apache-2.0
// Arithmetic as users build it, optimised and without assertions: each form that the processor has against
// the portable functions, which are compiled here too, so edges decide. A program of its own, which a second
// compiler builds without a test library.
#define NDEBUG

#include <cstddef>
#include <cstdint>
#include <cstdio>
#include <span>
#include <vector>

#include <cuzk/core/random.hpp>
#include <cuzk/curve/affine.hpp>
#include <cuzk/curve/jacobian.hpp>
#include <cuzk/curve/scalar_mul.hpp>
#include <cuzk/curves/bls12_381.hpp>
#include <cuzk/curves/toy.hpp>
#include <cuzk/exec/serial.hpp>
#include <cuzk/field/batch_inverse.hpp>
#include <cuzk/field/random.hpp>
#include <cuzk/field/sum_of_products.hpp>
#include <cuzk/msm/msm.hpp>

namespace {

int failures = 0;

void check(bool holds, char const* what, char const* where) {
  if (holds) return;
  ++failures;
  std::printf("%s: %s\n", where, what);
}

void set_forms([[maybe_unused]] bool on) {
#if CUZK_HAS_X86_64
  static bool const adx = cuzk::detail::x86::has_adx;
  cuzk::detail::x86::has_adx = on && adx;
#endif
#if CUZK_HAS_AVX512_FORM
  static bool const ifma = cuzk::msm::detail::has_ifma;
  cuzk::msm::detail::has_ifma = on && ifma;
#endif
}

template <class F>
void field_agrees_with_its_portable_form(char const* name) {
  cuzk::insecure_seeded_random random(7);
  constexpr auto p = F::modulus;
  constexpr auto negative_inverse = cuzk::detail::negative_inverse_of(p.limbs[0]);
  std::vector<F> values{F(0), F(1), -F(1), F(2), -F(2), halved(F(1)), halved(-F(1)), F::from_u64(~std::uint64_t{0})};
  for (int i = 0; i < 60; ++i) values.push_back(cuzk::random_element<F>(random));
  for (F const& a : values) {
    for (F const& b : values) {
      auto const product = cuzk::detail::montgomery_product(a.montgomery(), b.montgomery(), p, negative_inverse);
      check((a * b).montgomery() == product, "product", name);
      check((a + b).montgomery() == cuzk::detail::add_mod(a.montgomery(), b.montgomery(), p), "sum", name);
      check((a - b).montgomery() == cuzk::detail::sub_mod(a.montgomery(), b.montgomery(), p), "difference", name);
      check(cuzk::sum_of_products(a, b, b, a) == doubled(a * b), "sum of products", name);
      F in_place = a;
      in_place *= in_place;
      check(in_place == a * a && in_place == square(a), "square in place", name);
      F c = a;
      c = cuzk::sum_of_products(c, c, b, c);
      check(c == a * a + a * b, "sum of products in place", name);
    }
    check(doubled(halved(a)) == a, "half", name);
    check(is_zero(a) ? is_zero(inverse(a)) : a * inverse(a) == F::one(), "inverse", name);
    check(F::try_from_canonical(a.to_canonical()) == a, "canonical form", name);
  }
  auto inverses = values;
  cuzk::batch_inverse(std::span<F>(inverses));
  for (std::size_t i = 0; i < values.size(); ++i) check(inverses[i] == inverse(values[i]), "batch inverse", name);
}

// n multiples of the generator, equal and opposite ones among them, with a sum that one product gives.
template <class G>
void msm_is_one_product(char const* name, std::size_t n) {
  using F = typename G::scalar_field;
  cuzk::insecure_seeded_random random(8);
  std::vector<cuzk::affine<G>> points;
  std::vector<F> scalars;
  F sum = F::zero();
  auto const g = cuzk::affine<G>::generator();
  for (std::size_t i = 0; i < n; ++i) {
    std::uint64_t const k = random.next_u64() % 40;
    F const s = i % 9 == 0 ? -F::one() : i % 7 == 0 ? F(k) : cuzk::random_element<F>(random);
    points.push_back(to_affine(mul(g, cuzk::big_int<1>::from_u64(k))));
    scalars.push_back(s);
    sum = sum + s * F(k);
  }
  auto const want = to_affine(mul(g, sum));
  for (unsigned const c : {0U, 3U, 8U}) {
    auto const got = cuzk::msm::msm(cuzk::exec::serial{}, points, scalars, {.window_bits = c});
    check(to_affine(got) == want, "multi-scalar multiplication", name);
  }
}

}  // namespace

int main() {
  using bls = cuzk::curves::bls12_381;
  for (bool const on : {true, false}) {
    set_forms(on);
    field_agrees_with_its_portable_form<bls::fq>("Fq of BLS12-381");
    field_agrees_with_its_portable_form<bls::fr>("Fr of BLS12-381");
    field_agrees_with_its_portable_form<cuzk::prime_field<cuzk::curves::toy_12289_parameters>>("12289 elements");
    msm_is_one_product<bls::g1>("G1 of BLS12-381", 700);
    msm_is_one_product<cuzk::curves::toy_271>("toy curve", 300);
  }
  if (failures != 0) std::printf("%d failures\n", failures);
  return failures == 0 ? 0 : 1;
}
