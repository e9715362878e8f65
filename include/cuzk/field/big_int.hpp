// SPDX-License-Identifier: Apache-2.0
#pragma once

/// @file
/// Unsigned integers of a fixed number of 64-bit limbs.

#include <algorithm>
#include <bit>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <string_view>

#include <cuzk/core/config.hpp>
#include <cuzk/core/error.hpp>
#include <cuzk/field/detail/limbs.hpp>

namespace cuzk::inline v0 {

/// An unsigned integer below 2^(64 N). Plain memory: N limbs, the lowest first; on a little-endian
/// machine that is the little-endian byte string, and the 2N 32-bit limbs of the device.
template <std::size_t N>
struct big_int {
  static_assert(N >= 1, "cuzk: a big_int has at least one limb");

  /// Number of 64-bit limbs.
  static constexpr std::size_t limb_count = N;

  /// The limbs, the lowest first.
  std::uint64_t limbs[N]{};

  /// The integer `value`.
  [[nodiscard]] CUZK_HD static constexpr big_int from_u64(std::uint64_t value) {
    big_int x;
    x.limbs[0] = value;
    return x;
  }

  /// Hexadecimal digits, with or without 0x; ' may separate digits.
  /// @returns nothing for an empty text, another character, or a value of 2^(64 N) and more
  [[nodiscard]] static constexpr std::optional<big_int> try_from_hex(std::string_view text) {
    if (text.size() >= 2 && text[0] == '0' && (text[1] == 'x' || text[1] == 'X')) text.remove_prefix(2);
    return parse(text, 16);
  }

  /// Decimal digits; ' may separate digits. @returns nothing where try_from_hex would not.
  [[nodiscard]] static constexpr std::optional<big_int> try_from_decimal(std::string_view text) {
    return parse(text, 10);
  }

  /// try_from_hex for literals: a bad one is a compile error in a constant expression.
  /// @throws invalid_argument
  [[nodiscard]] static constexpr big_int from_hex(std::string_view text) {
    auto const value = try_from_hex(text);
    if (!value) throw invalid_argument("not a hexadecimal number that fits: " + std::string(text));
    return *value;
  }

  /// try_from_decimal for literals. @throws invalid_argument
  [[nodiscard]] static constexpr big_int from_decimal(std::string_view text) {
    auto const value = try_from_decimal(text);
    if (!value) throw invalid_argument("not a decimal number that fits: " + std::string(text));
    return *value;
  }

  /// Any number of bytes in the given order; missing high bytes are zero.
  /// @throws invalid_argument when the value does not fit
  [[nodiscard]] static constexpr big_int from_bytes(std::span<std::byte const> bytes, std::endian order) {
    big_int x;
    for (std::size_t i = 0; i < bytes.size(); ++i) {
      auto const b =
          std::to_integer<std::uint64_t>(order == std::endian::little ? bytes[i] : bytes[bytes.size() - 1 - i]);
      if (i < 8 * N) {
        x.limbs[i / 8] |= b << (8U * (i % 8));
      } else if (b != 0) {
        throw invalid_argument("big_int: a value of " + std::to_string(bytes.size()) + " bytes does not fit in " +
                               std::to_string(8 * N));
      }
    }
    return x;
  }

  /// Writes bytes.size() bytes in the given order, high zeros included.
  /// @throws invalid_argument when the value needs more bytes; nothing is then written
  constexpr void to_bytes(std::span<std::byte> bytes, std::endian order) const {
    if (8 * bytes.size() < bit_length()) {
      throw invalid_argument("big_int: a value of " + std::to_string(bit_length()) + " bits does not fit in " +
                             std::to_string(bytes.size()) + " bytes");
    }
    for (std::size_t i = 0; i < bytes.size(); ++i) {
      std::uint64_t const limb = i < 8 * N ? limbs[i / 8] >> (8U * (i % 8)) : 0;
      bytes[order == std::endian::little ? i : bytes.size() - 1 - i] = static_cast<std::byte>(limb & 0xffU);
    }
  }

  /// Lower-case hexadecimal with 0x, without leading zeros.
  [[nodiscard]] std::string to_hex() const {
    std::string text;
    for (std::size_t i = 16 * N; i-- > 0;) {
      auto const digit = static_cast<unsigned>((limbs[i / 16] >> (4U * (i % 16))) & 15U);
      if (digit != 0 || !text.empty() || i == 0) text += "0123456789abcdef"[digit];
    }
    return "0x" + text;
  }

