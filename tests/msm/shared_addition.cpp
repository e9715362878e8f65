// SPDX-License-Identifier: Apache-2.0
#define BOOST_TEST_MODULE msm_shared_addition
#include <boost/test/unit_test.hpp>

#include <cstdint>
#include <tuple>

#include <cuzk/core/random.hpp>
#include <cuzk/curve/affine.hpp>
#include <cuzk/curve/jacobian.hpp>
#include <cuzk/curve/random.hpp>
#include <cuzk/curve/xyzz.hpp>
#include <cuzk/curves/bls12_377.hpp>
#include <cuzk/curves/bls12_381.hpp>
#include <cuzk/curves/bw6_761.hpp>
#include <cuzk/curves/pallas.hpp>
#include <cuzk/curves/toy.hpp>
#include <cuzk/field/random.hpp>
#include <cuzk/msm/detail/shared_addition.hpp>

#include "support/msm_inputs.hpp"
#include "support/seed.hpp"
#include "support/simulated_lanes.hpp"
#include "support/toy_67.hpp"

namespace {

using namespace cuzk_test;
namespace detail = cuzk::msm::detail;

// a != 0 and a = 0; points with x = 0, and of order 2.
using toys =
    std::tuple<cuzk::curves::toy_271, cuzk::curves::toy_79, cuzk::curves::toy_349, cuzk::curves::toy_109, toy_67>;
using groups = std::tuple<cuzk::curves::bls12_381::g1, cuzk::curves::bls12_381::g2, cuzk::curves::bls12_377::g1,
                          cuzk::curves::bw6_761::g1, cuzk::curves::pallas>;

template <class G>
using on_two = detail::sum_on_two<G, simulated_lanes<typename G::base_field, 2>>;
template <class G>
using on_four = detail::sum_on_four<G, simulated_lanes<typename G::base_field, 4>>;

template <class G>
simulated_lanes<typename G::base_field, 2> lanes_of(cuzk::affine<G> const& p) {
  return {{p.x, p.y}};
}

template <class G>
cuzk::xyzz<G> scaled(cuzk::affine<G> const& p, typename G::base_field const& z) {
  if (is_infinity(p)) return {p.x, z, {}, {}};  // any x and y
  auto const zz = square(z);
  return {p.x * zz, p.y * zz * z, zz, zz * z};
}

template <class G, class Sum>
cuzk::xyzz<G> stored(Sum const& sum) {
  cuzk::xyzz<G> p;
  sum.store(&p);
  return p;
}

template <class G>
void check_pair(cuzk::affine<G> const& p, cuzk::affine<G> const& q, typename G::base_field const& z,
                typename G::base_field const& t) {
  auto const expected = to_xyzz(to_jacobian(p) + q);
  auto const a = scaled(p, z), b = scaled(q, t);
  auto sum = on_four<G>::load(&a);
  auto const other = on_four<G>::load(&b);
  sum.add(on_four<G>::load_operand(&b), false);
  if (!(stored<G>(sum) == a)) BOOST_ERROR("an addition that is not active changes the sum");
  sum.add(other);
  if (!(stored<G>(sum) == expected)) BOOST_ERROR("a sum on four lanes is wrong");
  auto twice = on_four<G>::load(&a);
  twice.double_it();
  if (!(stored<G>(twice) == doubled(a))) BOOST_ERROR("a double on four lanes is wrong");

  if (is_infinity(q)) return;
  on_two<G> mixed;
  mixed.clear();
  if (!is_infinity(p)) mixed.add(lanes_of(p), true);
  mixed.add(lanes_of(q), false);
  if (!(stored<G>(mixed) == a)) BOOST_ERROR("an addition that is not active changes the sum");
  mixed.add(lanes_of(q), true);
  if (!(stored<G>(mixed) == expected)) BOOST_ERROR("a sum on two lanes is wrong");
  mixed.add(lanes_of(q), true);
  if (!(stored<G>(mixed) == expected + q)) BOOST_ERROR("a second sum on two lanes is wrong");
}

BOOST_AUTO_TEST_CASE_TEMPLATE(every_pair_of_points, G, toys) {
  using F = typename G::base_field;
  auto const all = all_points<G>();
  std::uint64_t i = 1;
  for (auto const& p : all) {
    for (auto const& q : all) {
      ++i;
      check_pair(p, q, F(1 + i % (F::modulus.limbs[0] - 1)), F(1 + i / 7 % (F::modulus.limbs[0] - 1)));
    }
  }
}

BOOST_AUTO_TEST_CASE_TEMPLATE(pairs_of_real_points, G, groups) {
  using F = typename G::base_field;
  cuzk::insecure_seeded_random random(seed());
  auto const p = cuzk::affine<G>::generator();
  auto const q = to_affine(doubled(cuzk::jacobian<G>::generator()) + p);
  auto const zero = cuzk::affine<G>::infinity();
  for (auto const& a : {zero, p, -p, q}) {
    for (auto const& b : {zero, p, -p, q, -q}) {
      check_pair(a, b, cuzk::random_element<F>(random), cuzk::random_element<F>(random));
    }
  }
}

}  // namespace
