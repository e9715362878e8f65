// SPDX-License-Identifier: Apache-2.0
#pragma once

// What telemetry calls the kinds of host memory.

#include <type_traits>

#include <cuzk/core/config.hpp>
#include <cuzk/memory/policy.hpp>
#include <cuzk/memory/registered.cuh>

namespace cuzk::inline v0::memory::detail {

// An own policy that a device reaches counts as page-locked by allocation, as pools are.
template <memory_policy Policy>
[[nodiscard]] constexpr char const* kind_name() noexcept {
  if (!Policy::direct_dma) return "pageable";
  return std::is_same_v<Policy, registered> ? "registered" : "pinned";
}

}  // namespace cuzk::inline v0::memory::detail
