// SPDX-License-Identifier: Apache-2.0
// Groups where everything can be tried: a != 0, and a = 0 with the endomorphism; with a cofactor, and with
// points of order 2. A sum of few points takes the same kernels whatever the points, so that a sanitizer is given few.
#include <cstddef>
#include <cstdint>
#include <numeric>
#include <string>
#include <vector>

#include <cuzk/curves/toy.hpp>

#include <gpu/msm/plan_cases.cuh>
#include <gpu/msm/toy_sums.cuh>
#include <support/toy_67.hpp>

namespace {

using namespace cuzk_test;

/// Sums of `chunk` points each, by one call: its windows are wider than the scalars, so that there is one a chunk and
/// the sums of the windows are the results.
template <class G>
std::vector<cuzk::affine<G>> sums_of_chunks(std::vector<cuzk::affine<G>> const& points,
                                            std::vector<scalar_t<G>> const& scalars, std::size_t chunk,
                                            bool in_subgroup = true) {
  own_stream const stream;
  cuzk::msm::device_plan<G> const plan(points.size(),
                                       {.window_bits = 10, .points_in_subgroup = in_subgroup, .chunk_points = chunk});
  require(plan.window_sums() == points.size() / chunk, "one window");
  guarded<cuzk::affine<G>> const p(stream.get(), points);
  guarded<scalar_t<G>> const s(stream.get(), scalars);
  guarded<cuzk::xyzz<G>> const sums(plan.window_sums());
  cuzk::memory::workspace space(scratch.get(stream.get(), plan.workspace_bytes()));
  plan.enqueue(cuzk::exec::cuda(stream.ref(), space), p.in(), s.in(), sums.span());
  std::vector<cuzk::affine<G>> results;
  for (auto const& sum : sums.get(stream.get())) results.push_back(to_affine(to_jacobian(sum)));
  return results;
}

template <class G>
void every_scalar() {
  auto const all = all_multiples<G>();
  std::uint64_t const scalars_tried = sanitized_less("scalars", order<G>, std::uint64_t{20});
  std::vector<cuzk::affine<G>> points;
  std::vector<scalar_t<G>> scalars;
  for (std::uint64_t k = 0; k < scalars_tried; ++k) {
    points.push_back(all[(7 * k + 3) % order<G>]);
    scalars.emplace_back(k);
  }
  for (bool const in_subgroup : {true, false}) {
    auto const got = sums_of_chunks<G>(points, scalars, 1, in_subgroup);
    for (std::uint64_t k = 0; k < scalars_tried; ++k) {
      require(got[k] == all[(7 * k + 3) % order<G> * k % order<G>], "scalar " + std::to_string(k));
    }
  }
}

// In windows of every width.
template <class G>
void every_point_times_every_scalar() {
  all_products<G> const all;
  std::vector<unsigned> widths(24);
  std::iota(widths.begin(), widths.end(), 1U);
  for (unsigned const c : sanitized_few("widths", widths, {1, 7, 17})) {
    for (bool const in_subgroup : {true, false}) {
      require(
          sum_by<G>(options{.window_bits = c, .points_in_subgroup = in_subgroup}, all.points, all.scalars) == all.sum,
          "windows of " + std::to_string(c) + " bits");
    }
  }
}

// [P, Q] and [P, Q, R] with every relation of P and Q, scalars that meet in one bucket.
template <class G>
void every_pair_of_points_with_equal_scalars() {
  constexpr std::uint64_t r = order<G>;
  auto const all = all_multiples<G>();
  std::uint64_t const last = sanitized_less("first points", r, std::uint64_t{2});
  std::uint64_t const step = sanitized_less("second points", std::uint64_t{1}, std::uint64_t{43});
  for (std::uint64_t i = 0; i < last; i += i < 3 || i + 3 > r ? 1 : 19) {
    for (std::size_t const chunk : {2U, 3U}) {
      std::vector<cuzk::affine<G>> points;
      std::vector<scalar_t<G>> scalars;
      for (std::uint64_t j = 0; j < r; j += step) {
        scalars.insert(scalars.end(), chunk, scalar_t<G>(1 + (i * j + j) % (r - 1)));
        points.push_back(all[i]);
        points.push_back(all[j]);
        if (chunk == 3) points.push_back(all[(i + j) % r]);  // equals the sum before it
      }
      auto const got = sums_of_chunks<G>(points, scalars, chunk);
      for (std::uint64_t j = 0; j < r; j += step) {
        std::uint64_t const k = 1 + (i * j + j) % (r - 1);
        require(got[j / step] == all[(i + j) * (chunk - 1) * k % r],
                "points " + std::to_string(i) + ", " + std::to_string(j) + ", scalar " + std::to_string(k));
      }
    }
  }
}

// [P, Q] of the whole curve, points of order 2 among them.
template <class G>
void every_pair_of_the_whole_curve() {
  auto const every = all_points<G>();
  std::vector<cuzk::affine<G>> few;
  for (auto const& p : every) {
    if (is_zero(p.y) || few.size() < 10) few.push_back(p);
  }
  auto const all = sanitized_few("points", every, few);
  for (std::size_t i = 0; i < all.size(); i += is_zero(all[i].y) ? 1 : 13) {
    std::vector<cuzk::affine<G>> points;
    for (auto const& q : all) {
      points.push_back(all[i]);
      points.push_back(q);
    }
    std::vector<scalar_t<G>> const ones(points.size(), scalar_t<G>::one());
    auto const got = sums_of_chunks<G>(points, ones, 2, false);
    for (std::size_t j = 0; j < all.size(); ++j) {
      require(got[j] == to_affine(to_jacobian(all[i]) + all[j]),
              "points " + std::to_string(i) + ", " + std::to_string(j));
    }
  }
}

// Points of the whole curve, not only of the subgroup: the integer below r counts.
template <class G>
void whole_curve() {
  whole_curve_products<G> const all;
  auto const& points = all.points;
  auto const& scalars = all.scalars;
  std::size_t const alone = sanitized_less<std::size_t>("points alone", points.size(), 20);
  auto const first = [alone](auto const& of) {
    return std::vector(of.begin(), of.begin() + static_cast<std::ptrdiff_t>(alone));
  };
  auto const got = sums_of_chunks<G>(first(points), first(scalars), 1, false);
  for (std::size_t i = 0; i < alone; ++i) {
    require(got[i] == to_affine(naive_multiple(points[i], scalars[i])), "point " + std::to_string(i));
  }
  auto const want = to_affine(naive_msm<G, scalar_t<G>>(points, scalars));
  for (unsigned const c : sanitized_few<unsigned>("widths", {1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12}, {1, 5})) {
    require(sum_by<G>(options{.window_bits = c, .points_in_subgroup = false}, points, scalars) == want,
            "windows of " + std::to_string(c) + " bits");
  }
}

}  // namespace

int main() {
  using namespace cuzk::curves;
  auto cases = plan_cases<toy_349>();
  std::vector<gpu_case> const more = {
      {"toy_349 every_scalar", every_scalar<toy_349>},
      {"toy_349 every_point_times_every_scalar", every_point_times_every_scalar<toy_349>},
      {"toy_349 every_pair_of_points_with_equal_scalars", every_pair_of_points_with_equal_scalars<toy_349>},
      {"toy_271 every_scalar", every_scalar<toy_271>},
      {"toy_271 every_point_times_every_scalar", every_point_times_every_scalar<toy_271>},
      {"toy_271 every_pair_of_points_with_equal_scalars", every_pair_of_points_with_equal_scalars<toy_271>},
      {"toy_271 exceptional_points", exceptional_points<toy_271>},
      {"toy_79 whole_curve", whole_curve<toy_79>},
      {"toy_109 whole_curve", whole_curve<toy_109>},
      {"toy_67 whole_curve", whole_curve<toy_67>},
      {"toy_67 every_pair_of_the_whole_curve", every_pair_of_the_whole_curve<toy_67>},
  };
  cases.insert(cases.end(), more.begin(), more.end());
  return gpu_main(cases);
}
