// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "host.hpp"

#include <cuzk/groth16/prover.hpp>

namespace cli {

template <class C>
cuzk::groth16::proof<C> prove_on_host(executor const& where, cuzk::io::zkey<C> const& file,
                                      std::span<typename C::fr const> witness, secrets_source& secrets,
                                      cuzk::groth16::prove_options const& options) {
  cuzk::groth16::prover<C> const prover(file.key, file.a, file.b);
  return prover.prove(where, witness, secrets, options);
}

}  // namespace cli
