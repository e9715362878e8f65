// SPDX-License-Identifier: Apache-2.0
#pragma once

/// @file
/// Page-locked host memory that is used again.

#include <cuzk/core/config.hpp>
#include <cuzk/memory/block_pool.hpp>
#include <cuzk/memory/pinned.cuh>
#include <cuzk/memory/policy.hpp>

namespace cuzk::inline v0::memory {

/// Page-locked blocks, which take 0.44 s a GiB to make, for jobs that come and go: a buffer of the pool is ready for
/// direct transfers, and costs a lock where one of its size is idle. Blocks are not wiped between users, other than
/// by `secret_buffer`. No transfer may be under way from or to a buffer that dies.
using pinned_pool = block_pool<pinned>;

static_assert(memory_policy<pinned_pool>);

}  // namespace cuzk::inline v0::memory
