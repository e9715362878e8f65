// SPDX-License-Identifier: Apache-2.0
#pragma once

// Proofs on the host, which several commands make and one source file a curve compiles.

#include <span>

#include <cuzk/groth16/proof.hpp>
#include <cuzk/groth16/prove_options.hpp>
#include <cuzk/io/zkey.hpp>

#include "settings.hpp"

namespace cli {

/// A proof by the threads of `where`.
/// @throws what `groth16::prover` and its `prove` throw
template <class C>
cuzk::groth16::proof<C> prove_on_host(executor const& where, cuzk::io::zkey<C> const& file,
                                      std::span<typename C::fr const> witness, secrets_source& secrets,
                                      cuzk::groth16::prove_options const& options = {});

}  // namespace cli
