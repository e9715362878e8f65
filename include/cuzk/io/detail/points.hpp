// SPDX-License-Identifier: Apache-2.0
#pragma once

/// @file
/// Arrays of points inside files, by the encoding of the file.

#include <bit>
#include <cstddef>
#include <cstdint>
#include <cstring>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include <cuzk/core/error.hpp>
#include <cuzk/curve/affine.hpp>
#include <cuzk/curve/concepts.hpp>
#include <cuzk/curve/encoding.hpp>
#include <cuzk/curve/subgroup.hpp>
#include <cuzk/exec/executor.hpp>
#include <cuzk/field/big_int.hpp>
#include <cuzk/field/extension_traits.hpp>
#include <cuzk/io/binary_reader.hpp>
#include <cuzk/io/detail/scalars.hpp>
#include <cuzk/io/output.hpp>

namespace cuzk::inline v0::io::detail {

/// snarkjs: x, y little-endian in Montgomery form.
struct lem_encoding {
  template <group G>
  static constexpr std::size_t bytes = raw::encoded_bytes<G>;
  template <group G>
  static std::optional<affine<G>> decode(std::span<std::byte const> in) {
    // The bytes are those of an affine on a little-endian machine: only their range and the equation are checked.
    using F = prime_subfield_t<typename G::base_field>;
    constexpr std::size_t coordinates = 2 * extension_degree_v<typename G::base_field>;
    if constexpr (std::endian::native == std::endian::little && sizeof(affine<G>) == bytes<G> &&
                  sizeof(affine<G>) == coordinates * sizeof(big_int<F::limb_count>)) {
      if (in.size() != bytes<G>) return std::nullopt;
      // Copied once: the bytes may be those of a file that somebody changes meanwhile.
      big_int<F::limb_count> integers[coordinates];
      std::memcpy(static_cast<void*>(integers), in.data(), bytes<G>);
      for (auto const& integer : integers) {
        if (integer >= F::modulus) return std::nullopt;
      }
      affine<G> p;
      std::memcpy(static_cast<void*>(&p), integers, sizeof(p));
      if (!is_on_curve(p)) return std::nullopt;
      return p;
    } else {
      return raw::decode_unchecked_subgroup<G>(in);
    }
  }
  template <group G>
  static void encode(affine<G> const& p, std::span<std::byte> out) {
    raw::encode(p, out);
  }
};

/// bellman's keys: x, y big-endian with flags.
struct uncompressed_encoding {
  template <group G>
  static constexpr std::size_t bytes = zcash::uncompressed_bytes<G>;
  template <group G>
  static std::optional<affine<G>> decode(std::span<std::byte const> in) {
    return zcash::decode_uncompressed_unchecked_subgroup<G>(in);
  }
  template <group G>
  static void encode(affine<G> const& p, std::span<std::byte> out) {
    zcash::encode_uncompressed(p, out);
  }
};

/// Proofs and some verifying keys: x big-endian with flags.
struct compressed_encoding {
  template <group G>
  static constexpr std::size_t bytes = zcash::compressed_bytes<G>;
  template <group G>
  static std::optional<affine<G>> decode(std::span<std::byte const> in) {
    return zcash::decode_compressed_unchecked_subgroup<G>(in);
  }
  template <group G>
  static void encode(affine<G> const& p, std::span<std::byte> out) {
    zcash::encode_compressed(p, out);
  }
};

/// Whether the point at infinity may stand somewhere. In the place of alpha, beta, gamma or delta it makes
/// a key under which anything can be proved.
enum class infinity { allowed, refused };

inline constexpr std::string_view infinity_found = "the point at infinity, which no key has there";

/// Reads `count` points. Canonical and on the curve always, in the subgroup of order r on request.
/// Of several bad points the first is reported.
template <group G, class Encoding, executor Exec>
[[nodiscard]] std::vector<affine<G>> read_points(Exec const& where, binary_reader& reader, std::uint64_t count,
                                                 std::string_view name, bool check_subgroups,
                                                 infinity at_infinity = infinity::allowed) {
  constexpr std::size_t size = Encoding::template bytes<G>;
  auto const start = reader.offset();
  auto const bytes = reader.take_items(count, size, name);
  std::vector<affine<G>> points(static_cast<std::size_t>(count));
  auto const fail = [&](std::size_t i, std::string const& why) {
    throw format_error(reader.file(), start + i * size, std::string(name) + ", point " + std::to_string(i), why);
  };
  auto const malformed = first_refused(where, points.size(), 256, [&](std::size_t i) {
    auto const p = Encoding::template decode<G>(bytes.subspan(i * size, size));
    if (p) points[i] = *p;
    return !p;
  });
  if (malformed != no_index) fail(malformed, "no canonical encoding of a point on the curve");
  if (at_infinity == infinity::refused) {
    auto const found = first_refused(where, points.size(), 4096, [&](std::size_t i) { return is_infinity(points[i]); });
    if (found != no_index) fail(found, std::string(infinity_found));
  }
  if (check_subgroups) {
    auto const outside =
        first_refused(where, points.size(), 16, [&](std::size_t i) { return !is_in_subgroup(points[i]); });
    if (outside != no_index) fail(outside, "on the curve, but outside the subgroup of order r");
  }
  return points;
}

/// Reads one point, as `read_points`.
template <group G, class Encoding>
[[nodiscard]] affine<G> read_point(binary_reader& reader, std::string_view name, bool check_subgroup,
                                   infinity at_infinity = infinity::allowed) {
  constexpr std::size_t size = Encoding::template bytes<G>;
  auto const start = reader.offset();
  auto const p = Encoding::template decode<G>(reader.take(size, name));
  if (!p) throw format_error(reader.file(), start, std::string(name), "no canonical encoding of a point on the curve");
  if (at_infinity == infinity::refused && is_infinity(*p)) {
    throw format_error(reader.file(), start, std::string(name), std::string(infinity_found));
  }
  if (check_subgroup && !is_in_subgroup(*p)) {
    throw format_error(reader.file(), start, std::string(name), "on the curve, but outside the subgroup of order r");
  }
  return *p;
}

/// Reads alpha, beta, gamma or delta of a key: in the subgroup, and not infinity.
template <group G, class Encoding>
[[nodiscard]] affine<G> read_key_point(binary_reader& reader, std::string_view name) {
  return read_point<G, Encoding>(reader, name, true, infinity::refused);
}

/// Writes one point.
template <class Encoding, group G, byte_output Output>
void write_point(Output& out, affine<G> const& p) {
  std::byte bytes[Encoding::template bytes<G>];
  Encoding::template encode<G>(p, bytes);
  out.write(bytes);
}

/// Writes points one after the other.
template <class Encoding, group G, byte_output Output>
void write_points(Output& out, std::span<affine<G> const> points) {
  for (auto const& p : points) write_point<Encoding>(out, p);
}

}  // namespace cuzk::inline v0::io::detail
