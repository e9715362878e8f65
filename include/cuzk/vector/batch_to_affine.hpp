// SPDX-License-Identifier: Apache-2.0
#pragma once

/// @file
/// Many points to affine coordinates on an executor.

#include <cstddef>
#include <span>

#include <cuzk/core/config.hpp>
#include <cuzk/core/span.hpp>
#include <cuzk/curve/affine.hpp>
#include <cuzk/curve/batch_to_affine.hpp>
#include <cuzk/curve/concepts.hpp>
#include <cuzk/curve/jacobian.hpp>
#include <cuzk/curve/xyzz.hpp>
#include <cuzk/exec/executor.hpp>
#include <cuzk/exec/for_each.hpp>
#include <cuzk/vector/detail/place_by_place.hpp>

namespace cuzk::inline v0::vector {

namespace detail {

template <group G, class Point>
void require_places(std::span<affine<G>> out, std::span<Point const> points) {
  require_same_size("vector::batch_to_affine", out.size(), "places for results", points.size(), "points");
  require_apart("vector::batch_to_affine", std::as_bytes(out), std::as_bytes(points));
}

template <group G, class Point, executor Exec>
void batch_to_affine(Exec const& where, std::span<affine<G>> out, std::span<Point const> points) {
  require_places(out, points);
  constexpr std::size_t least_points = 256;  // an inversion costs about 60 products there
  exec::for_each_chunk(where, points.size(), least_points, [&](std::size_t begin, std::size_t end) {
    cuzk::batch_to_affine(points.subspan(begin, end - begin), out.subspan(begin, end - begin));
  });
}

}  // namespace detail

/// out[i] = the affine form of points[i]; infinity stays infinity.
///
/// @param where   any executor; each of its chunks shares an inversion
/// @param out     n points, other memory than `points`
/// @param points  n points in Jacobian coordinates
/// @throws invalid_argument if the sizes differ or the memory overlaps
/// @cost 6 products and 1 squaring a point, and an inversion a chunk; no allocation
template <group G, executor Exec>
void batch_to_affine(Exec const& where, std::span<affine<G>> out, std::span<jacobian<G> const> points) {
  detail::batch_to_affine(where, out, points);
}
template <group G, executor Exec>
void batch_to_affine(Exec const& where, std::span<affine<G>> out, std::span<xyzz<G> const> points) {
  detail::batch_to_affine(where, out, points);
}

}  // namespace cuzk::inline v0::vector
