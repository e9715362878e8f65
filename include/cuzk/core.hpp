// SPDX-License-Identifier: Apache-2.0
#pragma once

/// @file
/// All of core/: version, macros, errors, checked sizes, random sources, accounts that threads wait for.

#include <cuzk/core/chacha_block.hpp>
#include <cuzk/core/checked.hpp>
#include <cuzk/core/config.hpp>
#include <cuzk/core/error.hpp>
#include <cuzk/core/fifo_account.hpp>
#include <cuzk/core/policy.hpp>
#include <cuzk/core/random.hpp>
#include <cuzk/core/span.hpp>
#include <cuzk/core/waiting.hpp>
#include <cuzk/core/wide_access.hpp>
#include <cuzk/core/wipe.hpp>
