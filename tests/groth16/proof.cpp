// SPDX-License-Identifier: Apache-2.0
#define BOOST_TEST_MODULE groth16_proof
#include <boost/test/unit_test.hpp>

#include <cstddef>
#include <span>
#include <vector>

#include <cuzk/core/error.hpp>
#include <cuzk/core/random.hpp>
#include <cuzk/curve/random.hpp>
#include <cuzk/curves/bls12_381.hpp>
#include <cuzk/groth16/proof.hpp>

#include "support/seed.hpp"

namespace {

namespace groth16 = cuzk::groth16;
using curve = cuzk::curves::bls12_381;
using proof = groth16::proof<curve>;

static_assert(groth16::proof_bytes<curve> == 192);

proof random_proof(cuzk::insecure_seeded_random& rng) {
  return {cuzk::random_point<curve::g1>(rng), cuzk::random_point<curve::g2>(rng), cuzk::random_point<curve::g1>(rng)};
}

BOOST_AUTO_TEST_CASE(bytes_come_back_as_the_same_proof) {
  cuzk::insecure_seeded_random rng(cuzk_test::seed());
  for (int i = 0; i < 4; ++i) {
    auto const p = random_proof(rng);
    auto const bytes = groth16::to_bytes(p);
    auto const decoded = groth16::try_from_bytes<curve>(bytes);
    BOOST_REQUIRE(decoded.has_value());
    BOOST_TEST((*decoded == p));
    BOOST_TEST((groth16::from_bytes<curve>(bytes) == p));
  }
}

BOOST_AUTO_TEST_CASE(another_length_is_refused) {
  cuzk::insecure_seeded_random rng(cuzk_test::seed());
  auto const bytes = groth16::to_bytes(random_proof(rng));
  std::vector<std::byte> longer(bytes.begin(), bytes.end());
  longer.push_back(std::byte{0});
  for (std::size_t const size : {0U, 47U, 48U, 95U, 144U, 191U, 193U}) {
    auto const cut = std::span<std::byte const>(longer).first(size);
    BOOST_TEST(!groth16::try_from_bytes<curve>(cut).has_value());
    BOOST_CHECK_THROW(static_cast<void>(groth16::from_bytes<curve>(cut)), cuzk::invalid_argument);
  }
}

// A changed bit gives another proof or none, never the same one.
BOOST_AUTO_TEST_CASE(every_bit_counts) {
  cuzk::insecure_seeded_random rng(cuzk_test::seed());
  auto const p = random_proof(rng);
  auto bytes = groth16::to_bytes(p);
  for (std::size_t i = 0; i < bytes.size(); i += (i % 48 == 0 ? 1 : 5)) {
    for (unsigned bit = 0; bit < 8; bit += 1 + (i % 48 == 0 ? 0 : 2)) {
      bytes[i] ^= std::byte{1} << bit;
      auto const decoded = groth16::try_from_bytes<curve>(bytes);
      BOOST_TEST(!(decoded && *decoded == p));
      bytes[i] ^= std::byte{1} << bit;
    }
  }
}

BOOST_AUTO_TEST_CASE(an_uncompressed_flag_or_a_coordinate_above_the_modulus_is_refused) {
  cuzk::insecure_seeded_random rng(cuzk_test::seed());
  auto const bytes = groth16::to_bytes(random_proof(rng));
  for (std::size_t const point : {0U, 48U, 144U}) {
    auto bad = bytes;
    bad[point] &= std::byte{0x7f};
    BOOST_TEST(!groth16::try_from_bytes<curve>(bad).has_value());
    bad = bytes;
    for (std::size_t i = 0; i < 48; ++i) bad[point + i] = i == 0 ? std::byte{0x9f} : std::byte{0xff};
    BOOST_TEST(!groth16::try_from_bytes<curve>(bad).has_value());
    bad = bytes;
    bad[point] |= std::byte{0x40};  // infinity, with the rest not zero
    BOOST_TEST(!groth16::try_from_bytes<curve>(bad).has_value());
  }
}

}  // namespace
