// SPDX-License-Identifier: Apache-2.0
#pragma once

// Affine points over a prime field or its extension by i for vector instructions: the same tree of
// additions as portable_points, 16 or 8 pairs at a time. What is rare is left to the portable form.

#include <algorithm>
#include <cstddef>
#include <memory>
#include <span>
#include <type_traits>
#include <vector>

#include <cuzk/curve/affine.hpp>
#include <cuzk/curve/glv.hpp>
#include <cuzk/exec/for_each.hpp>
#include <cuzk/field/concepts.hpp>
#include <cuzk/field/extension_traits.hpp>
#include <cuzk/field/quadratic_extension.hpp>
#include <cuzk/msm/detail/lane_field.hpp>
#include <cuzk/msm/detail/portable_points.hpp>
#include <cuzk/msm/detail/prices.hpp>
#include <cuzk/msm/detail/signed_digits.hpp>

#if CUZK_HAS_AVX512_FORM

namespace cuzk::inline v0::msm::detail {

// The vector form of a field: what lane_adder works with, and elements as words.
template <class F>
struct lane_form {
  static constexpr bool exists = F::bits + 4 <= 8 * 52;
  using prime = F;
  using constants = lane_constants<F>;
  using lane = lane_field<F, 2>;
  using single = lane_field<F, 1>;
  using number = typename constants::number;
  static constexpr std::size_t parts = 1;

  [[nodiscard]] static F const& part(F const& x, std::size_t) { return x; }
  [[nodiscard]] static F join(F const* parts) { return parts[0]; }
};

template <class Tag>
struct lane_form<quadratic_extension<Tag>> {
  using field_type = quadratic_extension<Tag>;
  using prime = typename Tag::base_field;
  static constexpr bool exists = [] {
    if constexpr (prime_field_element<prime>) {
      return prime::bits + 4 <= 8 * 52 && prime::bits + 6 <= 52 * lane_constants<prime>::limbs &&
             Tag::non_residue() == -prime::one();
    } else {
      return false;
    }
  }();
  using constants = lane_constants<prime>;
  using lane = lane_quadratic<field_type>;
  using single = lane;
  using number = typename lane::number;
  static constexpr std::size_t parts = 2;

  [[nodiscard]] static prime const& part(field_type const& x, std::size_t i) { return i == 0 ? x.c0 : x.c1; }
  [[nodiscard]] static field_type join(prime const* parts) { return {parts[0], parts[1]}; }
};

// Coordinates in 52-bit limbs. x is below 2 p; y is at most 2 p and its limbs may be negative, so
// that a change of sign needs no carries. Infinity is all words zero.
template <class F>
struct lane_point {
  static constexpr std::size_t words = lane_form<F>::lane::words;
  // Eight words are a cache line.
  alignas(words % 8 == 0 ? 64 : 8) u64 x[words];
  u64 y[words];
};

template <class G>
struct lane_conversion {
  using base = typename G::base_field;
  using form = lane_form<base>;
  using prime = typename form::prime;
  using constants = typename form::constants;
  using number = typename form::number;
  using point = lane_point<base>;

  [[nodiscard]] static prime const& ratio() {
    static prime const value = constants::ratio();
    return value;
  }
  [[nodiscard]] static prime const& inverse_ratio() {
    static prime const value = inverse(constants::ratio());
    return value;
  }
  static void write(u64* words, base const& x) {
    for (std::size_t i = 0; i < form::parts; ++i) {
      auto const limbs = constants::cut((form::part(x, i) * ratio()).montgomery());
      for (std::size_t j = 0; j < constants::limbs; ++j) words[i * constants::limbs + j] = limbs.limb[j];
    }
  }
  [[nodiscard]] static number number_of(base const& x) {
    number n;
    write(n.limb, x);
    return n;
  }
  [[nodiscard]] static base element_of(u64 const* words) {
    prime parts[form::parts];
    for (std::size_t i = 0; i < form::parts; ++i) {
      parts[i] = prime::from_montgomery_unchecked(constants::reduce(words + i * constants::limbs)) * inverse_ratio();
    }
    return form::join(parts);
  }

  [[nodiscard]] static point to_point(affine<G> const& p) {
    point out;
    write(out.x, p.x);
    write(out.y, p.y);
    return out;
  }
  [[nodiscard]] static affine<G> to_affine(point const& p) { return {element_of(p.x), element_of(p.y)}; }
  [[nodiscard]] static bool at_infinity(point const& p) {
    u64 any = 0;
    for (std::size_t j = 0; j < point::words; ++j) any |= p.x[j] | p.y[j];
    return any == 0;
  }
};

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

template <class G>
struct lane_points {
  using base = typename G::base_field;
  using point = lane_point<base>;
  using adder = lane_adder<G>;
  using form = lane_form<base>;
  using constants = typename form::constants;
  static constexpr std::size_t segment_entries = 8192;
  static constexpr prices price{};

