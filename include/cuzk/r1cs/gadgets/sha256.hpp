// SPDX-License-Identifier: Apache-2.0
#pragma once

/// @file
/// SHA-256 in a circuit, with the rows of bellman's gadget.

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>
#include <span>
#include <string>
#include <string_view>

#include <cuzk/core/error.hpp>
#include <cuzk/hash/sha256.hpp>
#include <cuzk/r1cs/circuit.hpp>
#include <cuzk/r1cs/detail/wiped.hpp>
#include <cuzk/r1cs/gadgets/bits.hpp>
#include <cuzk/r1cs/gadgets/boolean.hpp>
#include <cuzk/r1cs/gadgets/packer.hpp>
#include <cuzk/r1cs/gadgets/uint32.hpp>

namespace cuzk::inline v0::r1cs::gadgets {

/// The eight words of the chaining value, H0 first.
template <circuit Cs>
using sha256_state = std::array<uint32<Cs>, 8>;

/// The chaining value before the first block, as constants.
template <circuit Cs>
[[nodiscard]] sha256_state<Cs> sha256_initial_state() {
  sha256_state<Cs> state;
  for (std::size_t i = 0; i < 8; ++i) state[i] = uint32<Cs>::constant(hash::sha256_initial_state[i]);
  return state;
}

namespace detail {

// a xor b xor c; the first two come first.
template <circuit Cs>
[[nodiscard]] uint32<Cs> xor_three(Cs& cs, uint32<Cs> const& a, uint32<Cs> const& b, uint32<Cs> const& c) {
  return uint32<Cs>::exclusive_or(cs, uint32<Cs>::exclusive_or(cs, a, b), c);
}

// A word of the state between rounds: the sum of Count words, which is made when it is asked for, since
// the words of the state before the first round are there already and the last ones take one more term.
template <circuit Cs, std::size_t Count>
class deferred_sum {
 public:
  explicit deferred_sum(uint32<Cs> const& word) : is_word_(true) { words_[0] = word; }
  explicit deferred_sum(std::array<uint32<Cs>, Count> const& words) : words_(words) {}

  [[nodiscard]] uint32<Cs> get(equation_packer<Cs>& packer) const { return is_word_ ? words_[0] : packer.sum(words_); }
  [[nodiscard]] uint32<Cs> plus(equation_packer<Cs>& packer, uint32<Cs> const& more) const {
    std::array<uint32<Cs>, Count + 1> all;
    std::copy(words_.begin(), words_.end(), all.begin());
    all[Count] = more;
    return packer.sum(all);
  }

