// SPDX-License-Identifier: Apache-2.0
#define BOOST_TEST_MODULE porep_fr32
#include <boost/test/unit_test.hpp>

#include <algorithm>
#include <cstddef>
#include <span>
#include <vector>

#include <cuzk/core/error.hpp>
#include <cuzk/core/random.hpp>
#include <cuzk/io/output.hpp>
#include <cuzk/porep/fr32.hpp>

#include "porep_test.hpp"

namespace {

using namespace cuzk_test;
using bytes = std::vector<std::byte>;

bytes random_bytes(std::size_t count) {
  cuzk::insecure_seeded_random random(seed());
  bytes out(count);
  random.fill(out);
  return out;
}

bool bit(bytes const& of, std::size_t i) { return (std::to_integer<unsigned>(of[i / 8]) >> (i % 8) & 1U) != 0; }

bytes padded(bytes const& data) {
  bytes out(data.size() / porep::fr32_data_bytes * porep::fr32_padded_bytes);
  porep::fr32_pad(out, data);
  return out;
}

// The definition, bit by bit.
BOOST_AUTO_TEST_CASE(two_zero_bits_follow_each_254) {
  auto const data = random_bytes(3 * 127);
  auto const out = padded(data);
  BOOST_REQUIRE(out.size() == 3 * 128U);
  std::size_t from = 0;
  for (std::size_t i = 0; i < 8 * out.size(); ++i) {
    bool const expected = i % 256 < 254 ? bit(data, from++) : false;
    BOOST_REQUIRE(bit(out, i) == expected);
  }
  BOOST_TEST(from == 8 * data.size());
}

BOOST_AUTO_TEST_CASE(unpadding_gives_the_data_back) {
  for (std::size_t const units : {0U, 1U, 2U, 17U}) {
    auto const data = random_bytes(units * 127);
    auto const out = padded(data);
    bytes again(data.size());
    porep::fr32_unpad(again, out);
    BOOST_TEST((again == data));
  }
}

BOOST_AUTO_TEST_CASE(unpadding_refuses_what_was_never_padded) {
  auto const out = padded(random_bytes(2 * 127));
  bytes again(2 * 127);
  for (std::size_t node = 0; node < 8; ++node) {
    for (unsigned const high : {6U, 7U}) {
      auto other = out;
      other[32 * node + 31] |= std::byte{1} << high;
      BOOST_CHECK_THROW(porep::fr32_unpad(again, other), cuzk::invalid_argument);
    }
  }
}

BOOST_AUTO_TEST_CASE(lengths_must_fit) {
  bytes data(127);
  bytes out(128);
  auto const all = std::span<std::byte>(out);
  auto const from = std::span<std::byte>(data);
  BOOST_CHECK_THROW(porep::fr32_pad(all.first(127), from), cuzk::invalid_argument);
  BOOST_CHECK_THROW(porep::fr32_pad(all, from.first(126)), cuzk::invalid_argument);
  BOOST_CHECK_THROW(porep::fr32_pad(all, from.first(0)), cuzk::invalid_argument);
  BOOST_CHECK_THROW(porep::fr32_unpad(from.first(126), all), cuzk::invalid_argument);
  BOOST_CHECK_THROW(porep::fr32_unpad(from, all.first(127)), cuzk::invalid_argument);
  BOOST_TEST(porep::fr32_padded_size(0) == 0U);
  BOOST_TEST(porep::fr32_padded_size(1) == 128U);
  BOOST_TEST(porep::fr32_padded_size(127) == 128U);
  BOOST_TEST(porep::fr32_padded_size(128) == 256U);
}

// Cut in every way, a stream is the same stream.
BOOST_AUTO_TEST_CASE(streams_are_padded_as_they_come) {
  auto const data = random_bytes(127 * 3 + 50);
  auto whole = data;
  whole.resize(127 * 4);
  auto const expected = padded(whole);
  for (std::size_t const piece : {1U, 2U, 63U, 126U, 127U, 128U, 300U, 431U}) {
    cuzk::io::memory_output out;
    porep::fr32_padder<cuzk::io::memory_output> padder(out);
    for (std::size_t at = 0; at < data.size(); at += piece) {
      padder.write(std::span<std::byte const>(data).subspan(at, std::min(piece, data.size() - at)));
    }
    padder.finish();
    BOOST_TEST((out.bytes == expected));
    padder.finish();  // nothing is left
    BOOST_TEST(out.bytes.size() == expected.size());

    cuzk::io::memory_output back;
    porep::fr32_unpadder<cuzk::io::memory_output> unpadder(back);
    for (std::size_t at = 0; at < expected.size(); at += piece) {
      unpadder.write(std::span<std::byte const>(expected).subspan(at, std::min(piece, expected.size() - at)));
    }
    unpadder.finish();
    BOOST_TEST((back.bytes == whole));
    unpadder.write(std::span<std::byte const>(expected).first(1));
    BOOST_CHECK_THROW(unpadder.finish(), cuzk::invalid_argument);
  }
  static_assert(cuzk::io::byte_output<porep::fr32_padder<cuzk::io::memory_output>>);
  static_assert(cuzk::io::byte_output<porep::fr32_unpadder<cuzk::io::memory_output>>);
}

}  // namespace
