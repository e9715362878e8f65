// SPDX-License-Identifier: Apache-2.0
#pragma once

/// @file
/// Groth16 proofs and their bytes.

#include <array>
#include <cstddef>
#include <optional>
#include <span>
#include <string>

#include <cuzk/core/error.hpp>
#include <cuzk/curve/affine.hpp>
#include <cuzk/curve/concepts.hpp>
#include <cuzk/curve/encoding.hpp>

namespace cuzk::inline v0::groth16 {

/// A proof: three points. Nothing is known of them until a verifier has looked.
template <pairing_curve C>
struct proof {
  affine<typename C::g1> a;  ///< [A]_1
  affine<typename C::g2> b;  ///< [B]_2
  affine<typename C::g1> c;  ///< [C]_1

  friend bool operator==(proof const&, proof const&) = default;
};

/// Bytes of an encoded proof: compressed A, B, C; 192 for BLS12-381.
template <pairing_curve C>
inline constexpr std::size_t proof_bytes =
    2 * zcash::compressed_bytes<typename C::g1> + zcash::compressed_bytes<typename C::g2>;

/// A, B, C one after the other, each compressed as Zcash, bellman and Filecoin do.
/// @source Zcash protocol specification, sections 5.4.9.2 and 5.4.10.2
template <pairing_curve C>
[[nodiscard]] std::array<std::byte, proof_bytes<C>> to_bytes(proof<C> const& p) {
  constexpr std::size_t g1_bytes = zcash::compressed_bytes<typename C::g1>;
  constexpr std::size_t g2_bytes = zcash::compressed_bytes<typename C::g2>;
  std::array<std::byte, proof_bytes<C>> out{};
  auto const bytes = std::span<std::byte>(out);
  zcash::encode_compressed(p.a, bytes.first(g1_bytes));
  zcash::encode_compressed(p.b, bytes.subspan(g1_bytes, g2_bytes));
  zcash::encode_compressed(p.c, bytes.last(g1_bytes));
  return out;
}

/// The inverse of `to_bytes`.
/// @returns nothing unless the length is right and all three points are canonical, on their curve
///          and in their subgroup
template <pairing_curve C>
[[nodiscard]] std::optional<proof<C>> try_from_bytes(std::span<std::byte const> bytes) {
  constexpr std::size_t g1_bytes = zcash::compressed_bytes<typename C::g1>;
  constexpr std::size_t g2_bytes = zcash::compressed_bytes<typename C::g2>;
  if (bytes.size() != proof_bytes<C>) return std::nullopt;
  auto const a = zcash::decode_compressed<typename C::g1>(bytes.first(g1_bytes));
  if (!a) return std::nullopt;
  auto const b = zcash::decode_compressed<typename C::g2>(bytes.subspan(g1_bytes, g2_bytes));
  if (!b) return std::nullopt;
  auto const c = zcash::decode_compressed<typename C::g1>(bytes.last(g1_bytes));
  if (!c) return std::nullopt;
  return proof<C>{*a, *b, *c};
}

/// As `try_from_bytes`, for callers to whom malformed bytes are an error.
/// @throws invalid_argument with the length, or that a point is malformed
template <pairing_curve C>
[[nodiscard]] proof<C> from_bytes(std::span<std::byte const> bytes) {
  if (bytes.size() != proof_bytes<C>) {
    throw invalid_argument("groth16: proof of " + std::to_string(bytes.size()) + " bytes; " +
                           std::to_string(proof_bytes<C>) + " expected");
  }
  auto const decoded = try_from_bytes<C>(bytes);
  if (!decoded) {
    throw invalid_argument(
        "groth16: proof bytes hold a point that is not canonical, not on its curve or not in its "
        "subgroup");
  }
  return *decoded;
}

}  // namespace cuzk::inline v0::groth16
