// SPDX-License-Identifier: Apache-2.0
#pragma once

/// @file
/// The host's part of memory/: what a memory policy is, pageable memory, pools, buffers, the budget.

#include <cuzk/memory/block_pool.hpp>
#include <cuzk/memory/cache_options.hpp>
#include <cuzk/memory/cache_store.hpp>
#include <cuzk/memory/host_buffer.hpp>
#include <cuzk/memory/lru_cache.hpp>
#include <cuzk/memory/memory_budget.hpp>
#include <cuzk/memory/pageable.hpp>
#include <cuzk/memory/policy.hpp>
