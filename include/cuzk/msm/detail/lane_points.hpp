// SPDX-License-Identifier: Apache-2.0
#pragma once

// Affine points over a prime field or its extension by i for vector instructions: the same tree of
// additions as portable_points, 16 or 8 pairs at a time. What is rare is left to the portable form.

#include <algorithm>
#include <cstddef>
#include <span>

#include <cuzk/core/config.hpp>
#include <cuzk/curve/affine.hpp>
#include <cuzk/curve/glv.hpp>
#include <cuzk/exec/for_each.hpp>
#include <cuzk/msm/detail/lane_adder.hpp>
#include <cuzk/msm/detail/lane_field.hpp>
#include <cuzk/msm/detail/lane_form.hpp>
#include <cuzk/msm/detail/prices.hpp>
#include <cuzk/msm/detail/scratch_array.hpp>
#include <cuzk/msm/detail/signed_digits.hpp>

#if CUZK_HAS_AVX512_FORM

namespace cuzk::inline v0::msm::detail {

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
        : points_(points.size()), images_(split ? points.size() : 0) {
      exec::for_each_chunk(where, points.size(), 1024,
                           [&](std::size_t first, std::size_t last) { convert(points, first, last); });
    }

    [[nodiscard]] CUZK_FORCE_INLINE point load(entry e) const {
      u32 const record = e >> 1U;
      point p;
      if (images_.empty()) {
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
      auto const* p = points_.data() + (images_.empty() ? record : record >> 1U);
      if (!images_.empty() && (record & 1U) != 0) {
        __builtin_prefetch(images_.data() + (record >> 1U));
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
            image_to[n] = images_.empty() ? nullptr : images_[at].x + part * constants::limbs;
          }
          lane::load(t, from);
          lane::multiply(t, t, factor);
          lane::store(to, t, here);
          if constexpr (has_endomorphism_v<G>) {
            if (!is_x || images_.empty()) continue;
            lane::multiply(t, t, beta);
            lane::store(image_to, t, here);
          }
        }
      }
    }

    scratch_array<point> points_;
    scratch_array<image> images_;
  };

  [[nodiscard]] static affine<G> to_affine(point const& p) { return lane_conversion<G>::to_affine(p); }
  [[nodiscard]] static bool at_infinity(point const& p) { return lane_conversion<G>::at_infinity(p); }
};

}  // namespace cuzk::inline v0::msm::detail
#endif  // CUZK_HAS_AVX512_FORM
