// SPDX-License-Identifier: Apache-2.0
#define BOOST_TEST_MODULE vector_fixed_base
#include <boost/test/unit_test.hpp>

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include <cuzk/core/error.hpp>
#include <cuzk/core/random.hpp>
#include <cuzk/curve/random.hpp>
#include <cuzk/curve/scalar_mul.hpp>
#include <cuzk/curves/bls12_381.hpp>
#include <cuzk/exec/serial.hpp>
#include <cuzk/exec/tbb.hpp>
#include <cuzk/field/random.hpp>
#include <cuzk/vector/fixed_base.hpp>

#include "support/seed.hpp"

namespace {

using curve = cuzk::curves::bls12_381;
using fr = curve::fr;

template <class G>
void fixed_base_equals_doubling_and_adding() {
  cuzk::exec::tbb const tbb;
  cuzk::insecure_seeded_random rng(cuzk_test::seed());
  std::vector<fr> scalars{fr(0), fr(1), -fr(1), fr(2), -fr(2), fr(3), pow(fr(2), std::uint64_t{254})};
  for (std::uint64_t c = 2; c < 14; ++c) {  // digits around half a window
    for (std::uint64_t const d : {(std::uint64_t{1} << (c - 1)) - 1, std::uint64_t{1} << (c - 1),
                                  (std::uint64_t{1} << (c - 1)) + 1, (std::uint64_t{1} << c) - 1}) {
      scalars.push_back(fr(d));
      scalars.push_back(fr(d << c));
    }
  }
  for (int i = 0; i < 8; ++i) scalars.push_back(cuzk::random_element<fr>(rng));
  for (std::size_t const planned : {1U, 100U, 3000U}) {
    cuzk::vector::fixed_base<G> const table(tbb, cuzk::affine<G>::generator(), planned);
    std::vector<cuzk::affine<G>> out(scalars.size());
    table.multiply(tbb, std::span<cuzk::affine<G>>(out), std::span<fr const>(scalars));
    for (std::size_t i = 0; i < scalars.size(); ++i) {
      BOOST_TEST((out[i] == to_affine(cuzk::mul(cuzk::affine<G>::generator(), scalars[i]))));
    }
  }
}

}  // namespace

BOOST_AUTO_TEST_CASE(fixed_base_products_are_right) {
  fixed_base_equals_doubling_and_adding<curve::g1>();
  fixed_base_equals_doubling_and_adding<curve::g2>();
}

BOOST_AUTO_TEST_CASE(a_base_in_no_subgroup_and_infinity) {
  using G = curve::g2;
  cuzk::insecure_seeded_random rng(cuzk_test::seed());
  auto const p = cuzk::random_curve_point<G>(rng);
  std::vector<fr> const scalars{fr(0), fr(1), -fr(1), cuzk::random_element<fr>(rng)};
  std::vector<cuzk::affine<G>> out(scalars.size());
  cuzk::vector::fixed_base<G> const table(cuzk::exec::serial{}, p, 10);
  table.multiply(cuzk::exec::serial{}, std::span<cuzk::affine<G>>(out), std::span<fr const>(scalars));
  for (std::size_t i = 0; i < out.size(); ++i) BOOST_TEST((out[i] == to_affine(cuzk::mul(p, scalars[i]))));
  cuzk::vector::fixed_base<G> const nothing(cuzk::exec::serial{}, cuzk::affine<G>::infinity(), 10);
  nothing.multiply(cuzk::exec::serial{}, std::span<cuzk::affine<G>>(out), std::span<fr const>(scalars));
  for (auto const& q : out) BOOST_TEST(is_infinity(q));
  BOOST_CHECK_THROW(
      table.multiply(cuzk::exec::serial{}, std::span<cuzk::affine<G>>(out).first(3), std::span<fr const>(scalars)),
      cuzk::invalid_argument);
}

BOOST_AUTO_TEST_CASE(windows_grow_with_the_number_of_products) {
  using cuzk::vector::detail::fixed_base_window_bits;
  BOOST_TEST(fixed_base_window_bits(255, 0) >= 2U);
  BOOST_TEST(fixed_base_window_bits(255, 100) < fixed_base_window_bits(255, 1000000));
  BOOST_TEST(fixed_base_window_bits(255, std::size_t{1} << 30U) <= 13U);
  BOOST_TEST(fixed_base_window_bits(255, ~std::size_t{0}) == 13U);
}
