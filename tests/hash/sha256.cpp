// SPDX-License-Identifier: Apache-2.0
#define BOOST_TEST_MODULE hash_sha256
#include <boost/test/unit_test.hpp>

#include <array>
#include <cstddef>
#include <cstdint>
#include <fstream>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include <cuzk/core/error.hpp>
#include <cuzk/core/random.hpp>
#include <cuzk/hash/sha256.hpp>

#include <support/hex.hpp>
#include <support/seed.hpp>

namespace {

using cuzk::hash::sha256;
using cuzk_test::bytes_of_text;
using cuzk_test::to_hex;

// Of length n: byte i is (131 i + n) mod 256, as in the data file.
std::vector<std::byte> message_of_length(std::size_t n) {
  std::vector<std::byte> message(n);
  for (std::size_t i = 0; i < n; ++i) message[i] = static_cast<std::byte>((131 * i + n) % 256);
  return message;
}

// Runs `body` with each form of the compression function that this processor has.
template <class Body>
void with_each_form(Body const& body) {
  body();
#if CUZK_HAS_SHA_FORM
  bool const before = cuzk::hash::detail::has_sha;
  cuzk::hash::detail::has_sha = false;
  body();
  cuzk::hash::detail::has_sha = before;
#endif
}

constexpr auto digest_of_abc = [] {
  std::array<std::byte, 3> const message{std::byte{'a'}, std::byte{'b'}, std::byte{'c'}};
  return sha256(message);
}();

}  // namespace

BOOST_AUTO_TEST_CASE(examples_of_the_standard) {
  // FIPS 180-2, appendix B, and the empty message
  with_each_form([] {
    BOOST_TEST(to_hex(sha256({})) == "e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855");
    BOOST_TEST(to_hex(sha256(bytes_of_text("abc"))) ==
               "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad");
    BOOST_TEST(to_hex(sha256(bytes_of_text("abcdbcdecdefdefgefghfghighijhijkijkljklmklmnlmnomnopnopq"))) ==
               "248d6a61d20638b8e5c026930c3e6039a33ce45964ff2167f6ecedd419db06c1");
    std::vector<std::byte> const million(1'000'000, std::byte{'a'});
    BOOST_TEST(to_hex(sha256(million)) == "cdc76e5c9914fb9281a1c7e284d73e67f1809a48a497200e046d39ccc7112cd0");
  });
}

BOOST_AUTO_TEST_CASE(a_constant_expression_has_the_same_digest) {
  BOOST_TEST(to_hex(digest_of_abc) == "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad");
}

BOOST_AUTO_TEST_CASE(every_length_as_openssl_hashes_it) {
  std::ifstream file(CUZK_TEST_DATA "/hash/sha256_openssl.txt");
  std::size_t length = 0;
  std::string digest;
  std::size_t lines = 0;
  while (file >> length >> digest) {
    auto const message = message_of_length(length);
    with_each_form([&] { BOOST_TEST(to_hex(sha256(message)) == digest, "length " << length); });
    ++lines;
  }
  BOOST_TEST(lines == 301U);
}

BOOST_AUTO_TEST_CASE(pieces_of_any_length_make_up_the_message) {
  auto const message = message_of_length(200);
  auto const whole = sha256(message);
  std::span<std::byte const> const bytes(message);
  for (std::size_t first = 0; first <= bytes.size(); ++first) {
    for (std::size_t second = 0; first + second <= bytes.size(); second += 7) {
      cuzk::hash::sha256_hasher hasher;
      hasher.update(bytes.first(first));
      auto const at_first = hasher.digest();  // does not disturb what follows
      hasher.update(bytes.subspan(first, second));
      auto copy = hasher;
      hasher.update(bytes.subspan(first + second));
      if (hasher.digest() != whole || at_first != sha256(bytes.first(first)) ||
          copy.digest() != sha256(bytes.first(first + second))) {
        BOOST_ERROR("pieces of " << first << " and " << second << " bytes");
      }
    }
  }
}

BOOST_AUTO_TEST_CASE(forms_of_the_compression_function_agree) {
  cuzk::insecure_seeded_random random(cuzk_test::seed());
  std::array<std::byte, 5 * 64> blocks{};
  for (int round = 0; round < 200; ++round) {
    random.fill(blocks);
    cuzk::hash::sha256_state start{};
    random.fill(std::as_writable_bytes(std::span(start)));
    auto portable = start;
    for (std::size_t i = 0; i < 5; ++i) cuzk::hash::detail::sha256_block_portable(portable, blocks.data() + 64 * i);
    auto at_once = start;
    cuzk::hash::sha256_compress(at_once, blocks);
    auto one_by_one = start;
    for (std::size_t i = 0; i < 5; ++i) {
      cuzk::hash::sha256_compress(one_by_one, std::span<std::byte const>(blocks).subspan(64 * i, 64));
    }
    BOOST_TEST((at_once == portable));
    BOOST_TEST((one_by_one == portable));
  }
}

BOOST_AUTO_TEST_CASE(every_bit_of_block_and_state_matters) {
  std::array<std::byte, 64> block{};
  auto state = cuzk::hash::sha256_initial_state;
  cuzk::hash::sha256_compress(state, block);
  for (std::size_t bit = 0; bit < 512; ++bit) {
    auto changed = block;
    changed[bit / 8] ^= static_cast<std::byte>(1U << (bit % 8));
    auto other = cuzk::hash::sha256_initial_state;
    cuzk::hash::sha256_compress(other, changed);
    BOOST_TEST((other != state));
  }
  for (std::size_t bit = 0; bit < 256; ++bit) {
    auto other = cuzk::hash::sha256_initial_state;
    other[bit / 32] ^= 1U << (bit % 32);
    cuzk::hash::sha256_compress(other, block);
    BOOST_TEST((other != state));
  }
}

BOOST_AUTO_TEST_CASE(only_whole_blocks_are_compressed) {
  std::array<std::byte, 129> bytes{};
  for (std::size_t length = 0; length <= bytes.size(); ++length) {
    auto state = cuzk::hash::sha256_initial_state;
    auto const blocks = std::span<std::byte const>(bytes).first(length);
    if (length % 64 == 0) {
      cuzk::hash::sha256_compress(state, blocks);
      BOOST_TEST((state == cuzk::hash::sha256_initial_state) == (length == 0));
    } else {
      BOOST_CHECK_THROW(cuzk::hash::sha256_compress(state, blocks), cuzk::invalid_argument);
      BOOST_TEST((state == cuzk::hash::sha256_initial_state));
    }
  }
}
