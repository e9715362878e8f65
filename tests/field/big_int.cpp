// SPDX-License-Identifier: Apache-2.0
#define BOOST_TEST_MODULE field_big_int
#include <boost/test/unit_test.hpp>

#include <array>
#include <bit>
#include <cstddef>
#include <cstdint>
#include <string>
#include <tuple>
#include <vector>

#include <cuzk/core/error.hpp>
#include <cuzk/core/random.hpp>
#include <cuzk/field/big_int.hpp>

#include <support/check.hpp>
#include <support/gmp.hpp>
#include <support/seed.hpp>

namespace {

using cuzk_test::from_gmp;
using cuzk_test::to_gmp;

template <std::size_t N>
std::vector<cuzk::big_int<N>> operands(std::size_t random_count) {
  std::vector<cuzk::big_int<N>> list;
  cuzk::big_int<N> x;
  list.push_back(x);
  list.push_back(cuzk::big_int<N>::from_u64(1));
  for (auto& limb : x.limbs) limb = ~std::uint64_t{0};
  list.push_back(x);  // all ones
  list.push_back(x.shifted_right(1));
  for (std::size_t i = 0; i < N; ++i) {  // runs that end at limb borders
    list.push_back(x.shifted_right(64 * i + 1));
    list.push_back(x.shifted_left(64 * i + 63));
  }
  cuzk::insecure_seeded_random random(cuzk_test::seed());
  for (std::size_t i = 0; i < random_count; ++i) {
    random.fill(std::as_writable_bytes(std::span(x.limbs)));
    list.push_back(x.shifted_right(i % 3 == 0 ? random.next_u64() % (64 * N) : 0));
  }
  return list;
}

using widths = std::tuple<std::integral_constant<std::size_t, 1>, std::integral_constant<std::size_t, 2>,
                          std::integral_constant<std::size_t, 4>, std::integral_constant<std::size_t, 6>,
                          std::integral_constant<std::size_t, 12>>;

}  // namespace

BOOST_AUTO_TEST_CASE_TEMPLATE(sums_differences_products_and_order_agree_with_gmp, Width, widths) {
  constexpr std::size_t n = Width::value;
  mpz_class const two_power = mpz_class(1) << (64 * n);
  for (auto const& a : operands<n>(20)) {
    for (auto const& b : operands<n>(20)) {
      mpz_class const x = to_gmp(a), y = to_gmp(b);
      cuzk::big_int<n> out;
      auto const carry = add(out, a, b);
      CUZK_CHECK((to_gmp(out) + carry * two_power == x + y));
      auto const borrow = sub(out, a, b);
      CUZK_CHECK((to_gmp(out) - borrow * two_power == x - y));
      CUZK_CHECK((to_gmp(mul_wide(a, b)) == x * y));
      CUZK_CHECK(compare(a, b) == (x < y ? -1 : x == y ? 0 : 1));
      CUZK_CHECK((a == b) == (x == y));
      auto alias = a;
      add(alias, alias, alias);
      CUZK_CHECK((to_gmp(alias) == (2 * x) % two_power));
    }
  }
}

BOOST_AUTO_TEST_CASE_TEMPLATE(division_agrees_with_gmp, Width, widths) {
  constexpr std::size_t n = Width::value;
  for (auto const& a : operands<n>(6)) {
    for (auto const& b : operands<2>(6)) {
      if (b.is_zero()) {
        BOOST_CHECK_THROW((void)divide(a, b), cuzk::invalid_argument);
        continue;
      }
      auto const d = divide(a, b);
      CUZK_CHECK((to_gmp(d.quotient) == to_gmp(a) / to_gmp(b)));
      CUZK_CHECK((to_gmp(d.remainder) == to_gmp(a) % to_gmp(b)));
    }
  }
}