  /// Decimal digits, without leading zeros.
  [[nodiscard]] std::string to_decimal() const {
    std::string text;
    big_int rest = *this;
    constexpr std::uint64_t base = 1'000'000'000'000'000'000U;  // 18 digits a division
    do {
      std::uint64_t part = rest.divide_by(base);
      for (int i = 0; i < 18 && (part != 0 || !rest.is_zero()); ++i, part /= 10) {
        text += static_cast<char>('0' + part % 10);
      }
    } while (!rest.is_zero());
    if (text.empty()) text = "0";
    std::reverse(text.begin(), text.end());
    return text;
  }

  /// Whether the value is 0.
  [[nodiscard]] CUZK_HD constexpr bool is_zero() const {
    std::uint64_t any = 0;
    for (std::size_t i = 0; i < N; ++i) any |= limbs[i];
    return any == 0;
  }

  /// Whether the lowest bit is set.
  [[nodiscard]] CUZK_HD constexpr bool is_odd() const { return (limbs[0] & 1U) != 0; }

  /// Bit i, counted from the lowest; false beyond the end.
  [[nodiscard]] CUZK_HD constexpr bool bit(std::size_t i) const {
    return i < 64 * N && ((limbs[i / 64] >> (i % 64)) & 1U) != 0;
  }

  /// Number of significant bits; 0 for the value 0.
  [[nodiscard]] CUZK_HD constexpr std::size_t bit_length() const {
    for (std::size_t i = N; i-- > 0;) {
      if (limbs[i] != 0) return 64 * i + detail::bit_width(limbs[i]);
    }
    return 0;
  }

  /// Bits [position, position + count) as an integer, count <= 64; bits beyond the end are 0.
  [[nodiscard]] CUZK_HD constexpr std::uint64_t extract_bits(std::size_t position, std::size_t count) const {
    std::size_t const limb = position / 64;
    auto const shift = static_cast<unsigned>(position % 64);
    if (limb >= N || count == 0) return 0;
    std::uint64_t value = limbs[limb] >> shift;
    if (shift != 0 && limb + 1 < N) value |= limbs[limb + 1] << (64U - shift);
    return count >= 64 ? value : value & ((std::uint64_t{1} << count) - 1U);
  }

  /// The value in M limbs; high limbs are dropped (value modulo 2^(64 M)) or zero.
  template <std::size_t M>
  [[nodiscard]] CUZK_HD constexpr big_int<M> resize() const {
    big_int<M> x;
    for (std::size_t i = 0; i < (M < N ? M : N); ++i) x.limbs[i] = limbs[i];
    return x;
  }

  /// floor(value / 2^count).
  [[nodiscard]] CUZK_HD constexpr big_int shifted_right(std::size_t count) const {
    big_int x;
    for (std::size_t i = 0; i < N; ++i) x.limbs[i] = extract_bits(64 * i + count, 64);
    return x;
  }

  /// value * 2^count modulo 2^(64 N).
  [[nodiscard]] CUZK_HD constexpr big_int shifted_left(std::size_t count) const {
    big_int x;
    std::size_t const skip = count / 64;
    auto const shift = static_cast<unsigned>(count % 64);
    for (std::size_t i = skip; i < N; ++i) {
      x.limbs[i] = limbs[i - skip] << shift;
      if (shift != 0 && i > skip) x.limbs[i] |= limbs[i - skip - 1] >> (64U - shift);
    }
    return x;
  }

  /// Divides in place by a nonzero limb. @returns the remainder
  CUZK_HD constexpr std::uint64_t divide_by(std::uint64_t divisor) {
    detail::u128 rest = 0;
    for (std::size_t i = N; i-- > 0;) {
      rest = (rest << 64U) | limbs[i];
      limbs[i] = static_cast<std::uint64_t>(rest / divisor);
      rest %= divisor;
    }
    return static_cast<std::uint64_t>(rest);
  }

