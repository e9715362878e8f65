// SPDX-License-Identifier: Apache-2.0
#pragma once

/// @file
/// What a cache does where memory is short, and what it has done.

#include <cstdint>

#include <cuzk/core/config.hpp>
#include <cuzk/memory/memory_budget.hpp>

namespace cuzk::inline v0::memory {

/// What a cache does where memory is short. Nothing of it concerns stores without a reduced form.
struct cache_options {
  /// A value that nobody uses is reduced rather than let go, if the memory for that is to be had at once, from values
  /// unused for longer if need be.
  bool reduces_unused = true;
  /// A value that does not fit in full beside those in use comes in its reduced form. Otherwise its load waits for
  /// memory, unless the budget can never have it in full.
  bool loads_reduced = true;
};

/// What a cache has done and has.
struct cache_counts {
  std::uint64_t hits = 0;             ///< calls that got a value without a load of their own
  std::uint64_t misses = 0;           ///< calls that began a load
  std::uint64_t loads = 0;            ///< loads that brought a value
  std::uint64_t loads_reduced = 0;    ///< of these, in the reduced form
  std::uint64_t failures = 0;         ///< loads and restorations that threw
  std::uint64_t waits = 0;            ///< calls that waited for another's work on the same value
  std::uint64_t waits_in_budget = 0;  ///< waits for memory that unused values did not have
  std::uint64_t evictions = 0;        ///< unused values that were let go
  std::uint64_t reductions = 0;       ///< unused values that were reduced
  std::uint64_t restorations = 0;     ///< values that were brought back to the full form
  std::uint64_t values = 0;           ///< values that are there now
  std::uint64_t in_use = 0;           ///< of these, with a handle
  memory_amounts bytes{};             ///< what the values that are there are charged for
};

}  // namespace cuzk::inline v0::memory
