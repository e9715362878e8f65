// SPDX-License-Identifier: Apache-2.0
#pragma once

// Affine points over any field, added pairwise with one shared inversion.

#include <cstddef>
#include <span>
#include <vector>

#include <cuzk/core/config.hpp>
#include <cuzk/curve/affine.hpp>
#include <cuzk/curve/glv.hpp>
#include <cuzk/exec/for_each.hpp>
#include <cuzk/msm/detail/prices.hpp>
#include <cuzk/msm/detail/signed_digits.hpp>

namespace cuzk::inline v0::msm::detail {

// pts[left[i]] += pts[right[i]] for disjoint pairs, complete: infinity on either side, P + P and
// P - P are settled before the shared inversion.
//
// Cost of an addition: 5 products and 1 squaring, of which 3 products share the inversion
// (Montgomery, "Speeding the Pollard and elliptic curve methods of factorization", 1987, section 10.3.1).
template <class G>
class pair_adder {
  using base = typename G::base_field;

 public:
  // Before a tree: whether its points may be infinity, which is looked for in any case here.
  void begin(bool /*may_be_infinity*/) {}

  void add(affine<G>* pts, std::span<u32> left, std::span<u32> right) {
    pairs_.resize(left.size());
    std::size_t count = 0;
    // Two chains, so that consecutive products do not wait for each other.
    base chain[2] = {base::one(), base::one()};
    for (std::size_t i = 0; i < left.size(); ++i) {
      affine<G>& p = pts[left[i]];
      affine<G> const& q = pts[right[i]];
      base denominator = q.x - p.x;
      bool doubling = false;
      if (is_zero(denominator) || is_infinity(p) || is_infinity(q)) [[unlikely]] {
        if (is_infinity(q)) continue;
        if (is_infinity(p)) {
          p = q;
          continue;
        }
        if (!(p.y == q.y) || is_zero(p.y)) {
          p = affine<G>::infinity();
          continue;
        }
        denominator = doubled(p.y);
        doubling = true;
      }
      pairs_[count] = {denominator, chain[count % 2], left[i], doubling ? left[i] : right[i]};
      chain[count % 2] = chain[count % 2] * denominator;
      ++count;
    }
    if (count == 0) return;
    base const both = inverse(chain[0] * chain[1]);
    base inverses[2] = {both * chain[1], both * chain[0]};
    for (std::size_t i = count; i-- > 0;) {
      pair const& t = pairs_[i];
      affine<G>& p = pts[t.left];
      affine<G> const& q = pts[t.right];
      base const reciprocal = inverses[i % 2] * t.product_before;
      inverses[i % 2] = inverses[i % 2] * t.denominator;
      base numerator;
      if (t.left == t.right) [[unlikely]] {
        base const x2 = square(p.x);
        numerator = doubled(x2) + x2 + G::a;
      } else {
        numerator = q.y - p.y;
      }
      base const slope = numerator * reciprocal;
      base const x = square(slope) - p.x - q.x;
      p.y = slope * (p.x - x) - p.y;
      p.x = x;
    }
  }

 private:
  struct pair {
    base denominator;
    base product_before;
    u32 left;
    u32 right;  // the same as left for a doubling
  };
  std::vector<pair> pairs_;
};

// Points as the caller has them; x coordinates of their images under the endomorphism beside them.
template <class G>
struct portable_points {
  using point = affine<G>;
  using adder = pair_adder<G>;
  static constexpr std::size_t segment_entries = 8192;
  static constexpr prices price{};

  class bases {
   public:
    static constexpr bool may_be_infinity = false;

    template <class Exec>
    bases(Exec const& where, std::span<affine<G> const> points, bool split) : points_(points) {
      if constexpr (has_endomorphism_v<G>) {
        if (!split) return;
        image_x_.resize(points.size());
        exec::for_each_chunk(where, points.size(), 1024, [&](std::size_t first, std::size_t last) {
          for (std::size_t i = first; i < last; ++i) image_x_[i] = endomorphism(points[i]).x;
        });
      }
    }

    [[nodiscard]] CUZK_FORCE_INLINE point load(entry e) const {
      u32 const record = e >> 1U;
      point p;
      if (image_x_.empty()) {
        p = points_[record];
      } else {
        p = points_[record >> 1U];
        if ((record & 1U) != 0) p.x = image_x_[record >> 1U];
      }
      if ((e & 1U) != 0) p.y = -p.y;
      return p;
    }
    CUZK_FORCE_INLINE void prefetch(entry e) const {
      u32 const record = e >> 1U;
      auto const* p = points_.data() + (image_x_.empty() ? record : record >> 1U);
      __builtin_prefetch(p);
      __builtin_prefetch(reinterpret_cast<char const*>(p) + sizeof(point) - 1);
      if (!image_x_.empty() && (record & 1U) != 0) __builtin_prefetch(image_x_.data() + (record >> 1U));
    }

   private:
    std::span<affine<G> const> points_;
    std::vector<typename G::base_field> image_x_;
  };

  [[nodiscard]] static affine<G> to_affine(point const& p) { return p; }
  [[nodiscard]] static bool at_infinity(point const& p) { return is_infinity(p); }
};

}  // namespace cuzk::inline v0::msm::detail
