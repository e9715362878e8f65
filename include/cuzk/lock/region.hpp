// SPDX-License-Identifier: Apache-2.0
#pragma once

/// @file
/// The regions of a job, which it announces and a lock policy excludes from each other.

#include <cstddef>
#include <cstdint>

#include <cuzk/core/config.hpp>

namespace cuzk::inline v0 {

/// The regions of a job on a device, in their order. Each ends when its work is complete, not when it is enqueued.
enum class region : std::uint8_t {
  prepare,   ///< the host's work before anything is on a device
  reserve,   ///< memory of the device is asked for
  upload,    ///< from the first copy to a device to the end of the last
  kernels,   ///< from the first kernel to the end of the last
  download,  ///< results come back
  epilogue,  ///< the host's work after the device's
};

/// How many there are.
inline constexpr std::size_t region_count = 6;

/// The enumerator as text.
[[nodiscard]] constexpr char const* name_of(region which) noexcept {
  constexpr char const* names[region_count] = {"prepare", "reserve", "upload", "kernels", "download", "epilogue"};
  return names[static_cast<std::size_t>(which)];
}

}  // namespace cuzk::inline v0
