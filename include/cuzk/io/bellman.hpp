// SPDX-License-Identifier: Apache-2.0
#pragma once

/// @file
/// Groth16 keys in bellman's container, which bellperson, Filecoin and Zcash use: `.params` and `.vk`.
/// docs/formats/bellman.md has the layout. It has no magic and no prime: the caller says the curve.

#include <bit>
#include <cstddef>
#include <cstdint>
#include <filesystem>
#include <limits>
#include <span>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include <cuzk/core/error.hpp>
#include <cuzk/curve/affine.hpp>
#include <cuzk/curve/concepts.hpp>
#include <cuzk/exec/executor.hpp>
#include <cuzk/exec/serial.hpp>
#include <cuzk/groth16/keys.hpp>
#include <cuzk/io/binary_reader.hpp>
#include <cuzk/io/detail/points.hpp>
#include <cuzk/io/input.hpp>
#include <cuzk/io/output.hpp>
#include <cuzk/io/read_options.hpp>

namespace cuzk::inline v0::io {

/// A verifying key as bellman keeps it: with two points that only provers need.
template <pairing_curve C>
struct bellman_verifying_key {
  /// What a verifier needs.
  groth16::verifying_key<C> vk;
  /// [beta]_1, [delta]_1
  affine<typename C::g1> beta_g1, delta_g1;

  friend bool operator==(bellman_verifying_key const&, bellman_verifying_key const&) = default;
};

/// A proving key as it lies in a `.params` file. Which wire a point of a, b_g1 or b_g2 belongs to is
/// not in the file: `to_proving_key` works it out from the circuit.
template <pairing_curve C>
struct bellman_params {
  /// The verifying key.
  bellman_verifying_key<C> key;
  /// tau^i (tau^n - 1) / delta, i = 0 .. n - 2; one a private wire; all inputs and the private wires
  /// that occur in A; the wires that occur in B.
  std::vector<affine<typename C::g1>> h, l, a, b_g1;
  /// The wires that occur in B.
  std::vector<affine<typename C::g2>> b_g2;

