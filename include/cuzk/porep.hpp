// SPDX-License-Identifier: Apache-2.0
#pragma once

/// @file
/// All of porep/: Filecoin's proof of replication (what needs nlohmann/json is included by name).

#include <cuzk/porep/merkle_proof.hpp>
#include <cuzk/porep/shape.hpp>
#include <cuzk/porep/vanilla_proof.hpp>
