// SPDX-License-Identifier: Apache-2.0
#define BOOST_TEST_MODULE curve_eip
#include <boost/test/unit_test.hpp>

#include <bit>
#include <cstddef>
#include <optional>
#include <span>
#include <string>

#include <cuzk/curve/jacobian.hpp>
#include <cuzk/curve/scalar_mul.hpp>
#include <cuzk/curve/subgroup.hpp>
#include <cuzk/curve/xyzz.hpp>
#include <cuzk/curves/bls12_381.hpp>
#include <cuzk/curves/bn254.hpp>
#include <cuzk/field/big_int.hpp>

#include <support/eip.hpp>

// Additions and multiplications of the Ethereum known answers, refusals included. Multi-scalar and
// pairing files are tested in those rooms.
namespace {

using namespace cuzk_test;
using cuzk::affine;
namespace curves = cuzk::curves;

template <class G>
bool is_this_point(affine<G> const& p, eip::bytes const& expected) {
  auto const right = eip::read_point<G>(expected);
  return right.has_value() && p == *right;
}

// The answer of the precompile: nothing where the input must be refused.
template <class G>
std::optional<affine<G>> sum_of_two(std::span<std::byte const> in) {
  constexpr std::size_t size = eip::point_bytes<G>;
  if (in.size() != 2 * size) return std::nullopt;
  auto const p = eip::read_point<G>(in.first(size));
  auto const q = eip::read_point<G>(in.last(size));
  if (!p || !q) return std::nullopt;
  auto const sum = to_affine(*p + *q);
  // The other representations say the same.
  BOOST_TEST((to_jacobian(*p) + *q == sum));
  BOOST_TEST((to_jacobian(*p) + to_jacobian(*q) == sum));
  BOOST_TEST((to_xyzz(*p) + *q == sum));
  BOOST_TEST((to_xyzz(*p) + to_xyzz(*q) == sum));
  return sum;
}

template <class G>
std::optional<affine<G>> multiple(std::span<std::byte const> in) {
  constexpr std::size_t size = eip::point_bytes<G>;
  if (in.size() != size + 32) return std::nullopt;
  auto const p = eip::read_point<G>(in.first(size));
  if (!p || !is_in_subgroup(*p)) return std::nullopt;
  auto const k = cuzk::big_int<4>::from_bytes(in.last(32), std::endian::big);
  auto const product = to_affine(mul(*p, k));
  BOOST_TEST((mul_endomorphism(*p, k) == product));
  BOOST_TEST((mul(*p, G::scalar_field::reduce(k)) == product));
  return product;
}

template <class G>
void known_answers(std::string const& file, std::size_t count,
                   std::optional<affine<G>> (*answer)(std::span<std::byte const>)) {
  auto const cases = eip::read(file);
  BOOST_TEST(cases.size() == count);
  for (auto const& c : cases) {
    BOOST_TEST_CONTEXT(file << ": " << c.name) {
      auto const result = answer(c.input);
      BOOST_TEST(result.has_value() == c.expected.has_value());
      if (result && c.expected) BOOST_TEST(is_this_point(*result, *c.expected));
    }
  }
}

BOOST_AUTO_TEST_CASE(bls_g1_add) { known_answers("blsG1Add.json", 112, sum_of_two<curves::bls12_381::g1>); }
BOOST_AUTO_TEST_CASE(bls_g2_add) { known_answers("blsG2Add.json", 112, sum_of_two<curves::bls12_381::g2>); }
BOOST_AUTO_TEST_CASE(bls_g1_mul) { known_answers("blsG1Mul.json", 11, multiple<curves::bls12_381::g1>); }
BOOST_AUTO_TEST_CASE(fail_bls_g1_add) { known_answers("fail-blsG1Add.json", 6, sum_of_two<curves::bls12_381::g1>); }
BOOST_AUTO_TEST_CASE(fail_bls_g2_add) { known_answers("fail-blsG2Add.json", 6, sum_of_two<curves::bls12_381::g2>); }
BOOST_AUTO_TEST_CASE(fail_bls_g1_mul) { known_answers("fail-blsG1Mul.json", 7, multiple<curves::bls12_381::g1>); }
BOOST_AUTO_TEST_CASE(fail_bls_g2_mul) { known_answers("fail-blsG2Mul.json", 7, multiple<curves::bls12_381::g2>); }

// EIP-196: missing bytes are zero, bytes behind the two points are ignored.
std::optional<affine<curves::bn254::g1>> padded_sum(std::span<std::byte const> in) {
  eip::bytes padded(in.begin(), in.end());
  padded.resize(128);
  return sum_of_two<curves::bn254::g1>(padded);
}
BOOST_AUTO_TEST_CASE(bn254_add) { known_answers("bn256Add.json", 16, padded_sum); }

}  // namespace
