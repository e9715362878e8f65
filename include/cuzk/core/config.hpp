// SPDX-License-Identifier: Apache-2.0
#pragma once

/// @file
/// Version and the few macros of the library. None of them selects a curve, a field or a backend.

#include <cassert>
#include <cstddef>
#include <cstdint>

#define CUZK_VERSION_MAJOR 0
#define CUZK_VERSION_MINOR 1
#define CUZK_VERSION_PATCH 0

/// Marks a function that runs on the host and, when compiled by nvcc, on the device too.
#if defined(__CUDACC__)
#define CUZK_HD __host__ __device__
#else
#define CUZK_HD
#endif

/// For the handful of limb primitives that every operation is made of.
#if defined(__GNUC__) || defined(__clang__)
#define CUZK_FORCE_INLINE inline __attribute__((always_inline))
#else
#define CUZK_FORCE_INLINE inline
#endif

/// An invariant of the library itself, checked unless NDEBUG is defined.
/// What a caller can get wrong is checked always, by exceptions.
#define CUZK_ASSERT(...) assert((__VA_ARGS__))

namespace cuzk::inline v0::detail {

using u32 = std::uint32_t;
using u64 = std::uint64_t;
using i64 = std::int64_t;
__extension__ typedef unsigned __int128 u128;
__extension__ typedef __int128 i128;

}  // namespace cuzk::inline v0::detail
