// SPDX-License-Identifier: Apache-2.0
#define BOOST_TEST_MODULE msm_msm_eip2537
#include <boost/test/unit_test.hpp>

#include <bit>
#include <cstddef>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include <cuzk/curve/affine.hpp>
#include <cuzk/curve/subgroup.hpp>
#include <cuzk/curves/bls12_381.hpp>
#include <cuzk/msm/msm.hpp>

#include "msm/cases.hpp"
#include "support/eip.hpp"

// Known answers of EIP-2537: multi-scalar multiplication, scalars of 32 bytes, the group order and above included.
namespace {

using namespace cuzk_test;
using g1 = cuzk::curves::bls12_381::g1;
using g2 = cuzk::curves::bls12_381::g2;
using scalar = cuzk::big_int<4>;

// Nothing for an input that the standard refuses.
template <class G>
std::optional<cuzk::affine<G>> multi_exp(std::span<std::byte const> input) {
  constexpr std::size_t pair = eip::point_bytes<G> + 32;
  if (input.empty() || input.size() % pair != 0) return std::nullopt;
  std::vector<cuzk::affine<G>> points;
  std::vector<scalar> scalars;
  for (std::size_t i = 0; i < input.size(); i += pair) {
    auto const p = eip::read_point<G>(input.subspan(i, pair - 32));
    if (!p || !is_in_subgroup(*p)) return std::nullopt;
    points.push_back(*p);
    scalars.push_back(scalar::from_bytes(input.subspan(i + pair - 32, 32), std::endian::big));
  }
  auto const sum = msm_by<G>(form::chosen, threads{}, points, scalars);
  BOOST_TEST((msm_by<G>(form::portable, threads{2}, points, scalars) == sum));
  return sum;
}

template <class G>
void check_file(std::string const& name) {
  auto const answers = eip::read(name);
  BOOST_TEST(answers.size() >= 5);
  for (auto const& answer : answers) {
    BOOST_TEST_CONTEXT(answer.name) {
      auto const got = multi_exp<G>(answer.input);
      BOOST_TEST(got.has_value() == answer.expected.has_value());
      if (!got || !answer.expected) continue;
      auto const want = eip::read_point<G>(*answer.expected);
      BOOST_REQUIRE(want.has_value());
      BOOST_TEST((*got == *want));
    }
  }
}

BOOST_AUTO_TEST_CASE(g1_sums) { check_file<g1>("blsG1MultiExp.json"); }
BOOST_AUTO_TEST_CASE(g1_refused) { check_file<g1>("fail-blsG1MultiExp.json"); }
BOOST_AUTO_TEST_CASE(g2_refused) { check_file<g2>("fail-blsG2MultiExp.json"); }

// One scalar of 256 bits above the order: the reduced one gives the same.
BOOST_AUTO_TEST_CASE(scalar_above_the_order) {
  scalar const k{{0x025607a7919d793fU, 0xbdf7228f3a3dbd99U, 0x68d0564b14693662U, 0xaf6dd88bb87cb4acU}};
  auto const g = cuzk::affine<g1>::generator();
  BOOST_TEST((msm_by<g1>(form::chosen, threads{}, std::vector{g}, std::vector{k}) ==
              msm_by<g1>(form::chosen, threads{}, std::vector{g}, std::vector{g1::scalar_field::reduce(k)})));
}

}  // namespace