  // The caller's points in lane form, and x coordinates of their images under the endomorphism.
  class bases {
    static constexpr std::size_t words = point::words;
    struct image {
      alignas(words % 8 == 0 ? 64 : 8) u64 x[words];
    };

   public:
    static constexpr bool may_be_infinity = false;

    template <class Exec>
    bases(Exec const& where, std::span<affine<G> const> points, bool split)
        : points_(std::make_unique_for_overwrite<point[]>(points.size())) {
      if constexpr (has_endomorphism_v<G>) {
        if (split) images_ = std::make_unique_for_overwrite<image[]>(points.size());
      }
      exec::for_each_chunk(where, points.size(), 1024,
                           [&](std::size_t first, std::size_t last) { convert(points, first, last); });
    }

    [[nodiscard]] CUZK_FORCE_INLINE point load(entry e) const {
      u32 const record = e >> 1U;
      point p;
      if (!images_) {
        p = points_[record];
      } else {
        p = points_[record >> 1U];
        if ((record & 1U) != 0) std::copy_n(images_[record >> 1U].x, words, p.x);
      }
      // -y is 2 p - y limb by limb.
      constexpr auto twice = constants::p2;
      u64 const negate = u64{0} - (e & 1U);
      for (std::size_t j = 0; j < words; ++j) {
        p.y[j] = (twice.limb[j % constants::limbs] & negate) + ((p.y[j] ^ negate) - negate);
      }
      return p;
    }
    CUZK_FORCE_INLINE void prefetch(entry e) const {
      u32 const record = e >> 1U;
      auto const* p = points_.get() + (!images_ ? record : record >> 1U);
      if (images_ && (record & 1U) != 0) {
        __builtin_prefetch(images_.get() + (record >> 1U));
      } else {
        __builtin_prefetch(p->x);
      }
      __builtin_prefetch(p->y);
    }

   private:
    CUZK_AVX512 void convert(std::span<affine<G> const> points, std::size_t first, std::size_t last) {
      using prime = typename form::prime;
      using lane = lane_field<prime, 2>;
      using conversion = lane_conversion<G>;
      // Limbs of a R, times R'^2 / R, over R': limbs of a R'.
      typename lane::block factor, beta, t;
      lane::broadcast(factor, constants::cut((conversion::ratio() * conversion::ratio()).montgomery()));
      if constexpr (has_endomorphism_v<G>) {
        auto const beta_element = endomorphism(affine<G>{base::one(), base::one()}).x;
        lane::broadcast(beta, constants::cut((form::part(beta_element, 0) * conversion::ratio()).montgomery()));
      }
      for (std::size_t i = first; i < last; i += lane::lanes) {
        std::size_t const here = std::min(lane::lanes, last - i);
        for (std::size_t row = 0; row < 2 * form::parts; ++row) {  // coefficients of x, then of y
          bool const is_x = row < form::parts;
          std::size_t const part = row % form::parts;
          typename constants::number in[lane::lanes];
          u64 const* from[lane::lanes];
          u64* to[lane::lanes];
          u64* image_to[lane::lanes];
          for (std::size_t n = 0; n < lane::lanes; ++n) {
            std::size_t const at = i + (n < here ? n : 0);
            in[n] = constants::cut(form::part(is_x ? points[at].x : points[at].y, part).montgomery());
            from[n] = in[n].limb;
            to[n] = (is_x ? points_[at].x : points_[at].y) + part * constants::limbs;
            image_to[n] = images_ ? images_[at].x + part * constants::limbs : nullptr;
          }
          lane::load(t, from);
          lane::multiply(t, t, factor);
          lane::store(to, t, here);
          if constexpr (has_endomorphism_v<G>) {
            if (!is_x || !images_) continue;
            lane::multiply(t, t, beta);
            lane::store(image_to, t, here);
          }
        }
      }
    }

    std::unique_ptr<point[]> points_;
    std::unique_ptr<image[]> images_;
  };

  [[nodiscard]] static affine<G> to_affine(point const& p) { return lane_conversion<G>::to_affine(p); }
  [[nodiscard]] static bool at_infinity(point const& p) { return lane_conversion<G>::at_infinity(p); }
};

// Whether points of G have this form: at most 8 limbs, and w^2 = -1 in an extension.
template <class G>
inline constexpr bool has_lane_form_v = [] {
  if constexpr (prime_field_element<typename G::base_field> || extension_degree_v<typename G::base_field> == 2) {
    return lane_form<typename G::base_field>::exists;
  } else {
    return false;
  }
}();

}  // namespace cuzk::inline v0::msm::detail
#else

namespace cuzk::inline v0::msm::detail {

template <class G>
inline constexpr bool has_lane_form_v = false;

}  // namespace cuzk::inline v0::msm::detail
#endif  // CUZK_HAS_AVX512_FORM
