// SPDX-License-Identifier: Apache-2.0
#pragma once

/// @file
/// Loads and stores of whole elements, 16 bytes at a time on a device.

#include <type_traits>

#include <cuzk/core/config.hpp>

namespace cuzk::inline v0::detail {

// *p. On a device by 16-byte loads where the size allows them; p is then aligned to 16 bytes.
template <class T>
CUZK_HD CUZK_FORCE_INLINE T load_wide(T const* p) {
  static_assert(std::is_trivially_copyable_v<T>);
#if defined(__CUDA_ARCH__)
  if constexpr (sizeof(T) % 16 == 0) {
    union pieces {
      uint4 parts[sizeof(T) / 16];
      T value;
      __device__ pieces() {}
    } x;
#pragma unroll
    for (unsigned i = 0; i < sizeof(T) / 16; ++i) x.parts[i] = reinterpret_cast<uint4 const*>(p)[i];
    return x.value;
  }
#endif
  return *p;
}

// *p = value, likewise.
template <class T>
CUZK_HD CUZK_FORCE_INLINE void store_wide(T* p, T const& value) {
  static_assert(std::is_trivially_copyable_v<T>);
#if defined(__CUDA_ARCH__)
  if constexpr (sizeof(T) % 16 == 0) {
    union pieces {
      uint4 parts[sizeof(T) / 16];
      T value;
      __device__ pieces(T const& v) : value(v) {}
    } const x(value);
#pragma unroll
    for (unsigned i = 0; i < sizeof(T) / 16; ++i) reinterpret_cast<uint4*>(p)[i] = x.parts[i];
    return;
  }
#endif
  *p = value;
}

}  // namespace cuzk::inline v0::detail
