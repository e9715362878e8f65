// SPDX-License-Identifier: Apache-2.0
#pragma once

/// @file
/// All of groth16/: keys, set-up, prover, verifier.

#include <cuzk/groth16/device_job.hpp>
#include <cuzk/groth16/keys.hpp>
#include <cuzk/groth16/proof.hpp>
#include <cuzk/groth16/prove_options.hpp>
#include <cuzk/groth16/prover.hpp>
#include <cuzk/groth16/qap.hpp>
#include <cuzk/groth16/row_weights.hpp>
#include <cuzk/groth16/setup.hpp>
#include <cuzk/groth16/ticket.hpp>
#include <cuzk/groth16/trapdoor.hpp>
#include <cuzk/groth16/verifier.hpp>
