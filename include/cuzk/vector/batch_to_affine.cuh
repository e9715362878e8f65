// SPDX-License-Identifier: Apache-2.0
#pragma once

/// @file
/// Many points to affine coordinates on a device.

#include <cuzk/vector/batch_to_affine.hpp>

#include <cstddef>
#include <span>

#include <cuzk/core/config.hpp>
#include <cuzk/curve/affine.hpp>
#include <cuzk/curve/batch_to_affine.hpp>
#include <cuzk/curve/concepts.hpp>
#include <cuzk/curve/jacobian.hpp>
#include <cuzk/curve/xyzz.hpp>
#include <cuzk/exec/cuda.cuh>
#include <cuzk/vector/batch_inverse.cuh>
#include <cuzk/vector/detail/chains.hpp>

namespace cuzk::inline v0::vector {

namespace detail {

// The products of denominators wait in the places of the results.
template <group G, class Point>
struct point_places {
  using field_type = typename G::base_field;

  Point const* points;
  affine<G>* out;

  CUZK_HD field_type value(std::size_t i) const {
    return is_infinity(points[i]) ? field_type::zero() : cuzk::detail::denominator(points[i]);
  }
  CUZK_HD field_type& prefix(std::size_t i) const { return out[i].x; }
  CUZK_HD void store(std::size_t i, field_type const& inverted) const {
    if (is_zero(inverted)) {
      out[i] = affine<G>::infinity();
    } else {
      out[i] = cuzk::detail::normalised(points[i], inverted);
    }
  }
};

template <group G, class Point>
void batch_to_affine(exec::cuda const& where, std::span<affine<G>> out, std::span<Point const> points) {
  require_places(out, points);
  invert_chains<typename G::base_field>(where, point_places<G, Point>{points.data(), out.data()}, points.size());
}

}  // namespace detail

/// What `batch_to_affine` of n points takes of a workspace: about n / 6 coordinates, and never less than for fewer.
template <group G>
[[nodiscard]] constexpr std::size_t batch_to_affine_workspace_bytes(std::size_t n) {
  return detail::chain_inversion_bytes<typename G::base_field>(n);
}

/// out[i] = the affine form of points[i]; infinity stays infinity and does not disturb the others.
///
/// @param where   a stream, and scratch of batch_to_affine_workspace_bytes<G>(n)
/// @param out     n points of device memory, other memory than `points`
/// @param points  n points of device memory in Jacobian coordinates
/// @throws invalid_argument if the sizes differ or the memory overlaps; what the resource throws, before out is
///         changed; cuda_error if a launch is refused
/// @cost about 6.3 products and 1 squaring a point
/// @sync none
template <group G>
void batch_to_affine(exec::cuda const& where, std::span<affine<G>> out, std::span<jacobian<G> const> points) {
  detail::batch_to_affine(where, out, points);
}
template <group G>
void batch_to_affine(exec::cuda const& where, std::span<affine<G>> out, std::span<xyzz<G> const> points) {
  detail::batch_to_affine(where, out, points);
}

}  // namespace cuzk::inline v0::vector
