// SPDX-License-Identifier: Apache-2.0
#define BOOST_TEST_MODULE hash_chacha
#include <boost/test/unit_test.hpp>

#include <array>
#include <cstddef>
#include <cstdint>
#include <fstream>
#include <span>
#include <string>
#include <vector>

#include <cuzk/core/chacha_block.hpp>
#include <cuzk/core/error.hpp>
#include <cuzk/core/random.hpp>
#include <cuzk/hash/chacha.hpp>

#include <support/hex.hpp>
#include <support/seed.hpp>

namespace {

using cuzk_test::from_hex;
using cuzk_test::to_hex;

std::uint32_t word(std::span<std::byte const> bytes, std::size_t i) {
  std::uint32_t value = 0;
  for (std::size_t j = 4; j-- > 0;) value = value << 8U | std::to_integer<std::uint32_t>(bytes[4 * i + j]);
  return value;
}

// `position`: words 12 to 15 of the first block.
template <unsigned Rounds>
void check_stream(std::span<std::byte const, 32> key, std::span<std::byte const> position,
                  std::string const& expected) {
  std::uint64_t const low = word(position, 0);
  std::uint64_t const high = word(position, 1);
  std::vector<std::byte> stream(expected.size() / 2);
  cuzk::hash::chacha_stream<Rounds> original(key, word(position, 2) | std::uint64_t{word(position, 3)} << 32U);
  if (high < (1U << 28U)) {  // the word counter has 64 bits, so the block counter 60
    original.seek(16 * (low | high << 32U));
    original.fill(stream);
    BOOST_TEST(to_hex(stream) == expected);
  }
  cuzk::hash::chacha_stream<Rounds> ietf(key, position.subspan<4, 12>());
  ietf.seek(16 * low);
  ietf.fill(stream);
  BOOST_TEST(to_hex(stream) == expected);
}

constexpr auto first_word = [] {
  std::array<std::byte, 32> const key{};
  return cuzk::hash::chacha_stream<20>(key).next_u32();
}();
static_assert(first_word == 0xade0b876U);

}  // namespace

BOOST_AUTO_TEST_CASE(known_streams) {
  std::ifstream file(CUZK_TEST_DATA "/hash/chacha.txt");
  unsigned rounds = 0;
  std::string key_text, position_text, expected;
  std::size_t lines = 0;
  while (file >> rounds >> key_text >> position_text >> expected) {
    auto const key = from_hex(key_text);
    auto const position = from_hex(position_text);
    std::span<std::byte const, 32> const key_bytes(key.data(), 32);
    if (rounds == 8) check_stream<8>(key_bytes, position, expected);
    if (rounds == 12) check_stream<12>(key_bytes, position, expected);
    if (rounds == 20) check_stream<20>(key_bytes, position, expected);
    ++lines;
  }
  BOOST_TEST(lines == 22U);
}

BOOST_AUTO_TEST_CASE(the_example_of_the_rfc) {
  // RFC 8439, section 2.3.2: block 1
  std::array<std::byte, 32> key{};
  for (std::size_t i = 0; i < key.size(); ++i) key[i] = static_cast<std::byte>(i);
  auto const nonce = from_hex("000000090000004a00000000");
  cuzk::hash::chacha_stream<20> stream(key, std::span<std::byte const, 12>(nonce.data(), 12));
  stream.seek(16);
  std::array<std::byte, 64> block{};
  stream.fill(block);
  BOOST_TEST(to_hex(block) ==
             "10f1e7e4d13b5915500fdd1fa32071c4c7d1f4c733c068030422aa9ac3d46c4ed2826446079faa0914c2d705d98b02a2"
             "b5129cd1de164eb9cbd083e8a2503c4e");
}

BOOST_AUTO_TEST_CASE(words_are_low_first_and_places_can_be_sought) {
  cuzk::insecure_seeded_random random(cuzk_test::seed());
  std::array<std::byte, 32> key{};
  random.fill(key);
  cuzk::hash::chacha_stream<8> stream(key, 77);
  std::array<std::uint32_t, 100> words{};
  for (auto& w : words) w = stream.next_u32();
  for (std::size_t i = 0; i < words.size(); ++i) {
    stream.seek(i);
    BOOST_TEST(stream.next_u32() == words[i]);
    if (i + 2 < words.size()) {
      BOOST_TEST(stream.next_u64() == (words[i + 1] | std::uint64_t{words[i + 2]} << 32U));
    }
  }
  stream.seek(3);
  std::array<std::byte, 5> bytes{};
  stream.fill(bytes);  // takes two words
  BOOST_TEST(stream.next_u32() == words[5]);
  BOOST_TEST(word(bytes, 0) == words[3]);
  BOOST_TEST(std::to_integer<std::uint32_t>(bytes[4]) == (words[4] & 0xffU));
}

BOOST_AUTO_TEST_CASE(the_counter_has_64_bits_in_the_original_layout_and_32_in_that_of_the_rfc) {
  std::array<std::byte, 32> const key{};
  std::uint64_t const edge = std::uint64_t{1} << 36U;  // the first word of block 2^32
  cuzk::hash::chacha_stream<20> original(key);
  original.seek(edge - 1);
  static_cast<void>(original.next_u32());
  auto const beyond = original.next_u32();
  cuzk::chacha_block_words state{0x61707865U, 0x3320646eU, 0x79622d32U, 0x6b206574U};
  state[13] = 1;
  BOOST_TEST(beyond == cuzk::chacha_block<20>(state)[0]);

  std::array<std::byte, 12> const nonce{};
  cuzk::hash::chacha_stream<20> ietf(key, nonce);
  ietf.seek(edge - 1);
  static_cast<void>(ietf.next_u32());
  BOOST_CHECK_THROW(static_cast<void>(ietf.next_u32()), cuzk::invalid_argument);
  ietf.seek(edge - 1);
  BOOST_CHECK_THROW(ietf.seek(edge), cuzk::invalid_argument);
  BOOST_CHECK_THROW(ietf.seek(edge + 5), cuzk::invalid_argument);
  original.seek(edge - 1);
  BOOST_TEST(ietf.next_u32() == original.next_u32());
}