 private:
  std::array<uint32<Cs>, Count> words_;
  bool is_word_ = false;
};

}  // namespace detail

/// The state after one block. 25,840 rows for a block of wires after the constant initial state, 26,192
/// where the state has wires in every bit too; constants in either save rows.
///
/// @param state  the state before
/// @param block  512 bits, the highest of each byte first
/// @source FIPS 180-4, section 6.2.2
template <circuit Cs>
[[nodiscard]] sha256_state<Cs> sha256_compress(Cs& cs, sha256_state<Cs> const& state,
                                               std::span<boolean<Cs> const, 512> block) {
  using word = uint32<Cs>;
  equation_packer<Cs> packer(cs);

  r1cs::detail::wiped<Cs, std::array<word, 64>> schedule;
  auto& w = *schedule;
  for (std::size_t i = 0; i < 16; ++i) {
    w[i] = word::from_bits_high_first(std::span<boolean<Cs> const, 32>(block.data() + 32 * i, 32));
  }
  for (std::size_t i = 16; i < 64; ++i) {
    [[maybe_unused]] auto const part = cs.scope("schedule", i);
    word const& x = w[i - 15];
    word const& y = w[i - 2];
    word const s0 = detail::xor_three(cs, x.rotated_right(7), x.rotated_right(18), x.shifted_right(3));
    word const s1 = detail::xor_three(cs, y.rotated_right(17), y.rotated_right(19), y.shifted_right(10));
    w[i] = packer.sum(std::array<word, 4>{w[i - 16], s0, w[i - 7], s1});
  }

  detail::deferred_sum<Cs, 7> next_a(state[0]);
  detail::deferred_sum<Cs, 6> next_e(state[4]);
  auto [b, c, d, f, g, h] = std::array<word, 6>{state[1], state[2], state[3], state[5], state[6], state[7]};
  for (std::size_t i = 0; i < 64; ++i) {
    [[maybe_unused]] auto const part = cs.scope("round", i);
    word const e = next_e.get(packer);
    word const s1 = detail::xor_three(cs, e.rotated_right(6), e.rotated_right(11), e.rotated_right(25));
    word const ch = word::choose(cs, e, f, g);
    word const k = word::constant(hash::sha256_round_constants[i]);
    word const a = next_a.get(packer);
    word const s0 = detail::xor_three(cs, a.rotated_right(2), a.rotated_right(13), a.rotated_right(22));
    word const maj = word::majority(cs, a, b, c);
    next_e = detail::deferred_sum<Cs, 6>({h, s1, ch, k, w[i], d});
    next_a = detail::deferred_sum<Cs, 7>({h, s1, ch, k, w[i], s0, maj});
    h = g;
    g = f;
    f = e;
    d = c;
    c = b;
    b = a;
  }

  [[maybe_unused]] auto const part = cs.scope("state");
  auto const sum = [&packer](word const& x, word const& y) { return packer.sum(std::array<word, 2>{x, y}); };
  // In their places at once: temporaries would stay on the stack.
  sha256_state<Cs> next = {next_a.plus(packer, state[0]), sum(state[1], b), sum(state[2], c), sum(state[3], d),
                           next_e.plus(packer, state[4]), sum(state[5], f), sum(state[6], g), sum(state[7], h)};
  packer.finish();
  return next;
}

/// The digest of a message: padding, then block by block.
///
/// @param message  whole bytes, the highest bit of each first
/// @returns        256 bits in the same order
/// @throws invalid_argument unless there are whole bytes
/// @cost           see `sha256_compress`; the padding is constant
/// @source FIPS 180-4, sections 5.1.1 and 6.2
template <circuit Cs>
[[nodiscard]] std::array<boolean<Cs>, 256> sha256(Cs& cs, std::span<boolean<Cs> const> message) {
  using bit = boolean<Cs>;
  if (message.size() % 8 != 0) {
    throw invalid_argument("r1cs: sha256 of " + std::to_string(message.size()) + " bits, which are no whole bytes");
  }
  r1cs::detail::wiped<Cs, sha256_state<Cs>> state(sha256_initial_state<Cs>());
  auto const absorb = [&](std::size_t number, std::span<bit const, 512> block) {
    [[maybe_unused]] auto const part = cs.scope("block", number);
    r1cs::detail::wiped<Cs, sha256_state<Cs>> next([&] { return sha256_compress(cs, *state, block); });
    *state = *next;
  };
  std::size_t const whole = message.size() / 512;
  for (std::size_t i = 0; i < whole; ++i) absorb(i, message.subspan(512 * i).template first<512>());

  // The rest, a one, zeros, and the length in 64 bits: one block or two.
  r1cs::detail::wiped<Cs, std::array<bit, 1024>> last;
  auto& tail = *last;
  auto const rest = message.subspan(512 * whole);
  std::copy(rest.begin(), rest.end(), tail.begin());
  tail[rest.size()] = bit::constant(true);
  std::size_t const size = rest.size() + 1 + 64 <= 512 ? 512 : 1024;
  for (std::size_t i = 0; i < 64; ++i) {
    tail[size - 1 - i] = bit::constant(((std::uint64_t{message.size()} >> i) & 1U) != 0);
  }
  for (std::size_t i = 0; 512 * i < size; ++i) {
    absorb(whole + i, std::span<bit const, 512>(tail.data() + 512 * i, 512));
  }

  std::array<bit, 256> digest;
  for (std::size_t i = 0; i < 256; ++i) digest[i] = (*state)[i / 32][31 - i % 32];
  return digest;
}

/// A digest as an element: its bytes as a little-endian integer of which the 254 lowest bits are kept (for
/// a field of 255 bits), in a new private wire with its row.
/// @source Filecoin: digests lose the two bits that the field has no room for
template <circuit Cs>
[[nodiscard]] typename Cs::linear pack_digest(Cs& cs, std::array<boolean<Cs>, 256> const& digest) {
  constexpr std::size_t kept = std::min<std::size_t>(256, Cs::field_type::bits - 1);
  r1cs::detail::wiped<Cs, std::array<boolean<Cs>, 256>> reversed(digest);
  reverse_bits_in_bytes(std::span<boolean<Cs>>(*reversed));
  return pack(cs, std::span<boolean<Cs> const>(*reversed).first(kept));
}

/// The digest of a message as an element: `sha256`, then `pack_digest`.
/// @throws invalid_argument unless there are whole bytes
template <circuit Cs>
[[nodiscard]] typename Cs::linear packed_sha256(Cs& cs, std::span<boolean<Cs> const> message) {
  r1cs::detail::wiped<Cs, std::array<boolean<Cs>, 256>> digest([&] { return sha256(cs, message); });
  return pack_digest(cs, *digest);
}

/// The parent of two nodes of a binary tree over SHA-256: SHA-256 of the two elements' 32 little-endian
/// bytes, as an element by `pack_digest`. For a field of 255 bits 45,379 rows and 45,331 private wires.
template <circuit Cs>
[[nodiscard]] typename Cs::linear sha256_of_two(Cs& cs, typename Cs::linear const& left,
                                                typename Cs::linear const& right) {
  constexpr std::size_t bits = 8 * Cs::field_type::bytes;
  r1cs::detail::wiped<Cs, std::array<boolean<Cs>, 2 * bits>> message;
  auto const append = [&](std::string_view name, std::size_t begin, typename Cs::linear const& x) {
    [[maybe_unused]] auto const part = cs.scope(name);
    r1cs::detail::wiped<Cs, std::array<boolean<Cs>, bits>> bytes([&] { return to_byte_bits(cs, x); });
    std::copy(bytes->begin(), bytes->end(), message->begin() + static_cast<std::ptrdiff_t>(begin));
  };
  append("left", 0, left);
  append("right", bits, right);
  return packed_sha256(cs, std::span<boolean<Cs> const>(*message));
}

}  // namespace cuzk::inline v0::r1cs::gadgets
