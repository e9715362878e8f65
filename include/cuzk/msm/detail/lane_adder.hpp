// SPDX-License-Identifier: Apache-2.0
#pragma once

// Additions of pairs of points by vector instructions, with one shared inversion.

#include <algorithm>
#include <cstddef>
#include <memory>
#include <span>
#include <type_traits>
#include <vector>

#include <cuzk/curve/affine.hpp>
#include <cuzk/msm/detail/lane_field.hpp>
#include <cuzk/msm/detail/lane_form.hpp>
#include <cuzk/msm/detail/portable_points.hpp>
#include <cuzk/msm/detail/signed_digits.hpp>

#if CUZK_HAS_AVX512_FORM

namespace cuzk::inline v0::msm::detail {

// pts[left[i]] += pts[right[i]] for disjoint pairs, complete as pair_adder is. Reorders the pairs.
template <class G>
class lane_adder {
  using base = typename G::base_field;
  using form = lane_form<base>;
  using constants = typename form::constants;
  using number = typename form::number;
  using convert = lane_conversion<G>;
  using point = lane_point<base>;
  using lane = typename form::lane;
  using half_lane = typename form::single;
  using block = typename lane::block;
  using half_block = typename half_lane::block;
  static constexpr bool has_halves = !std::is_same_v<lane, half_lane>;
  static constexpr std::size_t width = lane::lanes;

 public:
  // Before a tree: whether its points may be infinity. Infinities that arise are then looked for.
  void begin(bool may_be_infinity) { infinity_ = may_be_infinity; }

  void add(point* pts, std::span<u32> left, std::span<u32> right) {
    std::size_t count = left.size();
    if (infinity_) count = settle_infinity(pts, left, right, count);
    special_.clear();
    if (prefix_size_ < (count + width - 1) / width) {
      prefix_size_ = (count + width - 1) / width;
      prefix_ = std::make_unique_for_overwrite<block[]>(prefix_size_);
    }
    point product;
    count = forward(product.x, pts, left.data(), right.data(), count);
    if (count != 0) {
      base const reciprocal = inverse(convert::element_of(product.x));
      backward(pts, left.data(), right.data(), count, convert::number_of(reciprocal));
    }
    if (!special_.empty()) add_special(pts);
  }

 private:
  // Pairs with infinity need no addition; they are taken from the list.
  static std::size_t settle_infinity(point* pts, std::span<u32> left, std::span<u32> right, std::size_t count) {
    for (std::size_t i = 0; i < count;) {
      bool const is_left = convert::at_infinity(pts[left[i]]);
      if (!is_left && !convert::at_infinity(pts[right[i]])) {
        ++i;
        continue;
      }
      if (is_left) pts[left[i]] = pts[right[i]];
      --count;
      left[i] = left[count];
      right[i] = right[count];
    }
    return count;
  }

  // Equal x: doublings and opposite points, by the portable form.
  void add_special(point* pts) {
    std::vector<affine<G>> points;
    std::vector<u32> left, right;
    for (auto const& [l, r] : special_) {
      left.push_back(static_cast<u32>(points.size()));
      right.push_back(static_cast<u32>(points.size() + 1));
      points.push_back(convert::to_affine(pts[l]));
      points.push_back(convert::to_affine(pts[r]));
    }
    portable_.add(points.data(), left, right);
    for (std::size_t i = 0; i < special_.size(); ++i) {
      affine<G> const& sum = points[2 * i];
      pts[special_[i].left] = convert::to_point(sum);
      infinity_ = infinity_ || is_infinity(sum);
    }
  }

  // Products of the differences of x, those before each group kept; their total into `product`.
  // Pairs with equal x go to special_. @returns the pairs that are left
  CUZK_AVX512 std::size_t forward(u64* product, point const* pts, u32* left, u32* right, std::size_t count) {
    block chain;
    lane::broadcast(chain, one());
    for (std::size_t i = 0; i < count;) {
      std::size_t const here = std::min(width, count - i);
      u64 const* xa[width];
      u64 const* xb[width];
      for (std::size_t n = 0; n < width; ++n) {
        xa[n] = n < here ? pts[left[i + n]].x : filler_.x;
        xb[n] = n < here ? pts[right[i + n]].x : filler_.y;
      }
      block a, b;
      lane::load(a, xa);
      lane::load(b, xb);
      lane::subtract(b, b, a);
      u32 const equal = lane::may_be_zero(b) & ((u32{1} << here) - 1U);
      if (equal != 0) [[unlikely]] {
        for (std::size_t n = here; n-- > 0;) {
          if ((equal >> n & 1U) == 0) continue;
          special_.push_back({left[i + n], right[i + n]});
          --count;
          left[i + n] = left[count];
          right[i + n] = right[count];
        }
        continue;
      }
      prefix_[i / width] = chain;
      lane::multiply(chain, chain, b);
      i += width;
    }
    last_ = chain;
    half_block total;
    merge(total, chain);
    half_lane::store(&product, total, 1);
    return count;
  }

