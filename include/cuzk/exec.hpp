// SPDX-License-Identifier: Apache-2.0
#pragma once

/// @file
/// All of exec/: where work runs (exec/tbb.hpp, which needs oneTBB, is included by name).

#include <cuzk/exec/executor.hpp>
#include <cuzk/exec/for_each.hpp>
#include <cuzk/exec/serial.hpp>