  /// -1, 0 or 1 as a is less than, equal to or greater than b.
  [[nodiscard]] CUZK_HD friend constexpr int compare(big_int const& a, big_int const& b) {
    for (std::size_t i = N; i-- > 0;) {
      if (a.limbs[i] != b.limbs[i]) return a.limbs[i] < b.limbs[i] ? -1 : 1;
    }
    return 0;
  }
  [[nodiscard]] CUZK_HD friend constexpr bool operator==(big_int const& a, big_int const& b) {
    std::uint64_t difference = 0;
    for (std::size_t i = 0; i < N; ++i) difference |= a.limbs[i] ^ b.limbs[i];
    return difference == 0;
  }
  [[nodiscard]] CUZK_HD friend constexpr bool operator<(big_int const& a, big_int const& b) {
    return compare(a, b) < 0;
  }
  [[nodiscard]] CUZK_HD friend constexpr bool operator>(big_int const& a, big_int const& b) {
    return compare(a, b) > 0;
  }
  [[nodiscard]] CUZK_HD friend constexpr bool operator<=(big_int const& a, big_int const& b) {
    return compare(a, b) <= 0;
  }
  [[nodiscard]] CUZK_HD friend constexpr bool operator>=(big_int const& a, big_int const& b) {
    return compare(a, b) >= 0;
  }

  /// out = a + b modulo 2^(64 N); out may be a or b. @returns the carry, 0 or 1
  CUZK_HD friend constexpr std::uint64_t add(big_int& out, big_int const& a, big_int const& b) {
    std::uint64_t carry = 0;
    for (std::size_t i = 0; i < N; ++i) out.limbs[i] = detail::add_carry(a.limbs[i], b.limbs[i], carry);
    return carry;
  }

  /// out = a - b modulo 2^(64 N); out may be a or b. @returns the borrow, 0 or 1
  CUZK_HD friend constexpr std::uint64_t sub(big_int& out, big_int const& a, big_int const& b) {
    std::uint64_t borrow = 0;
    for (std::size_t i = 0; i < N; ++i) out.limbs[i] = detail::sub_borrow(a.limbs[i], b.limbs[i], borrow);
    return borrow;
  }

 private:
  // value * base + digit; the limb that falls off the top is returned.
  constexpr std::uint64_t append_digit(std::uint64_t base, std::uint64_t digit) {
    std::uint64_t carry = digit;
    for (std::size_t i = 0; i < N; ++i) limbs[i] = detail::mul_add(0, limbs[i], base, carry);
    return carry;
  }

  static constexpr std::optional<big_int> parse(std::string_view text, unsigned base) {
    big_int x;
    bool any = false;
    for (char const c : text) {
      if (c == '\'' && any) continue;
      unsigned digit = 99;
      if (c >= '0' && c <= '9') digit = static_cast<unsigned>(c - '0');
      if (c >= 'a' && c <= 'f') digit = static_cast<unsigned>(c - 'a') + 10U;
      if (c >= 'A' && c <= 'F') digit = static_cast<unsigned>(c - 'A') + 10U;
      if (digit >= base || x.append_digit(base, digit) != 0) return std::nullopt;
      any = true;
    }
    if (!any) return std::nullopt;
    return x;
  }
};

/// The full product, schoolbook.
template <std::size_t N, std::size_t M>
[[nodiscard]] CUZK_HD constexpr big_int<N + M> mul_wide(big_int<N> const& a, big_int<M> const& b) {
  big_int<N + M> product;
  for (std::size_t i = 0; i < N; ++i) {
    std::uint64_t carry = 0;
    for (std::size_t j = 0; j < M; ++j) {
      product.limbs[i + j] = detail::mul_add(product.limbs[i + j], a.limbs[i], b.limbs[j], carry);
    }
    product.limbs[i + M] = carry;
  }
  return product;
}

/// What `divide` returns.
template <std::size_t N, std::size_t M>
struct quotient_and_remainder {
  big_int<N> quotient;
  big_int<M> remainder;
};

/// a / b and a mod b, bit by bit: for derivations and references, not for hot loops.
/// @throws invalid_argument for b = 0
template <std::size_t N, std::size_t M>
[[nodiscard]] constexpr quotient_and_remainder<N, M> divide(big_int<N> const& a, big_int<M> const& b) {
  if (b.is_zero()) throw invalid_argument("big_int: division by 0");
  quotient_and_remainder<N, M> result{};
  auto& rest = result.remainder;
  for (std::size_t i = a.bit_length(); i-- > 0;) {
    bool const carry = rest.bit(64 * M - 1);
    rest = rest.shifted_left(1);
    rest.limbs[0] |= a.bit(i) ? 1U : 0U;
    if (carry || rest >= b) {
      sub(rest, rest, b);
      result.quotient.limbs[i / 64] |= std::uint64_t{1} << (i % 64);
    }
  }
  return result;
}

}  // namespace cuzk::inline v0
