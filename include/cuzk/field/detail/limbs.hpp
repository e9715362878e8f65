// SPDX-License-Identifier: Apache-2.0
#pragma once

// The limb primitives that all arithmetic is made of, in portable form.
// A limb is 64 bits; the same memory read as 32-bit limbs is the device's view.

#include <cstddef>

#include <cuzk/core/config.hpp>

namespace cuzk::inline v0::detail {

// a + b + carry; the carry in and out is 0 or 1.
CUZK_HD CUZK_FORCE_INLINE constexpr u64 add_carry(u64 a, u64 b, u64& carry) {
  u128 const sum = static_cast<u128>(a) + b + carry;
  carry = static_cast<u64>(sum >> 64U);
  return static_cast<u64>(sum);
}

// a - b - borrow; the borrow in and out is 0 or 1.
CUZK_HD CUZK_FORCE_INLINE constexpr u64 sub_borrow(u64 a, u64 b, u64& borrow) {
  u128 const difference = static_cast<u128>(a) - b - borrow;
  borrow = static_cast<u64>(difference >> 64U) & 1U;
  return static_cast<u64>(difference);
}

// accumulator + a * b + carry, which never exceeds 128 bits; the carry is a full limb.
CUZK_HD CUZK_FORCE_INLINE constexpr u64 mul_add(u64 accumulator, u64 a, u64 b, u64& carry) {
  u128 const sum = static_cast<u128>(a) * b + accumulator + carry;
  carry = static_cast<u64>(sum >> 64U);
  return static_cast<u64>(sum);
}

// Number of zero bits below the lowest one; x must not be 0.
CUZK_HD CUZK_FORCE_INLINE constexpr unsigned trailing_zeros(u64 x) {
#if defined(__CUDA_ARCH__)
  if (!__builtin_is_constant_evaluated()) {
    return static_cast<unsigned>(__ffsll(static_cast<long long>(x))) - 1U;
  }
  unsigned count = 0;
  for (; (x & 1U) == 0; x >>= 1U) ++count;
  return count;
#else
  return static_cast<unsigned>(__builtin_ctzll(x));
#endif
}

CUZK_HD CUZK_FORCE_INLINE constexpr unsigned trailing_zeros(u32 x) {
#if defined(__CUDA_ARCH__)
  if (!__builtin_is_constant_evaluated()) return static_cast<unsigned>(__ffs(static_cast<int>(x))) - 1U;
#endif
  return trailing_zeros(static_cast<u64>(x));
}

// Number of significant bits; 0 for 0.
CUZK_HD CUZK_FORCE_INLINE constexpr unsigned bit_width(u64 x) {
#if defined(__CUDA_ARCH__)
  if (!__builtin_is_constant_evaluated()) {
    return 64U - static_cast<unsigned>(__clzll(static_cast<long long>(x)));
  }
  unsigned count = 0;
  for (; x != 0; x >>= 1U) ++count;
  return count;
#else
  return x == 0 ? 0U : 64U - static_cast<unsigned>(__builtin_clzll(x));
#endif
}

}  // namespace cuzk::inline v0::detail
