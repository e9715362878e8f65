// SPDX-License-Identifier: Apache-2.0
#define BOOST_TEST_MODULE core_chacha_block
#include <boost/test/unit_test.hpp>

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>

#include <cuzk/core/chacha_block.hpp>

namespace {

using cuzk::chacha_block;
using cuzk::chacha_block_words;

// RFC 8439, section 2.3.2: key 0, 1, ..., 31, block 1, nonce 00:00:00:09:00:00:00:4a:00:00:00:00. In constants too.
constexpr chacha_block_words example{0x61707865U, 0x3320646eU, 0x79622d32U, 0x6b206574U, 0x03020100U, 0x07060504U,
                                     0x0b0a0908U, 0x0f0e0d0cU, 0x13121110U, 0x17161514U, 0x1b1a1918U, 0x1f1e1d1cU,
                                     0x00000001U, 0x09000000U, 0x4a000000U, 0x00000000U};
constexpr chacha_block_words expected{0xe4e7f110U, 0x15593bd1U, 0x1fdd0f50U, 0xc47120a3U, 0xc7f4d1c7U, 0x0368c033U,
                                      0x9aaa2204U, 0x4e6cd4c3U, 0x466482d2U, 0x09aa9f07U, 0x05d7c214U, 0xa2028bd9U,
                                      0xd19c12b5U, 0xb94e16deU, 0xe883d0cbU, 0x4e3c50a2U};
static_assert(chacha_block<20>(example) == expected);

// draft-strombergson-chacha-test-vectors-01, key and nonce of zeros: the first words of each number of rounds.
BOOST_AUTO_TEST_CASE(blocks_are_as_published) {
  BOOST_TEST((chacha_block<20>(example) == expected));
  BOOST_TEST(std::equal(cuzk::chacha_constants.begin(), cuzk::chacha_constants.end(), example.begin()));
  chacha_block_words zeros{};
  std::copy(cuzk::chacha_constants.begin(), cuzk::chacha_constants.end(), zeros.begin());
  BOOST_TEST(chacha_block<8>(zeros)[0] == 0x2fef003eU);
  BOOST_TEST(chacha_block<12>(zeros)[0] == 0x6a9af49bU);
  BOOST_TEST(chacha_block<20>(zeros)[0] == 0xade0b876U);
}

}  // namespace
