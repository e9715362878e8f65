// SPDX-License-Identifier: Apache-2.0
#pragma once

// Proofs on a CUDA device, where the program was built with them.

#include <cstddef>
#include <functional>
#include <span>
#include <vector>

#include <cuzk/porep/keys.hpp>
#include <cuzk/porep/prover.hpp>
#include <cuzk/porep/vanilla_proof.hpp>

#include "../groth16_cli/device.hpp"
#include "../groth16_cli/settings.hpp"

namespace porep_cli {

/// The proofs of a sector by the current CUDA device.
/// @throws as porep::device_prover; cuda_error, also where there is no device
template <class Shape>
std::vector<std::byte> prove_on_device(cli::executor const& host, cuzk::porep::proving_key const& key,
                                       cuzk::porep::statement const& of,
                                       std::span<cuzk::porep::vanilla_proof<Shape> const> partitions,
                                       cli::random_bytes const& random, cuzk::porep::prove_options const& options);

}  // namespace porep_cli
