// SPDX-License-Identifier: Apache-2.0
#include <cuzk/curves/bn254.hpp>

#include "host_steps.hpp"

using curve = cuzk::curves::bn254;
template cuzk::groth16::proof<curve> cli::prove_on_host<curve>(cli::executor const&, cuzk::io::zkey<curve> const&,
                                                               std::span<curve::fr const>, cli::secrets_source&,
                                                               cuzk::groth16::prove_options const&);
