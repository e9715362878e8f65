// SPDX-License-Identifier: Apache-2.0
#pragma once

/// @file
/// Keys of a shape's circuit: from published files, or made for development.

#include <cstddef>
#include <cstdint>
#include <filesystem>
#include <string>
#include <utility>
#include <vector>

#include <cuzk/core/checked.hpp>
#include <cuzk/core/config.hpp>
#include <cuzk/exec/executor.hpp>
#include <cuzk/groth16/keys.hpp>
#include <cuzk/groth16/setup.hpp>
#include <cuzk/io/read_options.hpp>
#include <cuzk/porep/detail/key_files.hpp>
#include <cuzk/porep/keys.hpp>
#include <cuzk/porep/parameter_names.hpp>
#include <cuzk/post/circuit.hpp>
#include <cuzk/post/shape.hpp>
#include <cuzk/r1cs/builder.hpp>
#include <cuzk/r1cs/circuit_outline.hpp>
#include <cuzk/r1cs/constraint_system.hpp>
#include <cuzk/r1cs/counter.hpp>

namespace cuzk::inline v0::post {

/// Name of a shape's key, as the network publishes it, without ".params" and ".vk".
template <post_shape Shape>
[[nodiscard]] std::string parameter_name() {
  return porep::spacetime_parameter_name<typename Shape::sector>(Shape::challenges, Shape::sectors);
}

/// The matrices of a shape's circuit.
/// @cost nine terms a row, seven of them under A: for windows of 32 GiB sectors more than most machines have
template <post_shape Shape>
[[nodiscard]] r1cs::constraint_system<fr> circuit_matrices() {
  r1cs::shape_builder<fr> cs;
  synthesize<Shape>(cs);
  return cs.constraints();
}

namespace detail {

/// The wires that occur in `count` blocks which have no wire in common but the constant one.
inline std::vector<std::uint32_t> repeated_wires(std::vector<std::uint32_t> const& of_block,
                                                 r1cs::circuit_outline const& block, std::size_t count) {
  auto const copies = static_cast<std::uint32_t>(count);
  std::uint32_t const publics = block.public_count;
  std::uint32_t const privates = block.wires - 1 - publics;
  std::vector<std::uint32_t> wires;
  wires.reserve(of_block.size() * count);
  auto const is_constant = [](std::uint32_t wire) { return wire == 0; };
  auto const is_public = [publics](std::uint32_t wire) { return wire != 0 && wire <= publics; };
  if (!of_block.empty() && is_constant(of_block.front())) wires.push_back(0);
  for (std::uint32_t i = 0; i < copies; ++i) {
    for (auto const wire : of_block) {
      if (is_public(wire)) wires.push_back(wire + i * publics);
    }
  }
  for (std::uint32_t i = 0; i < copies; ++i) {
    for (auto const wire : of_block) {
      if (!is_constant(wire) && !is_public(wire)) wires.push_back(wire + (copies - 1) * publics + i * privates);
    }
  }
  return wires;
}

}  // namespace detail

/// What a shape's keys need to know of its circuit.
/// @cost a pass over one sector's block with its terms; 8 bytes a row
template <post_shape Shape>
[[nodiscard]] r1cs::circuit_outline outline() {
  r1cs::counter<fr> cs;
  synthesize_sector<Shape>(cs, blank_sector_proof<Shape>());
  auto const block = cs.outline();
  auto const sectors = static_cast<std::uint32_t>(Shape::sectors);
  return {checked_add<std::uint32_t>(1, checked_mul<std::uint32_t>(sectors, block.wires - 1)),
          sectors * block.public_count, Shape::sectors * block.constraints,
          detail::repeated_wires(block.a_wires, block, Shape::sectors),
          detail::repeated_wires(block.b_wires, block, Shape::sectors)};
}

/// A key whose secrets follow from a seed: whoever knows the seed can prove anything. For development and tests; the
/// network has keys of its own, and accepts no proofs by this one.
/// @cost as `groth16::setup`, with the matrices
template <post_shape Shape, executor Exec>
[[nodiscard]] porep::proving_key insecure_development_key(Exec const& where, std::uint64_t seed) {
  return groth16::insecure_development_setup<porep::curve, porep::qap>(where, circuit_matrices<Shape>(), seed);
}

/// Where a folder has the proving key of a shape, by its published name.
template <post_shape Shape>
[[nodiscard]] std::filesystem::path params_path(std::filesystem::path const& folder) {
  return porep::detail::params_file(folder, parameter_name<Shape>());
}
/// Where a folder has the verifying key of a shape, by its published name.
template <post_shape Shape>
[[nodiscard]] std::filesystem::path vk_path(std::filesystem::path const& folder) {
  return porep::detail::vk_file(folder, parameter_name<Shape>());
}

/// Reads a shape's proving key from a folder.
/// @throws io::key_mismatch for a key of another circuit; format_error; io_error
template <post_shape Shape, executor Exec>
[[nodiscard]] porep::proving_key read_proving_key(Exec const& where, std::filesystem::path const& folder,
                                                  io::key_read_options options = {}) {
  return porep::detail::read_params_file(where, params_path<Shape>(folder), outline<Shape>(), options);
}
/// Reads a shape's verifying key from a folder.
/// @throws io::key_mismatch for a key of another circuit; format_error; io_error
template <post_shape Shape>
[[nodiscard]] groth16::verifying_key<porep::curve> read_verifying_key(std::filesystem::path const& folder) {
  return porep::detail::read_vk_file(vk_path<Shape>(folder), Shape::public_inputs);
}

/// Writes both keys of a shape to a folder, under their published names; each file appears complete or not at all.
/// @param key  taken over, so that it is not copied
/// @throws io_error; invalid_argument for points at infinity
template <post_shape Shape>
void write_keys(std::filesystem::path const& folder, porep::proving_key&& key) {
  porep::detail::write_key_files(folder, parameter_name<Shape>(), std::move(key));
}

}  // namespace cuzk::inline v0::post
