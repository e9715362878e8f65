// SPDX-License-Identifier: Apache-2.0
#include <cuzk/curves/bls12_381.hpp>

#include "device_steps.cuh"

using curve = cuzk::curves::bls12_381;
template cuzk::groth16::proof<curve> cli::prove_on_device<curve>(cuzk::io::zkey<curve> const&,
                                                                 std::span<curve::fr const>, cli::random_bytes const&,
                                                                 cuzk::groth16::stage_observer const&);
