// SPDX-License-Identifier: Apache-2.0
#define BOOST_TEST_MODULE curve_cofactor
#include <boost/test/unit_test.hpp>

#include <cstdint>
#include <type_traits>

#include <cuzk/curve/cofactor.hpp>
#include <cuzk/curves/bls12_377.hpp>
#include <cuzk/curves/bls12_381.hpp>
#include <cuzk/curves/bn254.hpp>
#include <cuzk/curves/bw6_761.hpp>
#include <cuzk/curves/pallas.hpp>
#include <cuzk/curves/toy.hpp>
#include <cuzk/curves/toy_bn.hpp>
#include <cuzk/field/big_int.hpp>
#include <cuzk/field/prime_field.hpp>

#include <laws/group.hpp>
#include <support/check.hpp>

namespace {

using cuzk::cofactor_v;
namespace curves = cuzk::curves;

template <class G>
bool cofactor_is(char const* decimal) {
  using integer = std::remove_cv_t<decltype(cofactor_v<G>)>;
  return cofactor_v<G> == integer::from_decimal(decimal);
}

BOOST_AUTO_TEST_CASE(counted_on_toy_curves) {
  CUZK_CHECK(laws::all_points<curves::toy_271>().size() == 271 && cofactor_is<curves::toy_271>("1"));
  CUZK_CHECK(laws::all_points<curves::toy_79>().size() == 3 * 79 && cofactor_is<curves::toy_79>("3"));
  CUZK_CHECK(laws::all_points<curves::toy_349>().size() == 349 && cofactor_is<curves::toy_349>("1"));
  CUZK_CHECK(laws::all_points<curves::toy_109>().size() == 3 * 109 && cofactor_is<curves::toy_109>("3"));
  CUZK_CHECK(laws::all_points<curves::toy_bn::g1>().size() == 97 && cofactor_is<curves::toy_bn::g1>("1"));
}

BOOST_AUTO_TEST_CASE(counted_on_a_toy_twist) {
  using G = curves::toy_bn::g2;
  using F = G::base_field;
  unsigned count = 1;
  for (unsigned c0 = 0; c0 < 103; ++c0) {
    for (unsigned c1 = 0; c1 < 103; ++c1) {
      int const symbol =
          legendre(cuzk::affine<G>::right_side(F{F::base_field::from_u64(c0), F::base_field::from_u64(c1)}));
      count += static_cast<unsigned>(1 + symbol);
    }
  }
  CUZK_CHECK(count == 97 * 109);
  CUZK_CHECK(cofactor_is<G>("109"));
}

// draft-irtf-cfrg-pairing-friendly-curves-11, section 4.2.1 (h and h'); eprint 2018/962, figure 16.
BOOST_AUTO_TEST_CASE(published) {
  CUZK_CHECK(cofactor_is<curves::bls12_381::g1>("76329603384216526031706109802092473003"));
  CUZK_CHECK(
      cofactor_is<curves::bls12_381::g2>("30550233393126834420099975319312150421446601925418814266766403298226760418297"
                                         "1884026507427359259977847832272839041616661"
                                         "285803823378372096355777062779109"));
  CUZK_CHECK(cofactor_is<curves::bls12_377::g1>("30631250834960419227450344600217059328"));
  CUZK_CHECK(
      cofactor_is<curves::bls12_377::g2>("79232149152843171439302935506438745668810178501779454247692567591653014366169"
                                         "33228209277966774092486467289478618404761412"
                                         "630691835764674559376407658497"));
  CUZK_CHECK(cofactor_is<curves::bn254::g1>("1") && cofactor_is<curves::pallas>("1"));
  CUZK_CHECK(
      cofactor_is<curves::bn254::g2>("21888242871839275222246405745257275088844257914179612981679871602714643921549"));
}

// Where a subgroup is small, r alone leaves several numbers of points open.
struct small_subgroup {
  using base_field = curves::toy_79::base_field;
  using scalar_field = cuzk::prime_field<curves::toy_bn_fr_parameters>;
  static constexpr base_field a = curves::toy_79::a;
  static constexpr base_field b = curves::toy_79::b;
  static constexpr base_field generator_x = curves::toy_79::generator_x;
  static constexpr base_field generator_y = curves::toy_79::generator_y;
};
struct five_parameters {
  static constexpr auto modulus = cuzk::big_int<1>::from_u64(5);
  static constexpr std::uint64_t generator = 2;
};
struct smaller_subgroup : small_subgroup {
  using scalar_field = cuzk::prime_field<five_parameters>;
};
struct smaller_subgroup_with_cofactor : smaller_subgroup {
  static constexpr auto cofactor = cuzk::big_int<1>::from_u64(47);
};
static_assert(cuzk::cofactor_is_known_v<small_subgroup>);
static_assert(!cuzk::cofactor_is_known_v<smaller_subgroup>);
static_assert(cuzk::cofactor_is_known_v<smaller_subgroup_with_cofactor>);
static_assert(cofactor_v<smaller_subgroup_with_cofactor>.limbs[0] == 47);

}  // namespace
