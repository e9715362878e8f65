// SPDX-License-Identifier: Apache-2.0
#define BOOST_TEST_MODULE curve_random
#include <boost/test/unit_test.hpp>

#include <cstddef>
#include <cstdint>
#include <span>
#include <tuple>
#include <vector>

#include <cuzk/core/error.hpp>
#include <cuzk/core/random.hpp>
#include <cuzk/curve/random.hpp>
#include <cuzk/curves/bls12_381.hpp>
#include <cuzk/curves/toy.hpp>
#include <cuzk/curves/toy_bn.hpp>

#include <laws/group.hpp>
#include <support/check.hpp>
#include <support/seed.hpp>

namespace {

namespace curves = cuzk::curves;

// Every point but infinity comes, about equally often.
template <class G>
void is_uniform(std::vector<cuzk::affine<G>> const& points, cuzk::affine<G> (*draw)(cuzk::insecure_seeded_random&)) {
  cuzk::insecure_seeded_random random(cuzk_test::seed());
  std::vector<unsigned> seen(points.size());
  std::size_t const rounds = 100 * points.size();
  for (std::size_t i = 0; i < rounds; ++i) {
    auto const p = draw(random);
    for (std::size_t j = 0; j < points.size(); ++j) seen[j] += points[j] == p ? 1U : 0U;
  }
  unsigned total = 0;
  for (std::size_t j = 0; j < points.size(); ++j) {
    total += seen[j];
    bool const infinity = is_infinity(points[j]);
    CUZK_CHECK(infinity ? seen[j] == 0 : (seen[j] > 40 && seen[j] < 180));  // 100 expected, deviation 10
  }
  CUZK_CHECK(total == rounds);
}

BOOST_AUTO_TEST_CASE(uniform_on_the_curve) {
  using G = curves::toy_79;
  is_uniform<G>(laws::all_points<G>(), cuzk::random_curve_point<G, cuzk::insecure_seeded_random>);
}

BOOST_AUTO_TEST_CASE(uniform_in_the_subgroup) {
  using G = curves::toy_79;
  std::vector<cuzk::affine<G>> subgroup;
  for (auto const& p : laws::all_points<G>()) {
    if (is_in_subgroup(p)) subgroup.push_back(p);
  }
  CUZK_CHECK(subgroup.size() == 79);
  is_uniform<G>(subgroup, cuzk::random_point<G, cuzk::insecure_seeded_random>);
}

using groups = std::tuple<curves::bls12_381::g1, curves::bls12_381::g2, curves::toy_bn::g2>;
BOOST_AUTO_TEST_CASE_TEMPLATE(reproducible_and_in_the_subgroup, G, groups) {
  cuzk::insecure_seeded_random first(cuzk_test::seed());
  cuzk::insecure_seeded_random second(cuzk_test::seed());
  auto const p = cuzk::random_point<G>(first);
  CUZK_CHECK(p == cuzk::random_point<G>(second));
  CUZK_CHECK(is_on_curve(p) && is_in_subgroup(p) && !is_infinity(p));
  cuzk::os_random system;
  CUZK_CHECK(is_on_curve(cuzk::random_point<G>(system)));
}

struct broken_source {
  void fill(std::span<std::byte>) const { throw cuzk::random_error("no bytes today"); }
};
BOOST_AUTO_TEST_CASE(failing_source) {
  broken_source source;
  BOOST_CHECK_THROW(static_cast<void>(cuzk::random_point<curves::toy_79>(source)), cuzk::random_error);
}

}  // namespace
