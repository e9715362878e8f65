// SPDX-License-Identifier: Apache-2.0
#pragma once

/// @file
/// All of porep/: Filecoin's proof of replication (what needs nlohmann/json is included by name).

#include <cuzk/porep/api_version.hpp>
#include <cuzk/porep/c1_binary.hpp>
#include <cuzk/porep/c1_output.hpp>
#include <cuzk/porep/challenges.hpp>
#include <cuzk/porep/circuit.hpp>
#include <cuzk/porep/circuit_columns.hpp>
#include <cuzk/porep/commitments.hpp>
#include <cuzk/porep/encoding.hpp>
#include <cuzk/porep/fr32.hpp>
#include <cuzk/porep/graph.hpp>
#include <cuzk/porep/keys.hpp>
#include <cuzk/porep/labels.hpp>
#include <cuzk/porep/merkle_proof.hpp>
#include <cuzk/porep/merkle_tree.hpp>
#include <cuzk/porep/node.hpp>
#include <cuzk/porep/parameter_names.hpp>
#include <cuzk/porep/partition_size.hpp>
#include <cuzk/porep/prove_options.hpp>
#include <cuzk/porep/prover.hpp>
#include <cuzk/porep/public_inputs.hpp>
#include <cuzk/porep/replica_id.hpp>
#include <cuzk/porep/seal.hpp>
#include <cuzk/porep/sealing_rules.hpp>
#include <cuzk/porep/setup.hpp>
#include <cuzk/porep/shape.hpp>
#include <cuzk/porep/simulated_sector.hpp>
#include <cuzk/porep/synthesis.hpp>
#include <cuzk/porep/vanilla_proof.hpp>
#include <cuzk/porep/vanilla_prover.hpp>
#include <cuzk/porep/vanilla_verifier.hpp>
#include <cuzk/porep/verifier.hpp>
