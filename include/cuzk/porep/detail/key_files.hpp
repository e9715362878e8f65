// SPDX-License-Identifier: Apache-2.0
#pragma once

/// @file
/// Keys of circuits in a folder, under the names that a circuit has.

#include <cstddef>
#include <filesystem>
#include <string>
#include <utility>

#include <cuzk/core/config.hpp>
#include <cuzk/exec/executor.hpp>
#include <cuzk/groth16/keys.hpp>
#include <cuzk/io/bellman.hpp>
#include <cuzk/io/bellman_key.hpp>
#include <cuzk/io/read_options.hpp>
#include <cuzk/porep/keys.hpp>
#include <cuzk/r1cs/circuit_outline.hpp>

namespace cuzk::inline v0::porep::detail {

inline std::filesystem::path params_file(std::filesystem::path const& folder, std::string const& name) {
  return folder / (name + ".params");
}
inline std::filesystem::path vk_file(std::filesystem::path const& folder, std::string const& name) {
  return folder / (name + ".vk");
}

/// @throws io::key_mismatch for a key of another circuit; format_error; io_error
template <executor Exec>
[[nodiscard]] proving_key read_params_file(Exec const& where, std::filesystem::path const& path,
                                           r1cs::circuit_outline const& outline, io::key_read_options options) {
  return io::to_proving_key<curve>(io::read_bellman_params<curve>(where, path, options), outline);
}

/// @throws io::key_mismatch for a key of another number of inputs; format_error; io_error
[[nodiscard]] inline groth16::verifying_key<curve> read_vk_file(std::filesystem::path const& path,
                                                                std::size_t public_inputs) {
  auto key = io::read_bellman_vk<curve>(path).vk;
  if (key.public_count() != public_inputs) {
    throw io::key_mismatch(path.string() + ": " + std::to_string(key.public_count()) +
                           " public inputs, the circuit has " + std::to_string(public_inputs) +
                           ": the key is of another circuit");
  }
  return key;
}

/// @throws io_error; invalid_argument for points at infinity
inline void write_key_files(std::filesystem::path const& folder, std::string const& name, proving_key key) {
  auto const params = io::to_bellman_params<curve>(std::move(key));
  io::write_bellman_params<curve>(params_file(folder, name), params);
  io::write_bellman_vk<curve>(vk_file(folder, name), params.key);
}

}  // namespace cuzk::inline v0::porep::detail
