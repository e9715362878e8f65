// SPDX-License-Identifier: Apache-2.0
#pragma once

/// @file
/// Nodes of a sector: 32 bytes that are an element of the field.

#include <array>
#include <bit>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>

#include <cuzk/core/config.hpp>
#include <cuzk/core/error.hpp>
#include <cuzk/porep/shape.hpp>

namespace cuzk::inline v0::porep {

/// 32 bytes: a node of a sector, a digest, an id. Nodes and commitments are little-endian integers below r.
using bytes_32 = std::array<std::byte, node_bytes>;

namespace detail {

/// The lowest bytes of a number.
template <std::size_t Bytes>
constexpr std::array<std::byte, Bytes> little_endian(std::uint64_t value) {
  std::array<std::byte, Bytes> bytes{};
  for (std::size_t i = 0; i < Bytes; ++i) bytes[i] = static_cast<std::byte>(value >> (8U * i) & 0xffU);
  return bytes;
}

}  // namespace detail

/// The bytes of an element, little-endian.
[[nodiscard]] inline bytes_32 to_node(fr const& value) {
  bytes_32 node;
  value.to_bytes(node, std::endian::little);
  return node;
}

/// The element, or nothing if the bytes are r or more.
[[nodiscard]] inline std::optional<fr> try_to_field(bytes_32 const& node) {
  return fr::try_from_bytes(node, std::endian::little);
}

/// The element. @throws invalid_argument if the bytes are r or more
[[nodiscard]] inline fr to_field(bytes_32 const& node) {
  return fr::from_canonical(fr::integer::from_bytes(node, std::endian::little));
}

/// A digest with its two highest bits set to zero, which makes any 32 bytes a node.
[[nodiscard]] constexpr bytes_32 trimmed(bytes_32 digest) {
  digest[node_bytes - 1] &= std::byte{0x3f};
  return digest;
}

}  // namespace cuzk::inline v0::porep