  // The product of all lanes, in every lane; what `split` needs is kept.
  CUZK_AVX512 void merge(half_block& total, block const& chain) {
    half_block a, b;
    if constexpr (has_halves) {
      halves(a, b, chain);
      half_lane::multiply(level_[0], a, b);
    } else {
      level_[0] = chain;
    }
    half_lane::template rotate<4>(a, level_[0]);
    half_lane::multiply(level_[1], level_[0], a);
    half_lane::template rotate<2>(a, level_[1]);
    half_lane::multiply(level_[2], level_[1], a);
    half_lane::template rotate<1>(a, level_[2]);
    half_lane::multiply(total, level_[2], a);
  }

  // From the inverse of the total to the inverse of each lane: one over a lane is one over a product
  // times the other factor.
  CUZK_AVX512 void split(block& inverses, half_block const& inverse_of_total) {
    half_block a, b, t = inverse_of_total;
    half_lane::template rotate<1>(a, level_[2]);
    half_lane::multiply(t, t, a);
    half_lane::template rotate<2>(a, level_[1]);
    half_lane::multiply(t, t, a);
    half_lane::template rotate<4>(a, level_[0]);
    half_lane::multiply(t, t, a);
    if constexpr (has_halves) {
      halves(a, b, last_);
      half_lane::multiply(b, t, b);
      half_lane::multiply(a, t, a);
      for (std::size_t j = 0; j < constants::limbs; ++j) {
        inverses.v[0][j] = b.v[0][j];
        inverses.v[1][j] = a.v[0][j];
      }
    } else {
      inverses = t;
    }
  }

  CUZK_AVX512 static void halves(half_block& a, half_block& b, block const& both) {
    for (std::size_t j = 0; j < constants::limbs; ++j) {
      a.v[0][j] = both.v[0][j];
      b.v[0][j] = both.v[1][j];
    }
  }

  CUZK_AVX512 void backward(point* pts, u32 const* left, u32 const* right, std::size_t count,
                            number const& reciprocal) {
    half_block total;
    half_lane::broadcast(total, reciprocal);
    block inverses;
    split(inverses, total);
    for (std::size_t group = (count + width - 1) / width; group-- > 0;) {
      std::size_t const i = group * width;
      std::size_t const here = std::min(width, count - i);
      u64 const* row[4][width];
      u64* out[2][width];
      for (std::size_t n = 0; n < width; ++n) {
        point* const p = pts + (n < here ? left[i + n] : 0);
        point const* const q = pts + (n < here ? right[i + n] : 0);
        row[0][n] = n < here ? p->x : filler_.x;
        row[1][n] = n < here ? q->x : filler_.y;
        row[2][n] = p->y;
        row[3][n] = q->y;
        out[0][n] = p->x;
        out[1][n] = p->y;
      }
      block xa, xb, ya, t, slope;
      lane::load(xa, row[0]);
      lane::load(xb, row[1]);
      lane::multiply(slope, inverses, prefix_[group]);  // 1 / (xb - xa)
      lane::subtract(t, xb, xa);
      lane::multiply(inverses, inverses, t);
      lane::load(ya, row[2]);
      lane::load(t, row[3]);
      lane::subtract(t, t, ya);
      lane::multiply(slope, slope, t);
      lane::multiply(t, slope, slope);
      lane::subtract(t, t, xa);
      lane::subtract(t, t, xb);
      lane::reduce_x(t);
      lane::store(out[0], t, here);
      lane::subtract(t, xa, t);
      lane::multiply(t, slope, t);
      lane::subtract(t, t, ya);
      lane::reduce_y(t);
      lane::store(out[1], t, here);
    }
  }

  [[nodiscard]] static number one() {
    static number const value = convert::number_of(base::one());
    return value;
  }
  // Unequal x coordinates 0 and 1 for lanes without a pair.
  static constexpr point filler_ = [] {
    point p{};
    p.y[0] = 1;
    return p;
  }();

  struct pair {
    u32 left;
    u32 right;
  };
  bool infinity_ = false;
  std::vector<pair> special_;
  pair_adder<G> portable_;
  std::unique_ptr<block[]> prefix_;
  std::size_t prefix_size_ = 0;
  block last_;
  half_block level_[3];
};

}  // namespace cuzk::inline v0::msm::detail
#endif  // CUZK_HAS_AVX512_FORM
