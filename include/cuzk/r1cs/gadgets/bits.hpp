// SPDX-License-Identifier: Apache-2.0
#pragma once

/// @file
/// Field elements of a circuit as bits, and bits as field elements.

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>
#include <span>
#include <string>
#include <utility>

#include <cuzk/core/error.hpp>
#include <cuzk/r1cs/bit_traits.hpp>
#include <cuzk/r1cs/circuit.hpp>
#include <cuzk/r1cs/detail/wiped.hpp>
#include <cuzk/r1cs/gadgets/boolean.hpp>

namespace cuzk::inline v0::r1cs::gadgets {

/// The bits of an element, the lowest first: `bits` wires with their rows, and one row more, which says
/// that their sum is x: 0 * 0 = sum of 2^i b_i - x. Not strict: a value below 2^bits - p has a second
/// decomposition, that of the value plus p.
/// @returns `field_type::bits` bits
template <circuit Cs>
[[nodiscard]] std::array<boolean<Cs>, Cs::field_type::bits> to_bits(Cs& cs, typename Cs::linear const& x) {
  using F = typename Cs::field_type;
  using linear = typename Cs::linear;
  [[maybe_unused]] auto const part = cs.scope("to_bits");
  r1cs::detail::wiped<Cs, typename F::integer> value;
  if constexpr (Cs::has_values) *value = cs.value(x).to_canonical();
  std::array<boolean<Cs>, F::bits> bits;
  for (std::size_t i = 0; i < F::bits; ++i) bits[i] = boolean<Cs>::allocate(cs, value->bit(i));
  linear sum;
  if constexpr (!values_suffice<Cs>) {  // elsewhere the sum is zero
    F k = F::one();
    for (auto const& b : bits) {
      b.add_to(sum, k);
      k = doubled(k);
    }
    sum -= x;
  }
  cs.constrain(linear(), linear(), std::move(sum));
  return bits;
}

/// The bits of an integer, the lowest first: a private wire with its row each.
/// @param v  the integer; ignored where wires have no values
template <std::size_t N, circuit Cs>
requires(N <= 64) [[nodiscard]] std::array<boolean<Cs>, N> integer_bits(Cs& cs, std::uint64_t v) {
  std::array<boolean<Cs>, N> bits;
  for (std::size_t i = 0; i < N; ++i) bits[i] = boolean<Cs>::allocate(cs, ((v >> i) & 1U) != 0);
  return bits;
}

/// The sum of 2^i bits[i]. No wire, no row.
/// @throws invalid_argument if there are more bits than such sums can have and stay below the modulus
template <circuit Cs>
[[nodiscard]] typename Cs::linear bits_sum(std::span<boolean<Cs> const> bits) {
  using F = typename Cs::field_type;
  if (bits.size() >= F::bits) {
    throw invalid_argument("r1cs: " + std::to_string(bits.size()) + " bits in one element; at most " +
                           std::to_string(F::bits - 1) + " fit");
  }
  if constexpr (values_suffice<Cs>) {
    typename F::integer value{};
    for (std::size_t i = 0; i < bits.size(); ++i) {
      value.limbs[i / 64] |= std::uint64_t{bits[i].value() ? 1U : 0U} << (i % 64);
    }
    return typename Cs::linear(F::from_canonical(value));
  } else {
    typename Cs::linear sum;
    F k = F::one();
    for (auto const& b : bits) {
      b.add_to(sum, k);
      k = doubled(k);
    }
    return sum;
  }
}

namespace detail {

// The wire that `make` makes of the bits' value, and its row.
template <circuit Cs, class Make>
[[nodiscard]] typename Cs::linear pack_into(Cs& cs, std::span<boolean<Cs> const> bits, Make const& make) {
  using F = typename Cs::field_type;
  auto sum = bits_sum(bits);
  F value = F::zero();
  if constexpr (Cs::has_values) value = cs.value(sum);
  typename Cs::linear wire = make(value);
  cs.constrain(std::move(sum), F::one(), wire);
  return wire;
}

}  // namespace detail

/// A new private wire that holds the bits, the lowest first: the row (sum of 2^i b_i) * 1 = wire.
/// @throws invalid_argument if there are more bits than fit below the modulus
template <circuit Cs>
[[nodiscard]] typename Cs::linear pack(Cs& cs, std::span<boolean<Cs> const> bits) {
  [[maybe_unused]] auto const part = cs.scope("pack");
  return detail::pack_into(cs, bits, [&cs](auto const& value) { return cs.private_wire(value); });
}

/// A new public wire that holds the bits, the lowest first: the row (sum of 2^i b_i) * 1 = wire.
/// @throws invalid_argument if there are more bits than fit below the modulus
template <circuit Cs>
typename Cs::linear pack_public(Cs& cs, std::span<boolean<Cs> const> bits) {
  [[maybe_unused]] auto const part = cs.scope("pack_public");
  return detail::pack_into(cs, bits, [&cs](auto const& value) { return cs.public_wire(value); });
}

/// A new public wire equal to x: the row wire * 1 = x.
template <circuit Cs>
typename Cs::linear make_public(Cs& cs, typename Cs::linear const& x) {
  using F = typename Cs::field_type;
  [[maybe_unused]] auto const part = cs.scope("make_public");
  F value = F::zero();
  if constexpr (Cs::has_values) value = cs.value(x);
  typename Cs::linear wire = cs.public_wire(value);
  cs.constrain(wire, F::one(), x);
  return wire;
}

/// Reverses the order of the bits inside each byte: from the lowest first, as numbers count, to the
/// highest first, as SHA-256 reads, and back.
/// @throws invalid_argument unless there are whole bytes
template <circuit Cs>
void reverse_bits_in_bytes(std::span<boolean<Cs>> bits) {
  if (bits.size() % 8 != 0) {
    throw invalid_argument("r1cs: " + std::to_string(bits.size()) + " bits are no whole bytes");
  }
  for (std::size_t byte = 0; byte < bits.size(); byte += 8) {
    for (std::size_t i = 0; i < 4; ++i) std::swap(bits[byte + i], bits[byte + 7 - i]);
  }
}

/// The little-endian bytes of an element, each with its highest bit first: `to_bits`, constant zeros to
/// whole 64-bit limbs, the order inside bytes reversed. What SHA-256 reads.
/// @returns `8 * field_type::bytes` bits
template <circuit Cs>
[[nodiscard]] std::array<boolean<Cs>, 8 * Cs::field_type::bytes> to_byte_bits(Cs& cs, typename Cs::linear const& x) {
  using F = typename Cs::field_type;
  r1cs::detail::wiped<Cs, std::array<boolean<Cs>, F::bits>> bits([&] { return to_bits(cs, x); });
  std::array<boolean<Cs>, 8 * F::bytes> padded;
  std::copy(bits->begin(), bits->end(), padded.begin());
  reverse_bits_in_bytes(std::span<boolean<Cs>>(padded));
  return padded;
}

}  // namespace cuzk::inline v0::r1cs::gadgets
