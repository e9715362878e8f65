// SPDX-License-Identifier: Apache-2.0
#pragma once

/// @file
/// The executor that uses the calling thread alone.

#include <cstddef>

#include <cuzk/core/config.hpp>
#include <cuzk/exec/executor.hpp>

namespace cuzk::inline v0::exec {

/// Runs tasks one after the other in the calling thread, in order of their index.
/// Allocates nothing. The first task that throws ends the run.
struct serial {
  /// One.
  [[nodiscard]] constexpr std::size_t concurrency() const noexcept { return 1; }

  /// task(0), ..., task(count - 1).
  template <class Task>
  constexpr void run(std::size_t count, Task const& task) const {
    for (std::size_t i = 0; i < count; ++i) task(i);
  }
};

static_assert(executor<serial>);

}  // namespace cuzk::inline v0::exec
