// SPDX-License-Identifier: Apache-2.0
#pragma once

// Sums of the segments of a list, a segment being the neighbours of one key, by runs of one length.
//
// A run is summed by lanes that share a point. What lies wholly inside a run is a key's sum; a piece at an end of
// the run that goes on beyond it goes to a list of pieces, two places a run, whose segments are summed the same
// way. A run of r places leaves at most 2 / r of the list, so even one segment of n points takes log n rounds.

#include <cstddef>

#include <cuzk/core/config.hpp>
#include <cuzk/core/wide_access.hpp>
#include <cuzk/curve/affine.hpp>
#include <cuzk/curve/concepts.hpp>
#include <cuzk/curve/xyzz.hpp>
#include <cuzk/msm/detail/shared_addition.hpp>

namespace cuzk::inline v0::msm::detail {

using cuzk::detail::u32;

// A list has places [0, size); key(i) is `none` or above where there is nothing to add, else fetch(i) loads what
// operand(fetched) makes the point of.

// What the runs of a round leave, 2 runs + 1 places: the first is empty, so that the two pieces which meet at the
// end of a run stand at an even place and the next.
template <group G>
struct piece_list {
  u32* keys;
  xyzz<G>* points;
};

// Sorted by key: values are (index << 1 | sign), indices from n on are images by the endomorphism.
template <group G, class V>
struct sorted_list {
  using sum_type = sum_on_two<G, V>;
  static constexpr bool is_sorted = true;
  using F = typename G::base_field;

  u32 const* keys;
  u32 const* values;
  affine<G> const* points;
  F const* images;
  u32 n;
  u32 size;

  CUZK_HD u32 key(u32 place) const { return keys[place]; }
  struct fetched {
    V point;
    bool is_negative;
  };
  CUZK_HD fetched fetch(u32 place) const {
    u32 const value = values[place];
    u32 const i = value >> 1U;
    affine<G> const* const p = points + (i < n ? i : i - n);
    F const* const x = i < n ? &p->x : images + (i - n);
    return {V::each([&](unsigned lane) { return cuzk::detail::load_wide(lane == 0 ? x : &p->y); }), (value & 1U) != 0};
  }
  CUZK_HD V operand(fetched const& f) const {
    return choose(1U, f.point, select(f.is_negative, V::constant(F::zero()) - f.point, f.point));
  }
};

// The pieces that an earlier round left.
template <group G, class V>
struct pieces_as_list {
  using sum_type = sum_on_four<G, V>;
  static constexpr bool is_sorted = false;

  piece_list<G> pieces;
  u32 size;

  CUZK_HD u32 key(u32 place) const { return pieces.keys[place]; }
  using fetched = V;
  CUZK_HD V fetch(u32 place) const { return sum_type::load_operand(pieces.points + place); }
  CUZK_HD V const& operand(V const& f) const { return f; }
};

// Sums places [run * length, (run + 1) * length) of the list, if run < runs; the lanes that share a point have one
// run. All lanes of a warp call this together, with one length.
template <class List, group G>
CUZK_HD void sum_run(List const& list, u32 run, u32 runs, u32 length, u32 none, xyzz<G>* sums, piece_list<G> next) {
  using sum_type = typename List::sum_type;
  using V = typename sum_type::operand;
  u32 const begin = run < runs ? run * length : list.size;
  u32 const end = list.size - begin < length ? list.size : begin + length;
  auto const key_at = [&](u32 place) { return place < end ? list.key(place) : none; };
  u32 const first_key = key_at(begin);
  u32 key = first_key;
  bool is_first = true;
  bool const open_left = key < none && begin > 0 && list.key(begin - 1) == key;
  u32 const slot = 2 * run + 1;
  sum_type sum;
  sum.clear();

  u32 next_key = key;
  typename List::fetched coming{};  // loaded while another is added
  if (next_key < none) coming = list.fetch(begin);
  for (u32 i = 0; i < length; ++i) {
    u32 const here = next_key;
    auto const now = coming;
    next_key = i + 1 < length ? key_at(begin + i + 1) : none;
    if (next_key < none) coming = list.fetch(begin + i + 1);
    if (here != key) {
      if (key < none) sum.store(is_first && open_left ? next.points + slot : sums + key);
      sum.clear();
      key = here;
      is_first = false;
    }
    bool const active = here < none;
    if (List::is_sorted && !V::any(active)) break;  // nothing comes after
    sum.add(list.operand(now), active);
  }

  bool const open_right = key < none && end < list.size && list.key(end) == key;
  bool const is_whole = is_first && (open_left || open_right);  // one piece
  if (key < none) {
    if (is_whole) {
      sum.store(next.points + slot);
      sum.clear();
      sum.store(next.points + slot + 1);
    } else {
      sum.store(open_right ? next.points + slot + 1 : sums + key);
    }
  }
  if (run >= runs) return;
  next.keys[slot] = is_whole || open_left ? first_key : none;
  next.keys[slot + 1] = is_whole || open_right ? key : none;
  if (run == 0) next.keys[0] = none;
}

// Places of the list that `runs` runs leave.
CUZK_HD constexpr u32 pieces_of(u32 runs) { return 2 * runs + 1; }

}  // namespace cuzk::inline v0::msm::detail
