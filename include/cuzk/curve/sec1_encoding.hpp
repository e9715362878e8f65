// SPDX-License-Identifier: Apache-2.0
#pragma once

/// @file
/// Points as bytes by SEC 1, "Elliptic curve cryptography", version 2.0, sections 2.3.3 and 2.3.4:
/// for curves over prime fields, with or without spare bits.

#include <bit>
#include <cstddef>
#include <optional>
#include <span>

#include <cuzk/core/error.hpp>
#include <cuzk/curve/affine.hpp>
#include <cuzk/curve/concepts.hpp>
#include <cuzk/curve/detail/coordinate_bytes.hpp>
#include <cuzk/curve/subgroup.hpp>
#include <cuzk/field/concepts.hpp>
#include <cuzk/field/sqrt.hpp>

namespace cuzk::inline v0 {

/// A group with coordinates in a prime field.
template <class G>
concept prime_field_group = group<G> && prime_field_element<typename G::base_field>;

/// SEC 1: a first byte 02 or 03 (compressed, even or odd y) or 04 (uncompressed), then the coordinates,
/// canonical and big-endian. Infinity is the single byte 00, so encodings differ in length.
namespace sec1 {

/// Bytes of a compressed point other than infinity.
template <prime_field_group G>
inline constexpr std::size_t compressed_bytes = 1 + (G::base_field::bits + 7) / 8;

/// Bytes of an uncompressed point other than infinity.
template <prime_field_group G>
inline constexpr std::size_t uncompressed_bytes = 2 * compressed_bytes<G> - 1;

namespace detail {

template <class F>
constexpr std::optional<F> read(std::span<std::byte const> in) {
  return F::try_from_canonical(F::integer::from_bytes(in, std::endian::big));
}

template <group G>
constexpr std::size_t write_infinity(std::span<std::byte> out) {
  if (out.empty()) throw invalid_argument("sec1: infinity takes 1 byte, not 0");
  out[0] = std::byte{0};
  return 1;
}

}  // namespace detail

/// Writes the compressed form.
/// @param p    a point of the curve, infinity allowed
/// @param out  compressed_bytes<G> bytes or more
/// @returns    the bytes written: compressed_bytes<G>, or 1 for infinity
/// @throws invalid_argument if out is too short
template <prime_field_group G>
constexpr std::size_t encode_compressed(affine<G> const& p, std::span<std::byte> out) {
  if (is_infinity(p)) return detail::write_infinity<G>(out);
  constexpr std::size_t size = compressed_bytes<G>;
  cuzk::detail::require_encoding_size("sec1::encode_compressed", out.size() < size ? out.size() : size, size);
  out[0] = p.y.to_canonical().is_odd() ? std::byte{3} : std::byte{2};
  p.x.to_canonical().to_bytes(out.subspan(1, size - 1), std::endian::big);
  return size;
}

/// Writes the uncompressed form.
/// @param p    a point of the curve, infinity allowed
/// @param out  uncompressed_bytes<G> bytes or more
/// @returns    the bytes written: uncompressed_bytes<G>, or 1 for infinity
/// @throws invalid_argument if out is too short
template <prime_field_group G>
constexpr std::size_t encode_uncompressed(affine<G> const& p, std::span<std::byte> out) {
  if (is_infinity(p)) return detail::write_infinity<G>(out);
  constexpr std::size_t size = uncompressed_bytes<G>;
  constexpr std::size_t coordinate = compressed_bytes<G> - 1;
  cuzk::detail::require_encoding_size("sec1::encode_uncompressed", out.size() < size ? out.size() : size, size);
  out[0] = std::byte{4};
  p.x.to_canonical().to_bytes(out.subspan(1, coordinate), std::endian::big);
  p.y.to_canonical().to_bytes(out.subspan(1 + coordinate, coordinate), std::endian::big);
  return size;
}

/// A point of the subgroup of order r from either form, told apart by the first byte, or nothing: wrong
/// length or first byte, a coordinate of p or above, off the curve, in another subgroup.
template <prime_field_group G>
[[nodiscard]] constexpr std::optional<affine<G>> decode(std::span<std::byte const> in) {
  using F = typename G::base_field;
  constexpr std::size_t coordinate = compressed_bytes<G> - 1;
  if (in.size() == 1 && in[0] == std::byte{0}) return affine<G>::infinity();
  affine<G> p;
  if (in.size() == compressed_bytes<G> && (in[0] == std::byte{2} || in[0] == std::byte{3})) {
    auto const x = detail::read<F>(in.subspan(1));
    if (!x) return std::nullopt;
    auto const y = sqrt(affine<G>::right_side(*x));
    bool const odd = in[0] == std::byte{3};
    if (!y || (odd && is_zero(*y))) return std::nullopt;
    p = {*x, y->to_canonical().is_odd() == odd ? *y : -*y};
  } else if (in.size() == uncompressed_bytes<G> && in[0] == std::byte{4}) {
    auto const x = detail::read<F>(in.subspan(1, coordinate));
    auto const y = detail::read<F>(in.subspan(1 + coordinate));
    if (!x || !y) return std::nullopt;
    p = {*x, *y};
    if (is_infinity(p) || !is_on_curve(p)) return std::nullopt;
  } else {
    return std::nullopt;
  }
  if (!is_in_subgroup(p)) return std::nullopt;
  return p;
}

}  // namespace sec1

}  // namespace cuzk::inline v0
