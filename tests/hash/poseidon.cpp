// SPDX-License-Identifier: Apache-2.0
#define BOOST_TEST_MODULE hash_poseidon
#include <boost/test/unit_test.hpp>

#include <array>
#include <bit>
#include <cstddef>
#include <cstdint>
#include <fstream>
#include <set>
#include <span>
#include <string>
#include <tuple>
#include <vector>

#include <cuzk/core/error.hpp>
#include <cuzk/core/random.hpp>
#include <cuzk/curves/bls12_381.hpp>
#include <cuzk/curves/bn254.hpp>
#include <cuzk/field/prime_field.hpp>
#include <cuzk/field/random.hpp>
#include <cuzk/hash/poseidon.hpp>

#include <support/fields.hpp>
#include <support/hex.hpp>
#include <support/seed.hpp>

namespace {

using cuzk::hash::poseidon;
using cuzk::hash::poseidon_parameters;
using cuzk::hash::poseidon_strength;
using fr = cuzk::curves::bls12_381::fr;

fr from_little_endian(std::string const& hex) {
  auto const x = fr::try_from_bytes(cuzk_test::from_hex(hex), std::endian::little);
  BOOST_REQUIRE(x.has_value());
  return *x;
}

std::vector<fr> counting(std::size_t count) {
  std::vector<fr> inputs(count);
  for (std::size_t i = 0; i < count; ++i) inputs[i] = fr(i);
  return inputs;
}

template <std::size_t Arity, poseidon_strength Strength>
struct instance {
  static constexpr std::size_t arity = Arity;
  static constexpr poseidon_strength strength = Strength;
  using hasher = poseidon<fr, Arity, Strength>;
};
template <poseidon_strength Strength>
using instances_of =
    std::tuple<instance<2, Strength>, instance<4, Strength>, instance<8, Strength>, instance<11, Strength>,
               instance<16, Strength>, instance<24, Strength>, instance<36, Strength>>;
using instances = decltype(std::tuple_cat(instances_of<poseidon_strength::standard>{},
                                          instances_of<poseidon_strength::strengthened>{}));

}  // namespace

BOOST_AUTO_TEST_CASE_TEMPLATE(digests_of_the_reference_implementation, Instance, instances) {
  using hasher = typename Instance::hasher;
  std::ifstream file(CUZK_TEST_DATA "/hash/poseidon_bls12_381.txt");
  std::string domain, strength, digest;
  std::size_t arity = 0;
  int found = 0;
  while (file >> domain >> strength >> arity >> digest) {
    if (arity != Instance::arity || (strength == "standard") != (Instance::strength == poseidon_strength::standard)) {
      continue;
    }
    auto const expected = fr::from_hex(digest);
    if (domain == "merkle_tree") {
      BOOST_TEST((hasher::hash(counting(arity)) == expected));
    } else {
      BOOST_TEST((hasher::hash(cuzk::hash::constant_length{4}, counting(4)) == expected));
    }
    ++found;
  }
  BOOST_TEST(found == (Instance::arity >= 4 ? 2 : 1));
}

BOOST_AUTO_TEST_CASE(a_node_of_a_real_tree) {
  // filecoin-project/curio, lib/proof/post_vproof_test.go: eight children, little-endian, and their parent
  std::vector<fr> const children{
      from_little_endian("f743111428ecda9b74a18826f1cc62d48ae1510de17e58645997559f86442f31"),
      from_little_endian("197a6efa37086e3a37108f8460c52bc810e2781aff0091bfd7b74e3f6f752f02"),
      from_little_endian("01c2c12f7930bbb59e3b36dae1c694b33ac6b3f199ec32a8665fadb8338f4f21"),
      from_little_endian("bbe672a853f65cdb2563339ca61d6ad648473b4b4ce44bf3a48486424b865a2d"),
      from_little_endian("937d57295f488cea8099f5525958f1af39c6241614b917835292e8e2314cf908"),
      from_little_endian("3272570cd8ba38c1183629ca72d5e9149d76786ed22c1d591db3d2bccfa7d308"),
      from_little_endian("2d3fc90e11aaf601bd1beae80fc3aba15a9e1f886d8140533ce36cda3dd9f936"),
      from_little_endian("0a017e264d0728bfcd2edb3c6c60cc5a05a02af31a71cdd7bb2da27616f5f630")};
  auto const parent = from_little_endian("0737ca506df7d4544f8512df35aaa07ed8a40691e96ae868c23320220fec6866");
  BOOST_TEST((poseidon<fr, 8>::hash(children) == parent));
}

BOOST_AUTO_TEST_CASE_TEMPLATE(both_forms_of_the_permutation_agree, Instance, instances) {
  using hasher = typename Instance::hasher;
  cuzk::insecure_seeded_random random(cuzk_test::seed());
  for (int round = 0; round < 3; ++round) {
    typename hasher::state_type state{};
    for (auto& x : state) x = cuzk::random_element<fr>(random);
    auto by_definition = state;
    poseidon_permute_by_definition(hasher::parameters(), by_definition);
    poseidon_permute(hasher::parameters(), state);
    BOOST_TEST((state == by_definition));
  }
}