BOOST_AUTO_TEST_CASE_TEMPLATE(shifts_bits_and_lengths_agree_with_gmp, Width, widths) {
  constexpr std::size_t n = Width::value;
  mpz_class const two_power = mpz_class(1) << (64 * n);
  for (auto const& a : operands<n>(4)) {
    mpz_class const x = to_gmp(a);
    CUZK_CHECK(a.bit_length() == (a.is_zero() ? 0 : mpz_sizeinbase(x.get_mpz_t(), 2)));
    for (std::size_t s = 0; s <= 64 * n + 1; s += 1 + s / 7) {
      CUZK_CHECK((to_gmp(a.shifted_right(s)) == (x >> s)));
      CUZK_CHECK((to_gmp(a.shifted_left(s)) == (x << s) % two_power));
      CUZK_CHECK(a.bit(s) == (mpz_tstbit(x.get_mpz_t(), s) != 0));
      for (std::size_t const count :
           {std::size_t{0}, std::size_t{1}, std::size_t{13}, std::size_t{63}, std::size_t{64}}) {
        mpz_class const expected = (x >> s) % (mpz_class(1) << count);
        CUZK_CHECK(a.extract_bits(s, count) == expected.get_ui());
      }
    }
  }
}

BOOST_AUTO_TEST_CASE_TEMPLATE(text_and_bytes_round_trip, Width, widths) {
  constexpr std::size_t n = Width::value;
  for (auto const& a : operands<n>(20)) {
    CUZK_CHECK((a.to_decimal() == to_gmp(a).get_str()));
    CUZK_CHECK((a.to_hex() == "0x" + to_gmp(a).get_str(16)));
    CUZK_CHECK((cuzk::big_int<n>::from_decimal(a.to_decimal()) == a));
    CUZK_CHECK((cuzk::big_int<n>::from_hex(a.to_hex()) == a));
    for (auto const order : {std::endian::little, std::endian::big}) {
      std::array<std::byte, 8 * n + 3> bytes{};
      a.to_bytes(bytes, order);
      CUZK_CHECK((cuzk::big_int<n>::from_bytes(bytes, order) == a));
      bytes[order == std::endian::little ? 8 * n : 2] = std::byte{1};
      BOOST_CHECK_THROW((void)cuzk::big_int<n>::from_bytes(bytes, order), cuzk::invalid_argument);
    }
  }
}

BOOST_AUTO_TEST_CASE(bad_text_is_refused) {
  using integer = cuzk::big_int<2>;
  for (auto const* text : {"", "0x", "x", "g", "0xg", "-1", "+1", " 1", "1 ", "'1", "1.0", "0x1'", "\0"}) {
    bool const last_is_separator = std::string(text) == "0x1'";  // a trailing separator is harmless
    BOOST_TEST(integer::try_from_hex(text).has_value() == last_is_separator, text);
  }
  for (auto const* text : {"", "0x1", "a", "-1", "1e3"}) BOOST_TEST(!integer::try_from_decimal(text), text);
  CUZK_CHECK(integer::try_from_decimal("340282366920938463463374607431768211455").has_value());
  CUZK_CHECK(!integer::try_from_decimal("340282366920938463463374607431768211456"));
  CUZK_CHECK(!integer::try_from_hex("0x100000000000000000000000000000000"));
  CUZK_CHECK(integer::try_from_hex("0x00000000000000000000000000000000000000001").has_value());
  BOOST_CHECK_THROW((void)integer::from_decimal("12x"), cuzk::invalid_argument);
}

BOOST_AUTO_TEST_CASE(bytes_that_do_not_fit_are_refused_and_nothing_is_written) {
  std::array<std::byte, 1> bytes{std::byte{0xa5}};
  BOOST_CHECK_THROW(cuzk::big_int<1>::from_u64(256).to_bytes(bytes, std::endian::little), cuzk::invalid_argument);
  CUZK_CHECK(std::to_integer<int>(bytes[0]) == 0xa5);
}

static_assert(sizeof(cuzk::big_int<6>) == 48 && alignof(cuzk::big_int<6>) == 8);
static_assert(cuzk::big_int<2>::from_hex("0xffff'ffff").bit_length() == 32);
static_assert(cuzk::big_int<1>::from_u64(7).resize<3>() == cuzk::big_int<3>::from_decimal("7"));
