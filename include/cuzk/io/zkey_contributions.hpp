// SPDX-License-Identifier: Apache-2.0
#pragma once

/// @file
/// The record of a key's ceremony: section 10 of a `.zkey`.

#include <algorithm>
#include <array>
#include <bit>
#include <cstddef>
#include <cstdint>
#include <string>
#include <utility>
#include <vector>

#include <cuzk/curve/affine.hpp>
#include <cuzk/curve/concepts.hpp>
#include <cuzk/io/binary_reader.hpp>
#include <cuzk/io/detail/points.hpp>
#include <cuzk/io/output.hpp>

namespace cuzk::inline v0::io {

/// What one participant, or a beacon, did.
template <pairing_curve C>
struct zkey_contribution {
  /// delta after the contribution, and the proof of knowledge of its factor.
  affine<typename C::g1> delta_after, g1_s, g1_sx;
  affine<typename C::g2> g2_spx;
  /// Hash of the transcript so far.
  std::array<std::byte, 64> transcript{};
  /// 0 a participant, 1 a beacon.
  std::uint32_t type = 0;
  /// Name, and for a beacon its hash and iterations, as they lie in the file.
  std::vector<std::byte> parameters;
};

/// All contributions to a key and the hash of the circuit they are for. None of this is needed for
/// proving; it is what `snarkjs zkey verify` follows.
template <pairing_curve C>
struct zkey_contributions {
  /// BLAKE2b-512 of the key before the first contribution.
  std::array<std::byte, 64> circuit_hash{};
  /// In order.
  std::vector<zkey_contribution<C>> entries;
};

namespace detail {

template <pairing_curve C>
inline constexpr std::uint64_t contribution_fixed_bytes =
    3 * lem_encoding::bytes<typename C::g1> + lem_encoding::bytes<typename C::g2> + 64 + 4 + 4;

// Points are checked to be canonical and on the curve; the proofs of knowledge are not.
template <pairing_curve C>
zkey_contributions<C> read_zkey_contributions(binary_reader reader) {
  using g1 = typename C::g1;
  zkey_contributions<C> out;
  auto const copy_hash = [&](std::array<std::byte, 64>& to, char const* name) {
    auto const bytes = reader.take(64, name);
    std::copy(bytes.begin(), bytes.end(), to.begin());
  };
  copy_hash(out.circuit_hash, "section 10, circuit hash");
  auto const count = reader.u32_le("section 10, number of contributions");
  if (count > reader.remaining() / contribution_fixed_bytes<C>) {
    reader.fail("section 10, number of contributions", std::to_string(count) + " do not fit");
  }
  out.entries.reserve(count);
  for (std::uint32_t i = 0; i < count; ++i) {
    auto const label = "section 10, contribution " + std::to_string(i);
    zkey_contribution<C> c;
    c.delta_after = read_point<g1, lem_encoding>(reader, label + ", delta", false);
    c.g1_s = read_point<g1, lem_encoding>(reader, label + ", g1_s", false);
    c.g1_sx = read_point<g1, lem_encoding>(reader, label + ", g1_sx", false);
    c.g2_spx = read_point<typename C::g2, lem_encoding>(reader, label + ", g2_spx", false);
    copy_hash(c.transcript, "section 10, transcript hash");
    c.type = reader.u32_le("section 10, type");
    auto const bytes = reader.u32_le("section 10, bytes of parameters");
    auto const parameters = reader.take(bytes, "section 10, parameters");
    c.parameters.assign(parameters.begin(), parameters.end());
    out.entries.push_back(std::move(c));
  }
  reader.require_end("section 10");
  return out;
}

template <pairing_curve C>
std::uint64_t zkey_contributions_bytes(zkey_contributions<C> const& all) {
  std::uint64_t bytes = 64 + 4;
  for (auto const& c : all.entries) bytes += contribution_fixed_bytes<C> + c.parameters.size();
  return bytes;
}

template <pairing_curve C, byte_output Output>
void write_zkey_contributions(Output& out, zkey_contributions<C> const& all) {
  out.write(all.circuit_hash);
  write_integer<4>(out, all.entries.size(), std::endian::little);
  for (auto const& c : all.entries) {
    write_point<lem_encoding>(out, c.delta_after);
    write_point<lem_encoding>(out, c.g1_s);
    write_point<lem_encoding>(out, c.g1_sx);
    write_point<lem_encoding>(out, c.g2_spx);
    out.write(c.transcript);
    write_integer<4>(out, c.type, std::endian::little);
    write_integer<4>(out, c.parameters.size(), std::endian::little);
    out.write(c.parameters);
  }
}

}  // namespace detail
}  // namespace cuzk::inline v0::io
