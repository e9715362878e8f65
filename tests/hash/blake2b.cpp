// SPDX-License-Identifier: Apache-2.0
#define BOOST_TEST_MODULE hash_blake2b
#include <boost/test/unit_test.hpp>

#include <array>
#include <cstddef>
#include <fstream>
#include <span>
#include <string>
#include <utility>
#include <vector>

#include <cuzk/core/error.hpp>
#include <cuzk/hash/blake2b.hpp>

#include <support/hex.hpp>

namespace {

using cuzk_test::bytes_of_text;
using cuzk_test::to_hex;
using bytes = std::vector<std::byte>;
using span = std::span<std::byte const>;

// Of length n: byte i is (131 i + n) mod 256, as in the data file; its key of length n has byte i = i.
bytes message_of_length(std::size_t n) {
  bytes message(n);
  for (std::size_t i = 0; i < n; ++i) message[i] = static_cast<std::byte>((131 * i + n) % 256);
  return message;
}
bytes key_of_length(std::size_t n) {
  bytes key(n);
  for (std::size_t i = 0; i < n; ++i) key[i] = static_cast<std::byte>(i);
  return key;
}

// blake2b<n>, n known at run time.
template <std::size_t... N>
std::string digest_of_length(std::size_t n, span message, span key, std::index_sequence<N...>) {
  std::string text;
  static_cast<void>(((N + 1 == n && (text = to_hex(cuzk::hash::blake2b<N + 1>(message, key)), true)) || ...));
  return text;
}

}  // namespace

BOOST_AUTO_TEST_CASE(the_example_of_the_rfc) {
  // RFC 7693, appendix A
  BOOST_TEST(to_hex(cuzk::hash::blake2b(bytes_of_text("abc"))) ==
             "ba80a53f981c4d0d6a2797b69f12f6e94c212f14685ac4b74b12bb6fdbffa2d1"
             "7d87c5392aab792dc252d5de4533cc9518d38aa8dbf1925ab92386edd4009923");
}

BOOST_AUTO_TEST_CASE(every_length_of_message_digest_and_key) {
  std::ifstream file(CUZK_TEST_DATA "/hash/blake2b.txt");
  std::size_t digest_bytes = 0, key_bytes = 0, length = 0, lines = 0;
  std::string expected;
  while (file >> digest_bytes >> key_bytes >> length >> expected) {
    auto const digest = digest_of_length(digest_bytes, message_of_length(length), key_of_length(key_bytes),
                                         std::make_index_sequence<64>());
    BOOST_TEST(digest == expected, digest_bytes << " " << key_bytes << " " << length);
    ++lines;
  }
  BOOST_TEST(lines == 454U);
}

BOOST_AUTO_TEST_CASE(pieces_of_any_length_make_up_the_message) {
  auto const message = message_of_length(300);
  auto const key = key_of_length(5);
  for (span const k : {span{}, span(key)}) {
    auto const whole = cuzk::hash::blake2b<32>(message, k);
    for (std::size_t first = 0; first <= message.size(); ++first) {
      for (std::size_t second = 0; first + second <= message.size(); second += 31) {
        cuzk::hash::blake2b_hasher<32> hasher(k);
        hasher.update(span(message).first(first));
        auto const at_first = hasher.digest();  // does not disturb what follows
        hasher.update(span(message).subspan(first, second));
        hasher.update(span(message).subspan(first + second));
        if (hasher.digest() != whole || at_first != cuzk::hash::blake2b<32>(span(message).first(first), k)) {
          BOOST_ERROR("pieces of " << first << " and " << second << " bytes");
        }
      }
    }
  }
}

BOOST_AUTO_TEST_CASE(a_constant_expression_has_the_same_digest) {
  static constexpr auto digest = [] {
    std::array<std::byte, 3> const message{std::byte{'a'}, std::byte{'b'}, std::byte{'c'}};
    return cuzk::hash::blake2b<8>(message);
  }();
  BOOST_TEST((digest == cuzk::hash::blake2b<8>(bytes_of_text("abc"))));
}

BOOST_AUTO_TEST_CASE(a_key_of_more_than_64_bytes_is_refused) {
  BOOST_CHECK_THROW(cuzk::hash::blake2b_hasher<>(key_of_length(65)), cuzk::invalid_argument);
  BOOST_CHECK_NO_THROW(cuzk::hash::blake2b_hasher<>(key_of_length(64)));
}
