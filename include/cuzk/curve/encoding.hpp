// SPDX-License-Identifier: Apache-2.0
#pragma once

/// @file
/// Points as bytes, in the forms that keys and proofs are kept in:
/// - `zcash`: compressed and uncompressed big-endian with three flag bits, as Zcash, bellman,
///   Filecoin and the BLS12-381 standards have it;
/// - `raw`: little-endian Montgomery coordinates without flags, as in the files of snarkjs.
/// Decoders take untrusted bytes: whatever is not the one encoding of a valid point gives nothing.

#include <bit>
#include <cstddef>
#include <optional>
#include <span>

#include <cuzk/curve/affine.hpp>
#include <cuzk/curve/concepts.hpp>
#include <cuzk/curve/detail/coordinate_bytes.hpp>
#include <cuzk/curve/subgroup.hpp>
#include <cuzk/field/extension_traits.hpp>
#include <cuzk/field/sqrt.hpp>

namespace cuzk::inline v0 {

/// The encodings of Zcash and bellman. The top three bits of the first byte are: compressed, infinity,
/// y is the larger of y and -y (compressed only). Coordinates are canonical and big-endian; in fq2 the
/// coefficient of u comes first.
/// Source: Zcash protocol specification, section 5.4.9.2; draft-irtf-cfrg-pairing-friendly-curves-11,
/// appendix C.
namespace zcash {

/// Bytes of a compressed point: one coordinate.
template <group G>
inline constexpr std::size_t compressed_bytes = detail::coordinate_bytes<typename G::base_field>;

/// Bytes of an uncompressed point: two coordinates.
template <group G>
inline constexpr std::size_t uncompressed_bytes = 2 * compressed_bytes<G>;

namespace detail {

inline constexpr auto compressed_flag = std::byte{0x80};
inline constexpr auto infinity_flag = std::byte{0x40};
inline constexpr auto sign_flag = std::byte{0x20};
inline constexpr auto all_flags = compressed_flag | infinity_flag | sign_flag;

template <group G>
constexpr void require_spare_bits() {
  using prime_field_type = prime_subfield_t<typename G::base_field>;
  static_assert(8 * prime_field_type::bytes >= prime_field_type::bits + 3,
                "cuzk: Zcash's encoding needs three spare bits above the modulus; use raw or sec1 for this curve");
}

template <class F>
constexpr void write(F const& x, std::span<std::byte> out) {
  cuzk::detail::write_coordinate(
      x, out, std::endian::big, [](auto const& c, std::span<std::byte> place) { c.to_bytes(place, std::endian::big); });
}

template <class F>
constexpr std::optional<F> read(std::span<std::byte const> in) {
  return cuzk::detail::read_coordinate<F>(in, std::endian::big, [](std::span<std::byte const> place) {
    return prime_subfield_t<F>::try_from_bytes(place, std::endian::big);
  });
}

// The first coordinate with its flag bits cleared.
template <class F>
constexpr std::optional<F> read_without_flags(std::span<std::byte const> in) {
  std::byte copy[cuzk::detail::coordinate_bytes<F>]{};
  for (std::size_t i = 0; i < in.size(); ++i) copy[i] = in[i];
  copy[0] &= ~all_flags;
  return read<F>(copy);
}

// Infinity is its flags and zeros.
constexpr bool is_zero_after_flags(std::span<std::byte const> in) {
  std::byte any = in[0] & ~all_flags;
  for (std::byte const b : in.subspan(1)) any |= b;
  return any == std::byte{};
}

}  // namespace detail

/// Writes the compressed form: x, and which of the two y.
/// @param p    a point of the curve, infinity allowed
/// @param out  exactly compressed_bytes<G> bytes
/// @throws invalid_argument for another size
template <group G>
constexpr void encode_compressed(affine<G> const& p, std::span<std::byte> out) {
  detail::require_spare_bits<G>();
  cuzk::detail::require_encoding_size("zcash::encode_compressed", out.size(), compressed_bytes<G>);
  detail::write(p.x, out);
  out[0] |= detail::compressed_flag;
  if (is_infinity(p)) {
    out[0] |= detail::infinity_flag;
  } else if (is_lexicographically_largest(p.y)) {
    out[0] |= detail::sign_flag;
  }
}

/// Writes the uncompressed form: x, then y.
/// @param p    a point of the curve, infinity allowed
/// @param out  exactly uncompressed_bytes<G> bytes
/// @throws invalid_argument for another size
template <group G>
constexpr void encode_uncompressed(affine<G> const& p, std::span<std::byte> out) {
  detail::require_spare_bits<G>();
  cuzk::detail::require_encoding_size("zcash::encode_uncompressed", out.size(), uncompressed_bytes<G>);
  detail::write(p.x, out.first(compressed_bytes<G>));
  detail::write(p.y, out.subspan(compressed_bytes<G>));
  if (is_infinity(p)) out[0] |= detail::infinity_flag;
}

/// A point of the curve, in any subgroup, or nothing: wrong length or flags, a coordinate of p or
/// above, an x without a y, a sign where y is its own negative.
/// @cost a square root
template <group G>
[[nodiscard]] constexpr std::optional<affine<G>> decode_compressed_unchecked_subgroup(std::span<std::byte const> in) {
  using F = typename G::base_field;
  detail::require_spare_bits<G>();
  if (in.size() != compressed_bytes<G>) return std::nullopt;
  std::byte const flags = in[0] & detail::all_flags;
  if ((flags & detail::compressed_flag) == std::byte{}) return std::nullopt;
  bool const sign = (flags & detail::sign_flag) != std::byte{};
  if ((flags & detail::infinity_flag) != std::byte{}) {
    if (sign || !detail::is_zero_after_flags(in)) return std::nullopt;
    return affine<G>::infinity();
  }
  auto const x = detail::read_without_flags<F>(in);
  if (!x) return std::nullopt;
  auto const y = sqrt(affine<G>::right_side(*x));
  if (!y || (sign && is_zero(*y))) return std::nullopt;
  return affine<G>{*x, is_lexicographically_largest(*y) == sign ? *y : -*y};
}

/// A point of the curve, in any subgroup, or nothing: wrong length or flags, a coordinate of p or
/// above, off the curve.
template <group G>
[[nodiscard]] constexpr std::optional<affine<G>> decode_uncompressed_unchecked_subgroup(std::span<std::byte const> in) {
  using F = typename G::base_field;
  detail::require_spare_bits<G>();
  if (in.size() != uncompressed_bytes<G>) return std::nullopt;
  std::byte const flags = in[0] & detail::all_flags;
  if (flags == detail::infinity_flag) {
    if (!detail::is_zero_after_flags(in)) return std::nullopt;
    return affine<G>::infinity();
  }
  if (flags != std::byte{}) return std::nullopt;
  auto const x = detail::read<F>(in.first(compressed_bytes<G>));
  if (!x) return std::nullopt;
  auto const y = detail::read<F>(in.subspan(compressed_bytes<G>));
  if (!y) return std::nullopt;
  affine<G> const p{*x, *y};
  // (0, 0) stands for infinity inside, but is not how infinity is written.
  if (is_infinity(p) || !is_on_curve(p)) return std::nullopt;
  return p;
}

/// A point of the subgroup of order r, or nothing.
/// @cost a square root and `is_in_subgroup`
template <group G>
[[nodiscard]] constexpr std::optional<affine<G>> decode_compressed(std::span<std::byte const> in) {
  auto const p = decode_compressed_unchecked_subgroup<G>(in);
  if (!p || !is_in_subgroup(*p)) return std::nullopt;
  return p;
}

/// A point of the subgroup of order r, or nothing.
/// @cost `is_in_subgroup`
template <group G>
[[nodiscard]] constexpr std::optional<affine<G>> decode_uncompressed(std::span<std::byte const> in) {
  auto const p = decode_uncompressed_unchecked_subgroup<G>(in);
  if (!p || !is_in_subgroup(*p)) return std::nullopt;
  return p;
}

}  // namespace zcash

/// x, then y, each little-endian in Montgomery form (value * 2^(64 limbs) mod p), in fq2 the real part
/// first; infinity is all zeros. What snarkjs calls LEM: the memory of an `affine` on x86-64.
namespace raw {

/// Bytes of a point.
template <group G>
inline constexpr std::size_t encoded_bytes = 2 * detail::coordinate_bytes<typename G::base_field>;

/// Writes a point.
/// @param p    a point of the curve, infinity allowed
/// @param out  exactly encoded_bytes<G> bytes
/// @throws invalid_argument for another size
template <group G>
constexpr void encode(affine<G> const& p, std::span<std::byte> out) {
  detail::require_encoding_size("raw::encode", out.size(), encoded_bytes<G>);
  auto const write = [](auto const& c, std::span<std::byte> place) {
    c.montgomery().to_bytes(place, std::endian::little);
  };
  detail::write_coordinate(p.x, out.first(out.size() / 2), std::endian::little, write);
  detail::write_coordinate(p.y, out.subspan(out.size() / 2), std::endian::little, write);
}

/// A point of the curve, in any subgroup, or nothing: wrong length, a coordinate of p or above, off
/// the curve.
template <group G>
[[nodiscard]] constexpr std::optional<affine<G>> decode_unchecked_subgroup(std::span<std::byte const> in) {
  using F = typename G::base_field;
  using prime_field_type = prime_subfield_t<F>;
  if (in.size() != encoded_bytes<G>) return std::nullopt;
  auto const read = [](std::span<std::byte const> place) {
    return prime_field_type::try_from_montgomery(prime_field_type::integer::from_bytes(place, std::endian::little));
  };
  auto const x = detail::read_coordinate<F>(in.first(in.size() / 2), std::endian::little, read);
  if (!x) return std::nullopt;
  auto const y = detail::read_coordinate<F>(in.subspan(in.size() / 2), std::endian::little, read);
  if (!y) return std::nullopt;
  affine<G> const p{*x, *y};
  if (!is_on_curve(p)) return std::nullopt;
  return p;
}

/// A point of the subgroup of order r, or nothing.
/// @cost `is_in_subgroup`
template <group G>
[[nodiscard]] constexpr std::optional<affine<G>> decode(std::span<std::byte const> in) {
  auto const p = decode_unchecked_subgroup<G>(in);
  if (!p || !is_in_subgroup(*p)) return std::nullopt;
  return p;
}

}  // namespace raw

}  // namespace cuzk::inline v0
