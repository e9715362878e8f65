// SPDX-License-Identifier: Apache-2.0
#pragma once

/// @file
/// Keys of a shape's circuit: from published files, or made for development.

#include <cstdint>
#include <filesystem>
#include <string>
#include <utility>

#include <cuzk/exec/executor.hpp>
#include <cuzk/groth16/keys.hpp>
#include <cuzk/groth16/setup.hpp>
#include <cuzk/io/read_options.hpp>
#include <cuzk/porep/circuit.hpp>
#include <cuzk/porep/detail/key_files.hpp>
#include <cuzk/porep/keys.hpp>
#include <cuzk/porep/parameter_names.hpp>
#include <cuzk/porep/shape.hpp>
#include <cuzk/r1cs/builder.hpp>
#include <cuzk/r1cs/circuit_outline.hpp>
#include <cuzk/r1cs/constraint_system.hpp>
#include <cuzk/r1cs/counter.hpp>

namespace cuzk::inline v0::porep {

/// The matrices of a shape's circuit.
/// @cost about 190 bytes a row: 0.5 GB for 2 KiB, 25 GB for 32 GiB
template <porep_shape Shape>
[[nodiscard]] r1cs::constraint_system<fr> circuit_matrices() {
  r1cs::shape_builder<fr> cs;
  synthesize<Shape>(cs);
  return cs.constraints();
}

/// What a shape's keys need to know of its circuit.
/// @cost a pass over the circuit with its terms: about a second for each three million rows; 9 bytes a row
template <porep_shape Shape>
[[nodiscard]] r1cs::circuit_outline outline() {
  r1cs::counter<fr> cs;
  synthesize<Shape>(cs);
  return cs.outline();
}

/// A key whose secrets follow from a seed: whoever knows the seed can prove anything. For development and tests; the
/// network has keys of its own, and accepts no proofs by this one.
/// @cost as `groth16::setup`, with the matrices
template <porep_shape Shape, executor Exec>
[[nodiscard]] proving_key insecure_development_key(Exec const& where, std::uint64_t seed) {
  return groth16::insecure_development_setup<curve, qap>(where, circuit_matrices<Shape>(), seed);
}

/// Where a folder has the proving key of a shape, by its published name.
template <porep_shape Shape>
[[nodiscard]] std::filesystem::path params_path(std::filesystem::path const& folder) {
  return detail::params_file(folder, replication_parameter_name<Shape>());
}
/// Where a folder has the verifying key of a shape, by its published name.
template <porep_shape Shape>
[[nodiscard]] std::filesystem::path vk_path(std::filesystem::path const& folder) {
  return detail::vk_file(folder, replication_parameter_name<Shape>());
}

/// Reads a shape's proving key from a folder.
/// @throws io::key_mismatch for a key of another circuit; format_error; io_error
template <porep_shape Shape, executor Exec>
[[nodiscard]] proving_key read_proving_key(Exec const& where, std::filesystem::path const& folder,
                                           io::key_read_options options = {}) {
  return detail::read_params_file(where, params_path<Shape>(folder), outline<Shape>(), options);
}
/// Reads a shape's verifying key from a folder.
/// @throws io::key_mismatch for a key of another circuit; format_error; io_error
template <porep_shape Shape>
[[nodiscard]] groth16::verifying_key<curve> read_verifying_key(std::filesystem::path const& folder) {
  return detail::read_vk_file(vk_path<Shape>(folder), Shape::public_inputs);
}

/// Writes both keys of a shape to a folder, under their published names; each file appears complete or not at all.
/// @param key  taken over, so that it is not copied
/// @throws io_error; invalid_argument for points at infinity
template <porep_shape Shape>
void write_keys(std::filesystem::path const& folder, proving_key&& key) {
  detail::write_key_files(folder, replication_parameter_name<Shape>(), std::move(key));
}

}  // namespace cuzk::inline v0::porep