// Every state of a tiny field, every small number of rounds; and the permutation hits every state.
BOOST_AUTO_TEST_CASE(both_forms_agree_on_every_state_of_a_tiny_field) {
  using f17 = cuzk::prime_field<cuzk_test::p17>;
  for (std::size_t full = 2; full <= 6; full += 2) {
    for (std::size_t partial = 0; partial <= 4; ++partial) {
      poseidon_parameters<f17, 3> const parameters({full, partial});
      std::set<std::uint64_t> images;
      bool agree = true;
      for (std::uint64_t i = 0; i < 17 * 17 * 17; ++i) {
        std::array<f17, 3> state{f17(i % 17), f17(i / 17 % 17), f17(i / 289)};
        auto by_definition = state;
        poseidon_permute_by_definition(parameters, by_definition);
        poseidon_permute(parameters, state);
        agree = agree && state == by_definition;
        images.insert(state[0].to_canonical().limbs[0] + 17 * state[1].to_canonical().limbs[0] +
                      289 * state[2].to_canonical().limbs[0]);
      }
      BOOST_TEST(agree);
      BOOST_TEST(images.size() == 17U * 17 * 17);
    }
  }
}

BOOST_AUTO_TEST_CASE(any_field_that_allows_fifth_powers) {
  using other = poseidon<cuzk::curves::bn254::fr, 2>;
  cuzk::insecure_seeded_random random(cuzk_test::seed());
  typename other::state_type state{};
  for (auto& x : state) x = cuzk::random_element<cuzk::curves::bn254::fr>(random);
  auto by_definition = state;
  poseidon_permute_by_definition(other::parameters(), by_definition);
  poseidon_permute(other::parameters(), state);
  BOOST_TEST((state == by_definition));
}

BOOST_AUTO_TEST_CASE(domains_give_different_hashes_of_the_same_inputs) {
  namespace hash = cuzk::hash;
  using hasher = poseidon<fr, 4>;
  auto const inputs = counting(4);
  std::set<std::string> digests;
  auto const add = [&](auto const& domain) { digests.insert(hasher::hash(domain, inputs).to_canonical().to_hex()); };
  add(hash::merkle_tree{});
  add(hash::sparse_merkle_tree{7});
  add(hash::constant_length{4});
  add(hash::variable_length{});
  add(hash::encryption{});
  add(hash::custom_domain{1});
  add(hash::custom_domain{256});
  add(hash::sponge{});
  BOOST_TEST(digests.size() == 8U);
  // a mask of all children is the full tree
  BOOST_TEST((hasher::hash(hash::sparse_merkle_tree{15}, inputs) == hasher::hash(inputs)));
}

BOOST_AUTO_TEST_CASE(missing_inputs_of_a_constant_length_are_zeros) {
  using hasher = poseidon<fr, 4>;
  cuzk::hash::constant_length const three{3};
  auto state = hasher::initial_state(three, counting(3));
  BOOST_TEST((state[4] == fr::zero()));
  BOOST_TEST((state[0] == fr::reduce(cuzk::big_int<2>::from_u64(3).shifted_left(64))));
  poseidon_permute_by_definition(hasher::parameters(), state);
  BOOST_TEST((state[1] == hasher::hash(three, counting(3))));
}

BOOST_AUTO_TEST_CASE(every_input_matters) {
  using hasher = poseidon<fr, 11>;
  auto const inputs = counting(11);
  auto const digest = hasher::hash(inputs);
  for (std::size_t i = 0; i < inputs.size(); ++i) {
    auto changed = inputs;
    changed[i] += fr::one();
    BOOST_TEST((!(hasher::hash(changed) == digest)));
  }
}

BOOST_AUTO_TEST_CASE(misuse_is_refused) {
  namespace hash = cuzk::hash;
  using hasher = poseidon<fr, 4>;
  for (std::size_t const count : {std::size_t{0}, std::size_t{3}, std::size_t{5}}) {
    BOOST_CHECK_THROW(static_cast<void>(hasher::hash(counting(count))), cuzk::invalid_argument);
    BOOST_CHECK_THROW(static_cast<void>(hasher::hash(hash::constant_length{4}, counting(count))),
                      cuzk::invalid_argument);
  }
  for (std::size_t const length : {std::size_t{0}, std::size_t{5}}) {
    BOOST_CHECK_THROW(static_cast<void>(hasher::hash(hash::constant_length{length}, counting(4))),
                      cuzk::invalid_argument);
  }
  for (std::uint64_t const id : {std::uint64_t{0}, std::uint64_t{257}}) {
    BOOST_CHECK_THROW(static_cast<void>(hasher::hash(hash::custom_domain{id}, counting(4))), cuzk::invalid_argument);
  }
  BOOST_CHECK_THROW(static_cast<void>(hasher::hash(hash::sparse_merkle_tree{16}, counting(4))), cuzk::invalid_argument);
}
