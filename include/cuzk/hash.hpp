// SPDX-License-Identifier: Apache-2.0
#pragma once

/// @file
/// All of hash/: hash functions, and the stream cipher that graphs are drawn from.

#include <cuzk/hash/blake2b.hpp>
#include <cuzk/hash/chacha.hpp>
#include <cuzk/hash/poseidon.hpp>
#include <cuzk/hash/poseidon_domain.hpp>
#include <cuzk/hash/poseidon_parameters.hpp>
#include <cuzk/hash/sha256.hpp>
