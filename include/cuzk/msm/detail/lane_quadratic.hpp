// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>

#include <cuzk/core/config.hpp>
#include <cuzk/msm/detail/lane_field.hpp>

#if CUZK_HAS_AVX512_FORM

namespace cuzk::inline v0::msm::detail {

// g++ 12 warns of the "undefined" operands in its own intrinsics.
#if defined(__GNUC__) && !defined(__clang__)
#pragma GCC diagnostic push
#pragma GCC diagnostic ignored "-Wmaybe-uninitialized"
#pragma GCC diagnostic ignored "-Wuninitialized"
#endif
#if defined(__CUDACC__)  // nvcc hands the loops to the host compiler, pragmas and all, but warns of them
#pragma nv_diagnostic push
#pragma nv_diag_suppress 1675
#endif

// A quadratic extension of a lane_field with w^2 = -1, 8 elements at once; an element is two rows of limbs.
//
// Bounds, with e = p / R' at most 2^-6: factors may have coefficients below 6.2 p; a product's are
// below 3.5 p and 6.2 p, by 1 + (6.2 p)^2 / (p R') < 1.5 and 1 + (9.7 p)^2 / (p R') < 2.5 for the three
// products of the base field, of which two are subtracted.
template <class F2>
struct lane_quadratic {
  using base = lane_field<typename F2::base_field, 1>;
  using triple = lane_field<typename F2::base_field, 3>;
  using constants = typename base::constants;
  static constexpr std::size_t limbs = base::limbs;
  static constexpr std::size_t lanes = 8;
  static constexpr std::size_t words = 2 * limbs;
  struct number {
    u64 limb[words]{};
  };

  struct block {
    typename base::block c0;
    typename base::block c1;
  };

  // Karatsuba, the three products interleaved.
  CUZK_AVX512 static CUZK_FORCE_INLINE void multiply(block& out, block const& a, block const& b) {
    typename triple::block left, right;
    spread(left, a);
    spread(right, b);
    triple::multiply(left, left, right);
    typename base::block t0, t1, cross;
#pragma GCC unroll 8
    for (std::size_t j = 0; j < limbs; ++j) {
      t0.v[0][j] = left.v[0][j];
      t1.v[0][j] = left.v[1][j];
      cross.v[0][j] = _mm512_sub_epi64(left.v[2][j], t0.v[0][j]);
    }
    base::subtract_and_add(out.c0, t0, t1, constants::p2);
    base::subtract_and_add(out.c1, cross, t1, constants::p4);
  }
  CUZK_AVX512 static CUZK_FORCE_INLINE void subtract(block& out, block const& a, block const& b) {
    base::subtract(out.c0, a.c0, b.c0);
    base::subtract(out.c1, a.c1, b.c1);
  }
  // From below 10.2 p to below 2 p.
  CUZK_AVX512 static CUZK_FORCE_INLINE void reduce_x(block& a) {
    reduce_one(a.c0);
    reduce_one(a.c1);
  }
  CUZK_AVX512 static CUZK_FORCE_INLINE void reduce_y(block& a) { reduce_x(a); }

  [[nodiscard]] CUZK_AVX512 static CUZK_FORCE_INLINE u32 may_be_zero(block const& a) {
    return base::may_be_zero(a.c0) & base::may_be_zero(a.c1);
  }
  CUZK_AVX512 static CUZK_FORCE_INLINE void load(block& out, u64 const* const* row) {
    base::load(out.c0, row);
    u64 const* second[lanes];
#pragma GCC unroll 8
    for (std::size_t i = 0; i < lanes; ++i) second[i] = row[i] + limbs;
    base::load(out.c1, second);
  }
  CUZK_AVX512 static CUZK_FORCE_INLINE void store(u64* const* row, block const& a, std::size_t count = lanes) {
    base::store(row, a.c0, count);
    u64* second[lanes];
#pragma GCC unroll 8
    for (std::size_t i = 0; i < lanes; ++i) second[i] = i < count ? row[i] + limbs : nullptr;
    base::store(second, a.c1, count);
  }
  CUZK_AVX512 static CUZK_FORCE_INLINE void broadcast(block& out, number const& value) {
    typename constants::number part;
    for (std::size_t j = 0; j < limbs; ++j) part.limb[j] = value.limb[j];
    base::broadcast(out.c0, part);
    for (std::size_t j = 0; j < limbs; ++j) part.limb[j] = value.limb[limbs + j];
    base::broadcast(out.c1, part);
  }
  template <int Count>
  CUZK_AVX512 static CUZK_FORCE_INLINE void rotate(block& out, block const& a) {
    base::template rotate<Count>(out.c0, a.c0);
    base::template rotate<Count>(out.c1, a.c1);
  }

 private:
  // c0, c1, c0 + c1.
  CUZK_AVX512 static CUZK_FORCE_INLINE void spread(typename triple::block& out, block const& a) {
    typename base::block sum;
    base::add(sum, a.c0, a.c1);
#pragma GCC unroll 8
    for (std::size_t j = 0; j < limbs; ++j) {
      out.v[0][j] = a.c0.v[0][j];
      out.v[1][j] = a.c1.v[0][j];
      out.v[2][j] = sum.v[0][j];
    }
  }
  CUZK_AVX512 static CUZK_FORCE_INLINE void reduce_one(typename base::block& a) {
    base::subtract_if_not_below(a, constants::p8);
    base::subtract_if_not_below(a, constants::p4);
    base::subtract_if_not_below(a, constants::p2);
  }
};

#if defined(__GNUC__) && !defined(__clang__)
#pragma GCC diagnostic pop
#endif
#if defined(__CUDACC__)
#pragma nv_diagnostic pop
#endif

}  // namespace cuzk::inline v0::msm::detail
#endif  // CUZK_HAS_AVX512_FORM
