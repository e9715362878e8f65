// SPDX-License-Identifier: Apache-2.0
#pragma once

/// @file
/// Groth16 proving keys of snarkjs (`.zkey`). docs/formats/zkey.md has the layout.

#include <bit>
#include <cstddef>
#include <cstdint>
#include <filesystem>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include <cuzk/core/checked.hpp>
#include <cuzk/core/error.hpp>
#include <cuzk/curve/affine.hpp>
#include <cuzk/curve/concepts.hpp>
#include <cuzk/exec/executor.hpp>
#include <cuzk/exec/serial.hpp>
#include <cuzk/groth16/keys.hpp>
#include <cuzk/groth16/qap.hpp>
#include <cuzk/io/container.hpp>
#include <cuzk/io/detail/points.hpp>
#include <cuzk/io/detail/scalars.hpp>
#include <cuzk/io/detail/zkey_matrices.hpp>
#include <cuzk/io/input.hpp>
#include <cuzk/io/output.hpp>
#include <cuzk/io/read_options.hpp>
#include <cuzk/io/zkey_contributions.hpp>
#include <cuzk/r1cs/matrix.hpp>

namespace cuzk::inline v0::io {

/// What a Groth16 `.zkey` file holds.
template <pairing_curve C>
struct zkey {
  /// The key; H is of snarkjs's form, A and B have a point for every wire.
  groth16::proving_key<C, groth16::qap::snarkjs> key;
  /// The circuit's A and B as the file has them, the rows of the public wires included; equally
  /// many rows each, no more than the domain. C is not in the file.
  r1cs::sparse_matrix<typename C::fr> a, b;
  /// The record of the ceremony, if the file has one. Provers do not need it.
  std::optional<zkey_contributions<C>> contributions;
};

namespace detail {

// Reads section 2 into the key.
template <pairing_curve C>
void read_zkey_header(container const& file, groth16::proving_key<C, groth16::qap::snarkjs>& key) {
  using g1 = typename C::g1;
  using g2 = typename C::g2;
  auto protocol = file.open(1, "protocol");
  if (auto const p = protocol.u32_le("section 1, protocol"); p != 1) {
    throw format_error(file.file(), protocol.offset() - 4, "section 1, protocol",
                       std::to_string(p) + " found (2 is PLONK, 10 fflonk); Groth16 is 1");
  }
  protocol.require_end("section 1");

  auto header = file.open(2, "header");
  require_prime<typename C::fq>(header, "section 2, prime of the coordinates");
  require_prime<typename C::fr>(header, "section 2, prime of the scalars");
  auto const at = header.offset();
  key.wires = header.u32_le("section 2, number of wires");
  key.public_count = header.u32_le("section 2, number of public wires");
  key.domain_size = header.u32_le("section 2, domain size");
  if (key.wires == 0 || key.public_count >= key.wires) {
    throw format_error(file.file(), at, "section 2, number of wires",
                       std::to_string(key.wires) + " wires, " + std::to_string(key.public_count) +
                           " of them public beside the constant");
  }
  if (!is_power_of_two(key.domain_size) || floor_log2(key.domain_size) > C::fr::two_adicity) {
    throw format_error(file.file(), at + 8, "section 2, domain size",
                       std::to_string(key.domain_size) + " found; a power of two up to 2^" +
                           std::to_string(C::fr::two_adicity) + " expected");
  }
  // Few and used by the verifier: subgroups are always checked.
  key.vk.alpha_g1 = read_key_point<g1, lem_encoding>(header, "section 2, alpha in G1");
  key.beta_g1 = read_key_point<g1, lem_encoding>(header, "section 2, beta in G1");
  key.vk.beta_g2 = read_key_point<g2, lem_encoding>(header, "section 2, beta in G2");
  key.vk.gamma_g2 = read_key_point<g2, lem_encoding>(header, "section 2, gamma in G2");
  key.delta_g1 = read_key_point<g1, lem_encoding>(header, "section 2, delta in G1");
  key.vk.delta_g2 = read_key_point<g2, lem_encoding>(header, "section 2, delta in G2");
  header.require_end("section 2");
}

// Reads one section that is nothing but points.
template <group G, executor Exec>
std::vector<affine<G>> read_point_section(Exec const& where, container const& file, std::uint32_t id,
                                          std::string_view name, std::uint64_t count, bool check_subgroups) {
  auto reader = file.open_array(id, name, count, lem_encoding::bytes<G>);
  return read_points<G, lem_encoding>(
      where, reader, count, "section " + std::to_string(id) + " (" + std::string(name) + ")", check_subgroups);
}

}  // namespace detail

/// Reads a proving key with its matrices.
///
/// Every point is checked to be canonical and on its curve; subgroups as `options` says, those of
/// the verifying key always. Sizes of all sections are checked against the header before anything
/// is allocated for them.
///
/// @param where    host executor; points are decoded and checked in parallel
/// @param from     path or bytes
/// @param options  see `key_read_options`
/// @throws format_error for anything malformed, alpha, beta, gamma or delta at infinity (elsewhere it is
///         right for wires that do not occur), another curve or another proof system; io_error
/// @cost   3 products a point; the subgroup checks are many times dearer (none for a group without cofactor)
template <pairing_curve C, executor Exec>
[[nodiscard]] zkey<C> read_zkey(Exec const& where, input const& from, key_read_options options = {}) {
  using g1 = typename C::g1;
  using g2 = typename C::g2;
  bool const check = !options.trust_subgroups;
  container const file(from, "zkey", 1);
  zkey<C> out;
  auto& key = out.key;
  detail::read_zkey_header(file, key);
  auto const wires = std::uint64_t{key.wires};
  auto const inputs = std::uint64_t{key.public_count} + 1;
  key.vk.ic = detail::read_point_section<g1>(where, file, 3, "IC", inputs, true);
  key.a.points = detail::read_point_section<g1>(where, file, 5, "A", wires, check);
  key.b_g1.points = detail::read_point_section<g1>(where, file, 6, "B1", wires, check);
  key.b_g2.points = detail::read_point_section<g2>(where, file, 7, "B2", wires, check);
  key.l.points = detail::read_point_section<g1>(where, file, 8, "C", wires - inputs, check);
  key.l.first = key.public_count + 1;
  key.h = detail::read_point_section<g1>(where, file, 9, "H", key.domain_size, check);
  // Last, because now domain and wires are known to be no more than the file can hold.
  detail::read_zkey_matrices(where, out.a, out.b, file, key.wires, key.domain_size);
  if (file.find(10) != nullptr) {
    out.contributions = detail::read_zkey_contributions<C>(file.open(10, "contributions"));
  }
  return out;
}

/// As above, on the calling thread.
template <pairing_curve C>
[[nodiscard]] zkey<C> read_zkey(input const& from, key_read_options options = {}) {
  return read_zkey<C>(exec::serial{}, from, options);
}

/// Reads only the verifying key: sections 1 to 3.
/// @throws format_error, io_error as `read_zkey`
template <pairing_curve C>
[[nodiscard]] groth16::verifying_key<C> read_zkey_verifying_key(input const& from) {
  container const file(from, "zkey", 1);
  groth16::proving_key<C, groth16::qap::snarkjs> key;
  detail::read_zkey_header(file, key);
  key.vk.ic = detail::read_point_section<typename C::g1>(exec::serial{}, file, 3, "IC",
                                                         std::uint64_t{key.public_count} + 1, true);
  return std::move(key.vk);
}

/// Writes a proving key with its matrices, sections 1 to 10 in order, as snarkjs does for a key that has
/// been contributed to.
///
/// @param out   where the bytes go
/// @param file  the key and matrices with the public rows, as `zkey` says; rows may be missing at the end
/// @throws invalid_argument when they do not fit together, when A or B lack points for some wires,
///         or when a number does not fit in the format's 32 bits
template <pairing_curve C, byte_output Output>
void write_zkey(Output& out, zkey<C> const& file) {
  using detail::lem_encoding;
  using fr = typename C::fr;
  auto const& key = file.key;
  key.validate();
  detail::require_zkey_writable(key, file.a, file.b);
  constexpr std::uint64_t g1_bytes = lem_encoding::bytes<typename C::g1>;
  constexpr std::uint64_t g2_bytes = lem_encoding::bytes<typename C::g2>;
  auto const begin_section = [&](std::uint32_t id, std::uint64_t bytes) {
    write_integer<4>(out, id, std::endian::little);
    write_integer<8>(out, bytes, std::endian::little);
  };
  auto const point_section = [&]<class G>(std::uint32_t id, std::vector<affine<G>> const& points) {
    begin_section(id, points.size() * lem_encoding::bytes<G>);
    detail::write_points<lem_encoding>(out, std::span<affine<G> const>(points));
  };

  write_text(out, "zkey");
  write_integer<4>(out, 1, std::endian::little);
  write_integer<4>(out, file.contributions ? 10 : 9, std::endian::little);

  begin_section(1, 4);
  write_integer<4>(out, 1, std::endian::little);

  begin_section(2, 4 + C::fq::bytes + 4 + fr::bytes + 12 + 3 * g1_bytes + 3 * g2_bytes);
  detail::write_prime<typename C::fq>(out);
  detail::write_prime<fr>(out);
  write_integer<4>(out, key.wires, std::endian::little);
  write_integer<4>(out, key.public_count, std::endian::little);
  write_integer<4>(out, key.domain_size, std::endian::little);
  detail::write_point<lem_encoding>(out, key.vk.alpha_g1);
  detail::write_point<lem_encoding>(out, key.beta_g1);
  detail::write_point<lem_encoding>(out, key.vk.beta_g2);
  detail::write_point<lem_encoding>(out, key.vk.gamma_g2);
  detail::write_point<lem_encoding>(out, key.delta_g1);
  detail::write_point<lem_encoding>(out, key.vk.delta_g2);

  point_section(3, key.vk.ic);
  begin_section(4, 4 + detail::coefficient_bytes<fr> * (std::uint64_t{file.a.terms()} + file.b.terms()));
  detail::write_zkey_matrices(out, file.a, file.b);
  point_section(5, key.a.points);
  point_section(6, key.b_g1.points);
  point_section(7, key.b_g2.points);
  point_section(8, key.l.points);
  point_section(9, key.h);
  if (file.contributions) {
    begin_section(10, detail::zkey_contributions_bytes(*file.contributions));
    detail::write_zkey_contributions(out, *file.contributions);
  }
}

/// Writes a file that appears complete or not at all. @throws io_error; as above
template <pairing_curve C>
void write_zkey(std::filesystem::path const& path, zkey<C> const& file) {
  write_file(path, [&](auto& out) { write_zkey<C>(out, file); });
}

}  // namespace cuzk::inline v0::io
