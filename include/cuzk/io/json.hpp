// SPDX-License-Identifier: Apache-2.0
#pragma once

/// @file
/// The JSON files of snarkjs: `verification_key.json`, `proof.json`, `public.json`. Needs nlohmann/json.
/// docs/formats/json.md has the layout.

#include <cstddef>
#include <cstdint>
#include <filesystem>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include <nlohmann/json.hpp>

#include <cuzk/core/error.hpp>
#include <cuzk/curve/affine.hpp>
#include <cuzk/curve/concepts.hpp>
#include <cuzk/field/concepts.hpp>
#include <cuzk/groth16/keys.hpp>
#include <cuzk/groth16/proof.hpp>
#include <cuzk/io/detail/json_document.hpp>
#include <cuzk/io/detail/json_points.hpp>
#include <cuzk/io/input.hpp>
#include <cuzk/io/output.hpp>
#include <cuzk/io/snarkjs_name.hpp>

namespace cuzk::inline v0::io {

/// What a `verification_key.json` holds.
template <snarkjs_curve C>
struct json_verifying_key {
  /// The key.
  groth16::verifying_key<C> vk;
  /// `vk_alphabeta_12`, the file's e(alpha, beta), if it has one. Read as it stands: whether it is
  /// the pairing of the key's points is for the caller to check, nothing needs it.
  std::optional<typename C::fq12> alpha_beta;
};

/// Reads a verifying key.
///
/// @param from  path or bytes
/// @throws format_error for anything malformed, unknown fields, numbers that are not decimal strings below
///         the modulus, points off their curve or outside their subgroup, alpha, beta, gamma or
///         delta at infinity, another curve or another
///         proof system; io_error
/// @cost   a subgroup check a point
template <snarkjs_curve C>
[[nodiscard]] json_verifying_key<C> read_verifying_key_json(input const& from) {
  using g1 = typename C::g1;
  using g2 = typename C::g2;
  detail::json_document const file(from);
  file.require_object(
      {"protocol", "curve", "nPublic", "vk_alpha_1", "vk_beta_2", "vk_gamma_2", "vk_delta_2", "vk_alphabeta_12", "IC"});
  file.require_text("protocol", "groth16");
  file.require_text("curve", C::snarkjs_name);
  auto const& count = file.at("nPublic");
  if (!count.is_number_unsigned()) file.fail("nPublic", "a whole number is expected");
  json_verifying_key<C> out;
  out.vk.alpha_g1 = detail::json_key_point<g1>(file, file.at("vk_alpha_1"), "vk_alpha_1");
  out.vk.beta_g2 = detail::json_key_point<g2>(file, file.at("vk_beta_2"), "vk_beta_2");
  out.vk.gamma_g2 = detail::json_key_point<g2>(file, file.at("vk_gamma_2"), "vk_gamma_2");
  out.vk.delta_g2 = detail::json_key_point<g2>(file, file.at("vk_delta_2"), "vk_delta_2");
  if (file.has("vk_alphabeta_12")) {
    out.alpha_beta = detail::json_tower_element<typename C::fq12>(file, file.at("vk_alphabeta_12"), "vk_alphabeta_12");
  }
  auto const& ic = file.at("IC");
  if (!ic.is_array() || ic.empty() || count.get<std::uint64_t>() != ic.size() - 1) {
    file.fail("IC", "an array of nPublic + 1 points is expected");
  }
  out.vk.ic.reserve(ic.size());
  for (std::size_t i = 0; i < ic.size(); ++i) {
    out.vk.ic.push_back(detail::json_point<g1>(file, ic[i], "IC[" + std::to_string(i) + "]"));
  }
  return out;
}

/// Writes a verifying key, byte for byte as snarkjs does.
///
/// @param out         where the bytes go
/// @param vk          the key
/// @param alpha_beta  snarkjs's e(alpha, beta); left out where there is none, which snarkjs accepts
/// @throws invalid_argument for a key without ic points
template <snarkjs_curve C, byte_output Output>
void write_verifying_key_json(Output& out, groth16::verifying_key<C> const& vk,
                              std::optional<typename C::fq12> const& alpha_beta) {
  nlohmann::ordered_json file;
  file["protocol"] = "groth16";
  file["curve"] = C::snarkjs_name;
  file["nPublic"] = vk.public_count();
  file["vk_alpha_1"] = detail::to_json(vk.alpha_g1);
  file["vk_beta_2"] = detail::to_json(vk.beta_g2);
  file["vk_gamma_2"] = detail::to_json(vk.gamma_g2);
  file["vk_delta_2"] = detail::to_json(vk.delta_g2);
  if (alpha_beta) file["vk_alphabeta_12"] = detail::tower_to_json(*alpha_beta);
  auto& ic = file["IC"] = nlohmann::ordered_json::array();
  for (auto const& p : vk.ic) ic.push_back(detail::to_json(p));
  write_text(out, file.dump(1));
}

/// Writes a file that appears complete or not at all. @throws io_error; as above
template <snarkjs_curve C>
void write_verifying_key_json(std::filesystem::path const& path, groth16::verifying_key<C> const& vk,
                              std::optional<typename C::fq12> const& alpha_beta) {
  write_file(path, [&](auto& out) { write_verifying_key_json<C>(out, vk, alpha_beta); });
}

/// Reads a proof. The fields `protocol` and `curve`, which some provers leave out, must be right where present.
///
/// @param from  path or bytes
/// @throws format_error as `read_verifying_key_json`
template <snarkjs_curve C>
[[nodiscard]] groth16::proof<C> read_proof_json(input const& from) {
  detail::json_document const file(from);
  file.require_object({"pi_a", "pi_b", "pi_c", "protocol", "curve"});
  if (file.has("protocol")) file.require_text("protocol", "groth16");
  if (file.has("curve")) file.require_text("curve", C::snarkjs_name);
  return {detail::json_point<typename C::g1>(file, file.at("pi_a"), "pi_a"),
          detail::json_point<typename C::g2>(file, file.at("pi_b"), "pi_b"),
          detail::json_point<typename C::g1>(file, file.at("pi_c"), "pi_c")};
}

/// Writes a proof, byte for byte as snarkjs does.
template <snarkjs_curve C, byte_output Output>
void write_proof_json(Output& out, groth16::proof<C> const& proof) {
  nlohmann::ordered_json file;
  file["pi_a"] = detail::to_json(proof.a);
  file["pi_b"] = detail::to_json(proof.b);
  file["pi_c"] = detail::to_json(proof.c);
  file["protocol"] = "groth16";
  file["curve"] = C::snarkjs_name;
  write_text(out, file.dump(1));
}

/// Writes a file that appears complete or not at all. @throws io_error
template <snarkjs_curve C>
void write_proof_json(std::filesystem::path const& path, groth16::proof<C> const& proof) {
  write_file(path, [&](auto& out) { write_proof_json<C>(out, proof); });
}

/// Reads public inputs, without the constant one.
///
/// @param from  path or bytes
/// @throws format_error for anything but an array of decimal strings below r; io_error
template <prime_field_element F>
[[nodiscard]] std::vector<F> read_public_json(input const& from) {
  detail::json_document const file(from);
  if (!file.root().is_array()) file.fail("text", "an array is expected");
  std::vector<F> values;
  values.reserve(file.root().size());
  for (auto const& value : file.root()) {
    values.push_back(file.element<F>(value, "public input " + std::to_string(values.size())));
  }
  return values;
}

/// Number of values in a file of public inputs, which does not say for which curve they are.
/// @throws format_error for anything but an array of decimal strings; io_error
[[nodiscard]] inline std::size_t count_public_json(input const& from) {
  detail::json_document const file(from);
  if (!file.root().is_array()) file.fail("text", "an array is expected");
  std::size_t count = 0;
  for (auto const& value : file.root()) file.require_decimal(value, "public input " + std::to_string(count++));
  return count;
}

/// Writes public inputs, byte for byte as snarkjs does (an empty array takes two lines).
template <prime_field_element F, byte_output Output>
void write_public_json(Output& out, std::span<F const> values) {
  auto file = nlohmann::ordered_json::array();
  for (auto const& value : values) file.push_back(value.to_canonical().to_decimal());
  write_text(out, values.empty() ? std::string("[\n]") : file.dump(1));
}

/// Writes a file that appears complete or not at all. @throws io_error
template <prime_field_element F>
void write_public_json(std::filesystem::path const& path, std::span<F const> values) {
  write_file(path, [&](auto& out) { write_public_json<F>(out, values); });
}

}  // namespace cuzk::inline v0::io
