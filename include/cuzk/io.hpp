// SPDX-License-Identifier: Apache-2.0
#pragma once

/// @file
/// All of io/: file formats (what needs nlohmann/json is included by name).

#include <cuzk/io/bellman.hpp>
#include <cuzk/io/bellman_key.hpp>
#include <cuzk/io/binary_reader.hpp>
#include <cuzk/io/container.hpp>
#include <cuzk/io/input.hpp>
#include <cuzk/io/mapped_file.hpp>
#include <cuzk/io/output.hpp>
#include <cuzk/io/ptau.hpp>
#include <cuzk/io/r1cs_file.hpp>
#include <cuzk/io/read_options.hpp>
#include <cuzk/io/snarkjs_name.hpp>
#include <cuzk/io/wtns.hpp>
#include <cuzk/io/zkey.hpp>
#include <cuzk/io/zkey_contributions.hpp>
