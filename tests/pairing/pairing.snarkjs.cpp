// SPDX-License-Identifier: Apache-2.0
#define BOOST_TEST_MODULE pairing_pairing_snarkjs
#include <boost/test/unit_test.hpp>

// snarkjs writes the pairing of alpha and beta into its verification keys, with the same multiples
// in its final exponentiation as cuzk on both of its curves: equal to the last digit.

#include <cuzk/curve/affine.hpp>
#include <cuzk/curves/bls12_381.hpp>
#include <cuzk/curves/bn254.hpp>
#include <cuzk/field/extension_traits.hpp>
#include <cuzk/pairing/pairing.hpp>

#include <fstream>
#include <string>

#include <nlohmann/json.hpp>

using namespace cuzk;

namespace {

template <class F>
F read(nlohmann::json const& value) {
  if constexpr (extension_degree_v<F> == 1) {
    return F::from_decimal(value.get<std::string>());
  } else {
    using base = typename F::base_field;
    if constexpr (F::degree_over_base == 2) {
      return {read<base>(value.at(0)), read<base>(value.at(1))};
    } else {
      return {read<base>(value.at(0)), read<base>(value.at(1)), read<base>(value.at(2))};
    }
  }
}

template <class C>
void check_key(std::string const& name) {
  std::ifstream in(std::string(CUZK_TEST_DATA) + "/groth16/" + name + "/vkey.json");
  BOOST_REQUIRE_MESSAGE(in.good(), "no test data: " << name);
  auto const key = nlohmann::json::parse(in);
  auto const& alpha = key.at("vk_alpha_1");
  auto const& beta = key.at("vk_beta_2");
  affine<typename C::g1> const p{read<typename C::fq>(alpha.at(0)), read<typename C::fq>(alpha.at(1))};
  affine<typename C::g2> const q{read<typename C::fq2>(beta.at(0)), read<typename C::fq2>(beta.at(1))};
  auto const expected = read<typename C::fq12>(key.at("vk_alphabeta_12"));
  BOOST_CHECK(pairing::pairing<C>(p, q) == expected);
  BOOST_CHECK(!(pairing::pairing<C>(-p, q) == expected));
}

}  // namespace

BOOST_AUTO_TEST_CASE(bls12_381_keys) {
  for (auto const* name : {"bls12381/mul", "bls12381/merkle8", "bls12381/pub200", "bls12381/zeropub"}) {
    BOOST_TEST_CONTEXT(name) { check_key<curves::bls12_381>(name); }
  }
}

BOOST_AUTO_TEST_CASE(bn254_keys) {
  for (auto const* name : {"bn128/mul", "bn128/merkle8", "bn128/pub200", "bn128/zeropub"}) {
    BOOST_TEST_CONTEXT(name) { check_key<curves::bn254>(name); }
  }
}
