// SPDX-License-Identifier: Apache-2.0
// Tables of the points of groups where everything can be tried: a != 0, and a = 0 with the endomorphism; with a
// cofactor, and with points of order 2. A table of few points takes the same kernels whatever the points, so that a
// sanitizer is given few.
#include <cstddef>
#include <cstdint>
#include <string>
#include <vector>

#include <cuda_runtime.h>

#include <cuzk/curve/affine.hpp>
#include <cuzk/curve/jacobian.hpp>
#include <cuzk/curves/toy.hpp>
#include <cuzk/exec/cuda.cuh>
#include <cuzk/memory/device_resource.cuh>
#include <cuzk/msm/fixed_base.cuh>

#include <gpu/msm/fixed_base_cases.cuh>
#include <gpu/msm/toy_sums.cuh>
#include <support/toy_67.hpp>

namespace {

using namespace cuzk_test;

template <class G>
void every_point_times_every_scalar() {
  all_products<G> const all;
  for (unsigned const c : sanitized_few<unsigned>("widths", {1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12}, {1, 5})) {
    for (unsigned const rows : sanitized_few<unsigned>("rows", {0, 1, 2, 3}, {0, 2})) {
      for (bool const in_subgroup : {true, false}) {
        table_of<G> const t(all.points, rows, {.window_bits = c, .points_in_subgroup = in_subgroup});
        require(t.sum(all.scalars) == all.sum, described(t.table()));
      }
    }
  }
}

// One table of all points; of each call only one scalar is not 0.
template <class G>
void every_scalar_alone() {
  constexpr std::uint64_t r = order<G>;
  auto const all = all_multiples<G>();
  std::uint64_t const step = sanitized_less("scalars", std::uint64_t{1}, std::uint64_t{43});
  for (unsigned const c : {2U, 4U}) {
    table_of<G> const t(all, 0, {.window_bits = c});
    for (std::uint64_t k = 0; k < r; k += step) {
      std::uint64_t const i = (7 * k + 3) % r;
      std::vector<scalar_t<G>> scalars(r, scalar_t<G>::zero());
      scalars[i] = scalar_t<G>(k);
      require(t.sum(scalars) == all[i * k % r], "scalar " + std::to_string(k) + ", " + described(t.table()));
    }
  }
}

// [P, Q, P + Q] with every relation of P and Q, scalars that meet in one bucket.
template <class G>
void pairs_of_points_with_equal_scalars() {
  constexpr std::uint64_t r = order<G>;
  auto const all = all_multiples<G>();
  own_stream const stream;
  cuzk::memory::device_pool pool;
  cuzk::exec::cuda const where(stream.ref(), pool);
  guarded<cuzk::affine<G>> const p(3);
  guarded<scalar_t<G>> const s(3);
  std::uint64_t const step = sanitized_less("second points", std::uint64_t{1}, std::uint64_t{43});
  for (std::uint64_t const i : {std::uint64_t{0}, std::uint64_t{1}, std::uint64_t{8}, r - 1}) {
    for (std::uint64_t j = 0; j < r; j += step) {
      std::uint64_t const k = 1 + (i * j + j) % (r - 1);
      copy_to_device(stream.get(), p.span().data(), std::vector{all[i], all[j], all[(i + j) % r]});
      copy_to_device(stream.get(), s.span().data(), std::vector<scalar_t<G>>(3, scalar_t<G>(k)));
      cuzk::msm::fixed_base<G> const table(where, p.in(), 0, {.window_bits = 3});
      require(to_affine(table.sum(where, s.in())) == all[2 * (i + j) * k % r],
              "points " + std::to_string(i) + ", " + std::to_string(j) + ", scalar " + std::to_string(k));
    }
  }
}

// Points of the whole curve, not only of the subgroup: the integer below r counts. Rows meet infinity where a multiple
// of a point is.
template <class G>
void whole_curve() {
  whole_curve_products<G> const all;
  auto const& points = all.points;
  auto const& scalars = all.scalars;
  auto const want = to_affine(naive_msm<G, scalar_t<G>>(points, scalars));
  for (unsigned const c : sanitized_few<unsigned>("widths", {1, 2, 3, 4, 5, 6, 7, 8}, {1, 5})) {
    for (unsigned const rows : sanitized_few<unsigned>("rows", {0, 1, 2}, {0, 2})) {
      table_of<G> const t(points, rows, {.window_bits = c, .points_in_subgroup = false});
      require(t.sum(scalars) == want, described(t.table()));
    }
  }
  for (std::size_t i = 0, step = sanitized_less<std::size_t>("points alone", 1, 17); i < points.size(); i += step) {
    table_of<G> const t({points[i]}, 0, {.window_bits = 2, .points_in_subgroup = false});
    require(t.sum(std::vector{scalars[i]}) == to_affine(naive_multiple(points[i], scalars[i])),
            "point " + std::to_string(i));
  }
}

}  // namespace

int main() {
  using namespace cuzk::curves;
  auto cases = table_cases<toy_349>();
  std::vector<gpu_case> const more = {
      {"toy_349 every_point_times_every_scalar", every_point_times_every_scalar<toy_349>},
      {"toy_349 every_scalar_alone", every_scalar_alone<toy_349>},
      {"toy_349 pairs_of_points_with_equal_scalars", pairs_of_points_with_equal_scalars<toy_349>},
      {"toy_271 every_point_times_every_scalar", every_point_times_every_scalar<toy_271>},
      {"toy_271 every_scalar_alone", every_scalar_alone<toy_271>},
      {"toy_271 exceptional_points_of_tables", exceptional_points_of_tables<toy_271>},
      {"toy_79 whole_curve", whole_curve<toy_79>},
      {"toy_67 whole_curve", whole_curve<toy_67>},
  };
  cases.insert(cases.end(), more.begin(), more.end());
  return gpu_main(cases);
}
