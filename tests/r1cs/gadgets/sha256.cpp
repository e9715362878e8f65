// SPDX-License-Identifier: Apache-2.0
#define BOOST_TEST_MODULE r1cs_gadgets_sha256
#include <boost/test/unit_test.hpp>

#include <algorithm>
#include <array>
#include <bit>
#include <cstddef>
#include <cstdint>
#include <cstring>
#include <span>
#include <string>
#include <type_traits>
#include <vector>

#include <cuzk/core/error.hpp>
#include <cuzk/core/random.hpp>
#include <cuzk/curves/bls12_381.hpp>
#include <cuzk/curves/bn254.hpp>
#include <cuzk/field/random.hpp>
#include <cuzk/hash/sha256.hpp>
#include <cuzk/r1cs/checker.hpp>
#include <cuzk/r1cs/counter.hpp>
#include <cuzk/r1cs/evaluator.hpp>
#include <cuzk/r1cs/gadgets/bits.hpp>
#include <cuzk/r1cs/gadgets/sha256.hpp>

#include "laws/circuit_models.hpp"
#include "support/seed.hpp"

namespace {

namespace r1cs = cuzk::r1cs;
namespace gadgets = cuzk::r1cs::gadgets;
using fr = cuzk::curves::bls12_381::fr;
using bn = cuzk::curves::bn254::fr;

std::vector<std::byte> random_bytes(std::size_t count) {
  std::vector<std::byte> bytes(count);
  cuzk::insecure_seeded_random random(cuzk_test::seed() + count);
  random.fill(bytes);
  return bytes;
}

// The bytes as wires, the highest bit of each first.
template <class Cs>
std::vector<gadgets::boolean<Cs>> message_bits(Cs& cs, std::span<std::byte const> bytes) {
  std::vector<gadgets::boolean<Cs>> bits;
  for (std::byte const b : bytes) {
    for (unsigned i = 8; i-- > 0;) {
      bits.push_back(gadgets::boolean<Cs>::allocate(cs, (b >> i & std::byte{1}) != std::byte{0}));
    }
  }
  return bits;
}

template <class Cs>
cuzk::hash::sha256_digest bytes_of(std::array<gadgets::boolean<Cs>, 256> const& bits) {
  cuzk::hash::sha256_digest digest{};
  for (std::size_t i = 0; i < 256; ++i) digest[i / 8] = digest[i / 8] << 1 | std::byte{bits[i].value()};
  return digest;
}

auto hashed(std::span<std::byte const> message) {
  return [message](auto& cs) {
    using Cs = std::remove_reference_t<decltype(cs)>;
    auto const bits = message_bits(cs, message);
    auto const digest = gadgets::sha256(cs, std::span<gadgets::boolean<Cs> const>(bits));
    if constexpr (Cs::has_values) BOOST_TEST((bytes_of(digest) == cuzk::hash::sha256(message)));
  };
}

template <class F>
r1cs::circuit_size size_of(std::size_t blocks, bool initial_state_is_constant) {
  r1cs::counter<F> cs;
  using bit = gadgets::boolean<r1cs::counter<F>>;
  auto state = gadgets::sha256_initial_state<r1cs::counter<F>>();
  if (!initial_state_is_constant) {
    for (auto& word : state) {
      word = gadgets::uint32<r1cs::counter<F>>::from_bits(gadgets::integer_bits<32>(cs, 0));
    }
  }
  for (std::size_t i = 0; i < blocks; ++i) {
    std::array<bit, 512> block;
    for (bit& b : block) b = bit::allocate(cs, false);
    state = gadgets::sha256_compress(cs, state, std::span<bit const, 512>(block));
  }
  return cs.size();
}

BOOST_AUTO_TEST_CASE(rows_of_a_block) {
  BOOST_TEST(size_of<fr>(1, true).constraints - 512 == 25840U);
  BOOST_TEST(size_of<fr>(1, false).constraints - 512 - 256 == 26192U);
  BOOST_TEST(size_of<fr>(2, true).constraints - 1024 == 25840U + 26192U);
}

BOOST_AUTO_TEST_CASE(rows_wires_and_entries_of_a_tree_node) {
  r1cs::counter<fr> cs;
  auto const left = cs.private_wire();
  auto const right = cs.private_wire();
  static_cast<void>(gadgets::sha256_of_two(cs, left, right));
  auto const size = cs.size();
  BOOST_TEST(size.constraints == 45379U);
  BOOST_TEST(size.private_wires == 2U + 45331U);
  BOOST_TEST(size.nonzeros_a == 104170U);
  BOOST_TEST(size.nonzeros_b == 45409U);
  BOOST_TEST(size.nonzeros_c == 96869U);
}

// 256 wires, a 32-bit constant, 64 wires, 160 zeros, 37 times 255 wires and a zero: the message of a label of
// Filecoin's replicas.
BOOST_AUTO_TEST_CASE(rows_of_a_label) {
  using Cs = r1cs::counter<fr>;
  for (std::uint32_t const layer : {1U, 11U}) {
    Cs cs;
    using bit = gadgets::boolean<Cs>;
    std::vector<bit> message;
    auto const append = [&](std::size_t wires, std::size_t zeros) {
      for (std::size_t i = 0; i < wires; ++i) message.push_back(bit::allocate(cs, false));
      message.insert(message.end(), zeros, bit::constant(false));
    };
    auto const append_element = [&] {
      append(255, 1);
      gadgets::reverse_bits_in_bytes(std::span<bit>(message).last(256));
    };
    append_element();
    for (unsigned i = 32; i-- > 0;) message.push_back(bit::constant((layer >> i & 1U) != 0));
    append(64, 160);
    for (int i = 0; i < 37; ++i) append_element();
    auto const before = cs.size().constraints;
    static_cast<void>(gadgets::pack_digest(cs, gadgets::sha256(cs, std::span<bit const>(message))));
    BOOST_TEST(cs.size().constraints - before == 522269U);
  }
}

BOOST_AUTO_TEST_CASE(digests_of_messages_of_every_way_to_pad) {
  for (std::size_t const length : {0U, 1U, 55U, 56U, 63U, 64U, 119U, 120U}) {
    auto const message = random_bytes(length);
    static_cast<void>(cuzk_laws::run_on_all_models<fr>(hashed(message)));
  }
}

BOOST_AUTO_TEST_CASE(another_field) {
  auto const message = random_bytes(40);
  auto const m = cuzk_laws::run_on_all_models<bn>(hashed(message));
  BOOST_TEST(m.size.private_wires > 20000U);
}

BOOST_AUTO_TEST_CASE(a_message_of_constants_makes_no_rows) {
  using Cs = r1cs::builder<fr>;
  Cs cs;
  std::array<gadgets::boolean<Cs>, 24> abc;
  for (std::size_t i = 0; i < 24; ++i) abc[i] = gadgets::boolean<Cs>::constant((0x616263U >> (23 - i) & 1U) != 0);
  auto const digest = gadgets::sha256(cs, std::span<gadgets::boolean<Cs> const>(abc));
  BOOST_TEST((bytes_of(digest) == cuzk::hash::sha256(std::as_bytes(std::span("abc", 3)))));
  BOOST_TEST(cs.constraints().constraints() == 0U);
  BOOST_CHECK_THROW(static_cast<void>(gadgets::sha256(cs, std::span<gadgets::boolean<Cs> const>(abc).first(23))),
                    cuzk::invalid_argument);
}

BOOST_AUTO_TEST_CASE(a_tree_node_is_the_digest_without_two_bits) {
  cuzk::insecure_seeded_random random(cuzk_test::seed());
  fr const left = cuzk::random_element<fr>(random);
  fr const right = cuzk::random_element<fr>(random);
  std::array<std::byte, 64> message{};
  left.to_bytes(std::span(message).first<32>(), std::endian::little);
  right.to_bytes(std::span(message).last<32>(), std::endian::little);
  auto digest = cuzk::hash::sha256(message);
  digest[31] &= std::byte{0x3f};
  fr const expected = *fr::try_from_bytes(digest, std::endian::little);
  auto const m = cuzk_laws::run_on_all_models<fr>([&](auto& cs) {
    auto const l = cs.private_wire(left);
    auto const r = cs.private_wire(right);
    auto const node = gadgets::sha256_of_two(cs, l, r);
    if constexpr (std::remove_reference_t<decltype(cs)>::has_values) BOOST_TEST((cs.value(node) == expected));
  });
  BOOST_TEST((m.witness.back() == expected));
}

BOOST_AUTO_TEST_CASE(every_bit_of_the_witness_of_a_block_is_bound) {
  auto const message = random_bytes(64);
  auto const circuit = [&](auto& cs) {
    using Cs = std::remove_reference_t<decltype(cs)>;
    auto const bits = message_bits(cs, message);
    static_cast<void>(gadgets::sha256_compress(cs, gadgets::sha256_initial_state<Cs>(),
                                               std::span<gadgets::boolean<Cs> const>(bits).template first<512>()));
  };
  auto const m = cuzk_laws::run_on_all_models<fr>(circuit);
  auto const flipped = [](fr const& v) { return std::array{fr::one() - v}; };
  BOOST_TEST(cuzk_laws::changed_wires_are_found(circuit, m, 101, flipped) == m.size.private_wires);
}

BOOST_AUTO_TEST_CASE(the_place_of_a_wrong_bit_is_named) {
  auto const message = random_bytes(64);
  auto const m = cuzk_laws::run_on_all_models<fr>(hashed(message));
  auto witness = std::vector<fr>(m.private_wires().begin(), m.private_wires().end());
  std::size_t const schedule_16 = 512 + 40;  // the first xor after the message's bits
  witness[schedule_16] = fr::one() - witness[schedule_16];
  r1cs::checker<fr> checker({}, witness);
  hashed(message)(checker);
  BOOST_REQUIRE(checker.first_unsatisfied());
  BOOST_TEST(checker.first_unsatisfied()->scope == "block 0/schedule 16");
  BOOST_TEST(checker.first_unsatisfied()->row == schedule_16);
}

}  // namespace