  friend bool operator==(bellman_params const&, bellman_params const&) = default;
};

/// How the points of a `.vk` are written.
enum class point_form {
  uncompressed,  ///< bellman's own
  compressed,    ///< as some chains keep it; half the size
};

namespace detail {

template <class Encoding, pairing_curve C>
bellman_verifying_key<C> read_bellman_key(binary_reader& reader) {
  using g1 = typename C::g1;
  using g2 = typename C::g2;
  bellman_verifying_key<C> out;
  out.vk.alpha_g1 = read_key_point<g1, Encoding>(reader, "alpha in G1");
  out.beta_g1 = read_key_point<g1, Encoding>(reader, "beta in G1");
  out.vk.beta_g2 = read_key_point<g2, Encoding>(reader, "beta in G2");
  out.vk.gamma_g2 = read_key_point<g2, Encoding>(reader, "gamma in G2");
  out.delta_g1 = read_key_point<g1, Encoding>(reader, "delta in G1");
  out.vk.delta_g2 = read_key_point<g2, Encoding>(reader, "delta in G2");
  auto const at = reader.offset();
  auto const count = reader.u32_be("ic, number of points");
  if (count == 0) {
    throw format_error(reader.file(), at, "ic, number of points", "0 found; the constant wire has one");
  }
  out.vk.ic = read_points<g1, Encoding>(exec::serial{}, reader, count, "ic", true, infinity::refused);
  return out;
}

// What a reader refuses is not written either.
template <class G>
void require_finite(std::span<affine<G> const> points, std::string_view name) {
  for (std::size_t i = 0; i < points.size(); ++i) {
    if (is_infinity(points[i])) {
      throw invalid_argument(
          "bellman key: " + std::string(name) + ", point " + std::to_string(i) +
          " is at infinity, which the format knows nowhere; in l it is a wire that no constraint has");
    }
  }
}

template <class Encoding, pairing_curve C, byte_output Output>
void write_bellman_key(Output& out, bellman_verifying_key<C> const& key) {
  using g1 = affine<typename C::g1>;
  using g2 = affine<typename C::g2>;
  g1 const in_g1[] = {key.vk.alpha_g1, key.beta_g1, key.delta_g1};
  g2 const in_g2[] = {key.vk.beta_g2, key.vk.gamma_g2, key.vk.delta_g2};
  require_finite(std::span<g1 const>(in_g1), "alpha, beta, delta in G1");
  require_finite(std::span<g2 const>(in_g2), "beta, gamma, delta in G2");
  require_finite(std::span<g1 const>(key.vk.ic), "ic");
  write_point<Encoding>(out, key.vk.alpha_g1);
  write_point<Encoding>(out, key.beta_g1);
  write_point<Encoding>(out, key.vk.beta_g2);
  write_point<Encoding>(out, key.vk.gamma_g2);
  write_point<Encoding>(out, key.delta_g1);
  write_point<Encoding>(out, key.vk.delta_g2);
  if (key.vk.ic.empty() || key.vk.ic.size() > std::numeric_limits<std::uint32_t>::max()) {
    throw invalid_argument("bellman key: " + std::to_string(key.vk.ic.size()) +
                           " ic points; 1 to 2^32 - 1 can be written");
  }
  write_integer<4>(out, key.vk.ic.size(), std::endian::big);
  write_points<Encoding>(out, std::span<affine<typename C::g1> const>(key.vk.ic));
}

// The flag of compressed points is the top bit of the first byte.
inline bool starts_compressed(std::span<std::byte const> bytes) {
  return !bytes.empty() && (bytes[0] & std::byte{0x80}) != std::byte{0};
}

}  // namespace detail

/// Which form the points of a `.vk` or `.params` have, by the first byte. @throws format_error for no bytes
[[nodiscard]] inline point_form bellman_point_form(input const& from) {
  if (from.bytes().empty()) throw format_error(from.name(), 0, "alpha in G1", "the file is empty");
  return detail::starts_compressed(from.bytes()) ? point_form::compressed : point_form::uncompressed;
}

/// Whether the bytes have exactly the length of a `.vk` of their form; a `.params` file is longer.
template <pairing_curve C>
[[nodiscard]] bool is_bellman_vk(input const& from) {
  bool const compressed = bellman_point_form(from) == point_form::compressed;
  auto const sizes = [](auto encoding) {
    using e = decltype(encoding);
    return std::pair{e::template bytes<typename C::g1>, e::template bytes<typename C::g2>};
  };
  auto const [g1, g2] = compressed ? sizes(detail::compressed_encoding{}) : sizes(detail::uncompressed_encoding{});
  binary_reader reader(from.bytes(), from.name());
  if (reader.remaining() < 3 * g1 + 3 * g2 + 4) return false;
  reader.take(3 * g1 + 3 * g2, "points");
  auto const count = reader.u32_be("ic, number of points");
  return reader.remaining() % g1 == 0 && reader.remaining() / g1 == count;
}

/// Reads a verifying key, of uncompressed or of compressed points (the first byte tells).
///
/// @param from  path or bytes
/// @throws format_error for anything malformed, a point outside its subgroup or at infinity, no ic point, or bytes
///         behind the last one (a `.params` file begins like a `.vk` but is read by read_bellman_params); io_error
/// @cost   a subgroup check a point; compressed, a square root too
template <pairing_curve C>
[[nodiscard]] bellman_verifying_key<C> read_bellman_vk(input const& from) {
  binary_reader reader(from.bytes(), from.name());
  auto out = bellman_point_form(from) == point_form::compressed
                 ? detail::read_bellman_key<detail::compressed_encoding, C>(reader)
                 : detail::read_bellman_key<detail::uncompressed_encoding, C>(reader);
  reader.require_end("end of the verifying key");
  return out;
}

/// Writes a verifying key. @throws invalid_argument for no or too many ic points, or one at infinity
template <pairing_curve C, byte_output Output>
void write_bellman_vk(Output& out, bellman_verifying_key<C> const& key, point_form form = point_form::uncompressed) {
  if (form == point_form::compressed) {
    detail::write_bellman_key<detail::compressed_encoding, C>(out, key);
  } else {
    detail::write_bellman_key<detail::uncompressed_encoding, C>(out, key);
  }
}

/// Writes a file that appears complete or not at all. @throws io_error; as above
template <pairing_curve C>
void write_bellman_vk(std::filesystem::path const& path, bellman_verifying_key<C> const& key,
                      point_form form = point_form::uncompressed) {
  write_file(path, [&](auto& out) { write_bellman_vk<C>(out, key, form); });
}

/// Reads a proving key. What follows the last vector (the transcript of a ceremony) is left alone.
///
/// @param where    host executor; points are decoded and checked in parallel
/// @param from     path or bytes
/// @param options  see `key_read_options`
/// @throws format_error for anything malformed, compressed points, points at infinity (which bellman refuses too),
///         or vectors of b_g1 and b_g2 that differ in length; io_error
/// @cost   4 products a point; subgroup checks are many times dearer
template <pairing_curve C, executor Exec>
[[nodiscard]] bellman_params<C> read_bellman_params(Exec const& where, input const& from,
                                                    key_read_options options = {}) {
  using encoding = detail::uncompressed_encoding;
  binary_reader reader(from.bytes(), from.name());
  if (bellman_point_form(from) == point_form::compressed) {
    reader.fail("alpha in G1", "compressed point; the points of a .params file are not");
  }
  bellman_params<C> out;
  out.key = detail::read_bellman_key<encoding, C>(reader);
  auto const vector = [&]<class G>(std::vector<affine<G>>& points, std::string_view name) {
    auto const count = reader.u32_be(name);
    points = detail::read_points<G, encoding>(where, reader, count, name, !options.trust_subgroups,
                                              detail::infinity::refused);
  };
  vector(out.h, "h");
  vector(out.l, "l");
  vector(out.a, "a");
  vector(out.b_g1, "b in G1");
  auto const at = reader.offset();
  vector(out.b_g2, "b in G2");
  if (out.b_g1.size() != out.b_g2.size()) {
    throw format_error(from.name(), at, "b in G2, number of points",
                       std::to_string(out.b_g2.size()) + " found, " + std::to_string(out.b_g1.size()) + " in G1");
  }
  return out;
}

/// As above, on the calling thread.
template <pairing_curve C>
[[nodiscard]] bellman_params<C> read_bellman_params(input const& from, key_read_options options = {}) {
  return read_bellman_params<C>(exec::serial{}, from, options);
}

/// Bytes that a proving key takes in a `.params` file, without what a ceremony may have put behind it.
template <pairing_curve C>
[[nodiscard]] std::uint64_t bellman_params_bytes(bellman_params<C> const& params) {
  using encoding = detail::uncompressed_encoding;
  std::uint64_t const in_g1 =
      3 + params.key.vk.ic.size() + params.h.size() + params.l.size() + params.a.size() + params.b_g1.size();
  std::uint64_t const in_g2 = 3 + params.b_g2.size();
  return in_g1 * encoding::bytes<typename C::g1> + in_g2 * encoding::bytes<typename C::g2> + 6 * 4;
}

/// Writes a proving key. @throws invalid_argument when a vector is too long for the format or a point is at infinity
template <pairing_curve C, byte_output Output>
void write_bellman_params(Output& out, bellman_params<C> const& params) {
  using encoding = detail::uncompressed_encoding;
  detail::write_bellman_key<encoding, C>(out, params.key);
  auto const vector = [&]<class G>(std::vector<affine<G>> const& points, std::string_view name) {
    if (points.size() > std::numeric_limits<std::uint32_t>::max()) {
      throw invalid_argument("bellman key: more than 2^32 - 1 points in " + std::string(name));
    }
    detail::require_finite(std::span<affine<G> const>(points), name);
    write_integer<4>(out, points.size(), std::endian::big);
    detail::write_points<encoding>(out, std::span<affine<G> const>(points));
  };
  vector(params.h, "h");
  vector(params.l, "l");
  vector(params.a, "a");
  vector(params.b_g1, "b in G1");
  vector(params.b_g2, "b in G2");
}

/// Writes a file that appears complete or not at all. @throws io_error; as above
template <pairing_curve C>
void write_bellman_params(std::filesystem::path const& path, bellman_params<C> const& params) {
  write_file(path, [&](auto& out) { write_bellman_params<C>(out, params); });
}

}  // namespace cuzk::inline v0::io
