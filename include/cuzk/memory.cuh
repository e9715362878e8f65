// SPDX-License-Identifier: Apache-2.0
#pragma once

/// @file
/// All of memory/: host-memory policies and transfers, device memory in stream order.

#include <cuzk/memory.hpp>
#include <cuzk/memory/device_arena.cuh>
#include <cuzk/memory/device_buffer.cuh>
#include <cuzk/memory/device_resource.cuh>
#include <cuzk/memory/pinned.cuh>
#include <cuzk/memory/pinned_pool.cuh>
#include <cuzk/memory/registered.cuh>
#include <cuzk/memory/transfer.cuh>
