// SPDX-License-Identifier: Apache-2.0
#pragma once

/// @file
/// All of post/: Filecoin's proofs of spacetime, of windows and of winning sectors.

#include <cuzk/post/challenges.hpp>
#include <cuzk/post/circuit.hpp>
#include <cuzk/post/prover.hpp>
#include <cuzk/post/public_inputs.hpp>
#include <cuzk/post/replica.hpp>
#include <cuzk/post/setup.hpp>
#include <cuzk/post/shape.hpp>
#include <cuzk/post/synthesis.hpp>
#include <cuzk/post/vanilla_proof.hpp>
#include <cuzk/post/vanilla_prover.hpp>
#include <cuzk/post/vanilla_verifier.hpp>
#include <cuzk/post/verifier.hpp>
