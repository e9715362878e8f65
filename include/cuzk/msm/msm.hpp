// SPDX-License-Identifier: Apache-2.0
#pragma once

/// @file
/// Multi-scalar multiplication on the host.

#include <algorithm>
#include <concepts>
#include <cstddef>
#include <cstdint>
#include <iterator>
#include <span>
#include <string>
#include <utility>
#include <vector>

#include <cuzk/core/error.hpp>
#include <cuzk/core/span.hpp>
#include <cuzk/curve/affine.hpp>
#include <cuzk/curve/concepts.hpp>
#include <cuzk/curve/glv.hpp>
#include <cuzk/curve/jacobian.hpp>
#include <cuzk/exec/executor.hpp>
#include <cuzk/field/big_int.hpp>
#include <cuzk/msm/detail/lane_form.hpp>
#include <cuzk/msm/detail/lane_points.hpp>
#include <cuzk/msm/detail/pippenger.hpp>
#include <cuzk/msm/detail/portable_points.hpp>
#include <cuzk/msm/detail/signed_digits.hpp>
#include <cuzk/msm/detail/window_choice.hpp>
#include <cuzk/msm/options.hpp>
#include <cuzk/msm/scalar.hpp>

namespace cuzk::inline v0::msm {

namespace detail {

template <class T>
inline constexpr bool is_affine_v = false;
template <class G>
inline constexpr bool is_affine_v<affine<G>> = true;

// Up to this many records a table for each point is cheaper than buckets.
// Intel Xeon (Sapphire Rapids), BLS12-381 G1, 2026-11-29: equal at 4 points, 0.19 ms.
inline constexpr std::size_t straus_records = 8;

// Scalars recoded in parallel, a chunk of digits for each slice.
template <class G, recoding How, executor Exec, class S>
[[nodiscard]] workload recode_all(Exec const& where, std::vector<digit_chunk<recoder<G, How>::limbs>>& chunks,
                                  std::span<affine<G> const> points, std::span<S const> scalars) {
  where.run(chunks.size(), [&](std::size_t i) {
    recoder<G, How>::recode(points, scalars, points.size() * i / chunks.size(), points.size() * (i + 1) / chunks.size(),
                            chunks[i]);
  });
  workload load;
  for (auto const& c : chunks) {
    load.ones += c.ones.size();
    load.shorts += c.short_entries.size();
    load.longs += c.long_entries.size();
    load.bits = std::max(load.bits, c.bits);
  }
  return load;
}

template <executor Exec>
[[nodiscard]] std::size_t slice_count(Exec const& where, std::size_t points) {
  return std::clamp<std::size_t>(points / 256, 1, 4 * exec::threads_of(where));
}

template <class G, class Points, recoding How, executor Exec>
[[nodiscard]] jacobian<G> by_buckets(Exec const& where, std::span<affine<G> const> points,
                                     std::span<digit_chunk<recoder<G, How>::limbs> const> chunks, workload const& load,
                                     options const& choice) {
  typename Points::bases const bases(where, points, How == recoding::split);
  unsigned const c = choice.window_bits != 0
                         ? choice.window_bits
                         : choose_window(load, exec::threads_of(where), Points::segment_entries, Points::price);
  return pippenger<G, Points, recoder<G, How>::limbs>(where, bases, chunks, load, c);
}

// Buckets in one form of the points, whatever the size: how tests reach each form.
template <class G, class Points, recoding How, executor Exec, class S>
[[nodiscard]] jacobian<G> msm_by_buckets(Exec const& where, std::span<affine<G> const> points,
                                         std::span<S const> scalars, options const& choice) {
  std::vector<digit_chunk<recoder<G, How>::limbs>> chunks(slice_count(where, points.size()));
  workload const load = recode_all<G, How>(where, chunks, points, scalars);
  if (load.records() == 0) return jacobian<G>::infinity();
  return by_buckets<G, Points, How>(where, points, std::span(std::as_const(chunks)), load, choice);
}

// One chunk by the way that suits its size and the processor.
template <class G, recoding How, executor Exec, class S>
[[nodiscard]] jacobian<G> msm_chunk(Exec const& where, std::span<affine<G> const> points, std::span<S const> scalars,
                                    options const& choice) {
  std::vector<digit_chunk<recoder<G, How>::limbs>> chunks(slice_count(where, points.size()));
  workload const load = recode_all<G, How>(where, chunks, points, scalars);
  if (load.records() == 0) return jacobian<G>::infinity();
  std::span const all(std::as_const(chunks));
  if (choice.window_bits == 0 && load.records() <= straus_records) {
    typename portable_points<G>::bases const bases(where, points, How == recoding::split);
    return straus<G, portable_points<G>, recoder<G, How>::limbs>(bases, all, load, load.bits > 16 ? 5 : 2);
  }
#if CUZK_HAS_AVX512_FORM
  if constexpr (has_lane_form_v<G>) {
    if (has_ifma) return by_buckets<G, lane_points<G>, How>(where, points, all, load, choice);
  }
#endif
  return by_buckets<G, portable_points<G>, How>(where, points, all, load, choice);
}

}  // namespace detail

/// Multi-scalar multiplication: the sum of scalars[i] * points[i].
///
/// Pippenger's algorithm on signed digits; buckets are summed by affine additions that share
/// inversions; with the curve's endomorphism where it has one. Scalars 0 cost next to nothing, 1 and
/// r - 1 one addition, short ones in proportion to their bits. The same group element for every
/// executor, thread count and option (for points that are what `points_in_subgroup` says). Not constant in time; copies
/// of scalars are wiped.
///
/// @param where    any executor; all its threads are used
/// @param points   n affine points on the curve, Montgomery coordinates, infinity and repetitions allowed;
///                 of order r unless `choice.points_in_subgroup` is false
/// @param scalars  n elements of the scalar field, or n integers (any size; taken modulo r)
/// @param choice   window width, points of other orders, chunk size
/// @returns        Jacobian point; infinity for n = 0
/// @throws invalid_argument if the lengths differ or a choice is out of its range, before any work;
///                 whatever the executor throws
/// @cost           with b-bit scalars and windows of c bits about ceil((b + 1) / c) (n + 2^c) additions of
///                 5 products and a squaring. Memory a chunk: the recoded scalars; for a group
///                 of windows that are sorted together 4 bytes a digit (256 MiB at most, unless one window
///                 has more) and 2^(c-1) counters a window and slice; in the vector form a copy of every
///                 point, 192 bytes for G1 of BLS12-381, x of its image under the endomorphism included
/// @source         Pippenger 1976; Bernstein et al., "Faster batch forgery identification", 2012, section 4;
///                 Gallant, Lambert, Vanstone, "Faster point multiplication on elliptic curves with
///                 efficient endomorphisms", 2001
template <group G, scalar_of<G> S, executor Exec>
[[nodiscard]] jacobian<G> msm(Exec const& where, std::span<affine<G> const> points, std::span<S const> scalars,
                              options const& choice = {}) {
  require_same_size("msm", points.size(), "points", scalars.size(), "scalars");
  if (choice.window_bits > options::max_window_bits) {
    throw invalid_argument("msm: window_bits " + std::to_string(choice.window_bits) + " is above " +
                           std::to_string(options::max_window_bits));
  }
  constexpr std::size_t largest_chunk = std::size_t{1} << 26U;
  if (choice.chunk_points > largest_chunk) {
    throw invalid_argument("msm: chunk_points " + std::to_string(choice.chunk_points) + " is above " +
                           std::to_string(largest_chunk));
  }
  std::size_t const chunk = choice.chunk_points == 0 ? std::size_t{1} << 22U : choice.chunk_points;
  auto total = jacobian<G>::infinity();
  for (std::size_t first = 0; first < points.size(); first += chunk) {
    std::size_t const count = std::min(chunk, points.size() - first);
    auto const p = points.subspan(first, count);
    auto const s = scalars.subspan(first, count);
    if (!choice.points_in_subgroup) {
      total += detail::msm_chunk<G, detail::recoding::whole>(where, p, s, choice);
    } else if constexpr (has_endomorphism_v<G>) {
      total += detail::msm_chunk<G, detail::recoding::split>(where, p, s, choice);
    } else {
      total += detail::msm_chunk<G, detail::recoding::halved>(where, p, s, choice);
    }
  }
  return total;
}

/// The same for any contiguous ranges of points and scalars, such as vectors.
template <executor Exec, std::ranges::contiguous_range Points, std::ranges::contiguous_range Scalars>
requires detail::is_affine_v<std::ranges::range_value_t<Points>>
[[nodiscard]] auto msm(Exec const& where, Points const& points, Scalars const& scalars, options const& choice = {}) {
  using group_type = typename std::ranges::range_value_t<Points>::group_type;
  using scalar = std::ranges::range_value_t<Scalars>;
  return msm<group_type, scalar, Exec>(where, std::span<affine<group_type> const>(points),
                                       std::span<scalar const>(scalars), choice);
}

}  // namespace cuzk::inline v0::msm
