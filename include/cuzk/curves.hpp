// SPDX-License-Identifier: Apache-2.0
#pragma once

/// @file
/// All of curves/: every curve that is shipped.

#include <cuzk/curves/bls12_377.hpp>
#include <cuzk/curves/bls12_381.hpp>
#include <cuzk/curves/bn254.hpp>
#include <cuzk/curves/bw6_761.hpp>
#include <cuzk/curves/grumpkin.hpp>
#include <cuzk/curves/pallas.hpp>
#include <cuzk/curves/secp256k1.hpp>
#include <cuzk/curves/toy.hpp>
#include <cuzk/curves/toy_bn.hpp>
#include <cuzk/curves/vesta.hpp>
