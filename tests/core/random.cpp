// SPDX-License-Identifier: Apache-2.0
#define BOOST_TEST_MODULE core_random
#include <boost/test/unit_test.hpp>

#include <array>
#include <cstddef>
#include <span>
#include <vector>

#include <cuzk/core/error.hpp>
#include <cuzk/core/random.hpp>
#include <cuzk/core/wipe.hpp>

// RFC 8439, appendix A.1, test vector 1: the all-zero key and nonce, block 0.
BOOST_AUTO_TEST_CASE(seeded_stream_is_chacha20) {
  cuzk::insecure_seeded_random random(0);
  std::array<std::byte, 16> head{};
  random.fill(head);
  std::array<unsigned, 16> const expected{0x76, 0xb8, 0xe0, 0xad, 0xa0, 0xf1, 0x3d, 0x90,
                                          0x40, 0x5d, 0x6a, 0xe5, 0x53, 0x86, 0xbd, 0x28};
  for (std::size_t i = 0; i < 16; ++i) BOOST_TEST(std::to_integer<unsigned>(head[i]) == expected[i]);
}

BOOST_AUTO_TEST_CASE(seeds_separate_streams_and_pieces_do_not_matter) {
  cuzk::insecure_seeded_random a(1), b(1), c(2);
  std::vector<std::byte> whole(200), pieces(200), other(200);
  a.fill(whole);
  for (std::size_t i = 0; i < 200; i += 8) b.fill(std::span(pieces).subspan(i, 8));
  c.fill(other);
  BOOST_TEST((whole == pieces));
  BOOST_TEST((whole != other));
  std::array<std::byte, 33> too_long{};
  BOOST_CHECK_THROW(cuzk::insecure_seeded_random{std::span<std::byte const>(too_long)}, cuzk::invalid_argument);
  std::array<std::byte, 8> const one{std::byte{1}};
  cuzk::insecure_seeded_random same{std::span<std::byte const>(one)};
  std::vector<std::byte> again(200);
  same.fill(again);
  BOOST_TEST((again == whole));
}

BOOST_AUTO_TEST_CASE(system_randomness_fills_every_byte) {
  cuzk::os_random random;
  std::array<std::byte, 64> any{};
  for (int i = 0; i < 40; ++i) {
    std::array<std::byte, 64> bytes{};
    random.fill(bytes);
    for (std::size_t j = 0; j < 64; ++j) any[j] |= bytes[j];
  }
  for (auto const b : any) BOOST_TEST(std::to_integer<int>(b) != 0);
  random.fill({});
}

BOOST_AUTO_TEST_CASE(wiped_memory_is_zero) {
  std::vector<unsigned> secret{1, 2, 3};
  cuzk::wipe(std::span<unsigned>(secret));
  BOOST_TEST((secret == std::vector<unsigned>{0, 0, 0}));
  secret = {4, 5};
  { cuzk::wipe_on_exit<unsigned> guard(secret); }
  BOOST_TEST((secret == std::vector<unsigned>{0, 0}));
  cuzk::wipe(std::span<unsigned>{});
  std::array<unsigned, 2> pair{7, 8};
  cuzk::wipe(pair);
  BOOST_TEST(pair[0] + pair[1] == 0U);
}
