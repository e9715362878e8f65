// SPDX-License-Identifier: Apache-2.0
#define BOOST_TEST_MODULE pairing_pairing_eip
#include <boost/test/unit_test.hpp>

// Known answers: the pairing checks of EIP-2537 (bls12_381) and EIP-197 (bn254).

#include <cuzk/curve/affine.hpp>
#include <cuzk/curve/subgroup.hpp>
#include <cuzk/curves/bls12_381.hpp>
#include <cuzk/curves/bn254.hpp>
#include <cuzk/pairing/pairing.hpp>

#include <cstddef>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "support/eip.hpp"

using namespace cuzk;
namespace eip = cuzk_test::eip;

namespace {

// Nothing for an input that the EIP refuses.
template <class C>
std::optional<bool> check(eip::bytes const& input) {
  constexpr std::size_t size1 = eip::point_bytes<typename C::g1>;
  constexpr std::size_t size2 = eip::point_bytes<typename C::g2>;
  std::span<std::byte const> const in(input);
  if (in.size() % (size1 + size2) != 0) return std::nullopt;
  std::vector<affine<typename C::g1>> ps;
  std::vector<affine<typename C::g2>> qs;
  for (std::size_t at = 0; at < in.size(); at += size1 + size2) {
    auto const p = eip::read_point<typename C::g1>(in.subspan(at, size1));
    auto const q = eip::read_point<typename C::g2>(in.subspan(at + size1, size2));
    if (!p || !q || !is_in_subgroup(*p) || !is_in_subgroup(*q)) return std::nullopt;
    ps.push_back(*p);
    qs.push_back(*q);
  }
  return pairing::pairing_product_is_one<C>(ps, qs);
}

template <class C>
void check_file(std::string const& file, std::size_t count) {
  auto const all = eip::read(file);
  BOOST_REQUIRE_EQUAL(all.size(), count);
  std::size_t ones = 0;
  for (auto const& answer : all) {
    BOOST_TEST_CONTEXT(answer.name) {
      auto const result = check<C>(answer.input);
      BOOST_REQUIRE(result.has_value() && answer.expected.has_value());
      bool const one = answer.expected->back() == std::byte{1};
      BOOST_CHECK_EQUAL(*result, one);
      ones += one ? 1U : 0U;
    }
  }
  BOOST_CHECK(0 < ones && ones < count);
}

}  // namespace

BOOST_AUTO_TEST_CASE(eip_2537_bls12_381) { check_file<curves::bls12_381>("blsPairing.json", 106); }

BOOST_AUTO_TEST_CASE(eip_197_bn254) { check_file<curves::bn254>("bn256Pairing.json", 14); }

BOOST_AUTO_TEST_CASE(what_the_eips_refuse) {
  auto const pair = eip::read("blsPairing.json").at(4).input;
  BOOST_REQUIRE(check<curves::bls12_381>(pair) == false);
  auto shorter = pair;
  shorter.pop_back();
  BOOST_CHECK(!check<curves::bls12_381>(shorter));
  for (std::size_t const at : {std::size_t{0}, std::size_t{15}, std::size_t{63}, std::size_t{127}, std::size_t{383}}) {
    auto changed = pair;  // padding, x, y of g1, y of g2
    changed[at] ^= std::byte{1};
    BOOST_CHECK_MESSAGE(!check<curves::bls12_381>(changed), "byte " << at);
  }
  // (0, 2) is on y^2 = x^3 + 4 and has order 3.
  auto outside = pair;
  for (std::size_t i = 0; i < 128; ++i) outside[i] = i == 127 ? std::byte{2} : std::byte{0};
  BOOST_CHECK(!check<curves::bls12_381>(outside));
}
