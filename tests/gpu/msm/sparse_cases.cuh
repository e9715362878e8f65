// SPDX-License-Identifier: Apache-2.0
#pragma once

// Sums by msm::sparse_plan against known logarithms, for one group.

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <iterator>
#include <span>
#include <string>
#include <vector>

#include <cuzk/core/error.hpp>
#include <cuzk/curve/affine.hpp>
#include <cuzk/curve/jacobian.hpp>
#include <cuzk/curve/xyzz.hpp>
#include <cuzk/exec/cuda.cuh>
#include <cuzk/field/random.hpp>
#include <cuzk/memory/device_resource.cuh>
#include <cuzk/msm/scalar_classes.cuh>
#include <cuzk/msm/sparse_plan.cuh>

#include <gpu/msm/plan_cases.cuh>
#include <support/gpu_test.cuh>
#include <support/guarded.cuh>
#include <support/msm_inputs.hpp>

namespace cuzk_test {

using cuzk::msm::selected_points;
using cuzk::msm::sparse_plan;

/// Thousandths of the scalars that are 1, -1 and others; the rest is 0.
struct scalar_mix {
  unsigned ones, minus_ones, others;
};
inline constexpr scalar_mix mixes[] = {{0, 0, 0},      {1000, 0, 0}, {0, 1000, 0}, {0, 0, 1000}, {500, 0, 13},
                                       {500, 480, 20}, {0, 10, 990}, {1, 1, 1},    {999, 0, 1},  {340, 330, 330}};

inline std::vector<scalar_mix> mixes_tried() {
  return sanitized_few<scalar_mix>("mixes", {std::begin(mixes), std::end(mixes)},
                                   {{0, 0, 0}, {0, 1000, 0}, {0, 0, 1000}, {340, 330, 330}});
}

template <class F>
std::vector<F> mixed_scalars(std::size_t n, scalar_mix const& mix, cuzk::insecure_seeded_random& random) {
  std::vector<F> all;
  for (std::size_t i = 0; i < n; ++i) {
    std::uint64_t const draw = random.next_u64() % 1000;
    F const other = cuzk::random_element<F>(random);
    all.push_back(draw < mix.ones                                 ? F::one()
                  : draw < mix.ones + mix.minus_ones              ? -F::one()
                  : draw < mix.ones + mix.minus_ones + mix.others ? other
                                                                  : F::zero());
  }
  return all;
}

template <class F>
selected_points work_of(std::vector<F> const& scalars) {
  selected_points work;
  for (F const& s : scalars) {
    auto const c = cuzk::msm::class_of(s);
    if (c == cuzk::msm::scalar_class::other) {
      ++work.others;
    } else if (c != cuzk::msm::scalar_class::zero) {
      ++work.units;
    }
  }
  return work;
}

/// The sum of the points in runs of `run` points; scalar of point i is scalars[wires[i]], or scalars[first + i].
/// Memory of exactly as many bytes as are asked for, guarded.
template <class G>
cuzk::affine<G> sparse_sum(sparse_plan<G> const& plan, std::vector<cuzk::affine<G>> const& points,
                           std::vector<scalar_t<G>> const& scalars, std::vector<std::uint32_t> const& wires,
                           std::uint32_t first, std::size_t run) {
  using scalar = scalar_t<G>;
  own_stream const stream;
  guarded<cuzk::affine<G>> const p(stream.get(), points);
  guarded<scalar> const s(stream.get(), scalars);
  guarded<std::uint32_t> const w(stream.get(), wires);
  guarded<cuzk::msm::scalar_class> const classes(scalars.size());
  guarded<std::uint32_t> const list(points.size());
  std::size_t const runs = (points.size() + run - 1) / run;
  guarded<std::uint64_t> const totals(runs);
  cuzk::memory::device_pool pool;
  cuzk::msm::classify(cuzk::exec::cuda(stream.ref(), pool), s.in(), classes.span());
  auto const places = [&](std::size_t begin, std::size_t n) {
    return wires.empty() ? cuzk::msm::scalar_places{{}, static_cast<std::uint32_t>(first + begin)}
                         : cuzk::msm::scalar_places{w.in().subspan(begin, n), 0};
  };
  for (std::size_t r = 0; r < runs; ++r) {
    std::size_t const begin = r * run, n = std::min(run, points.size() - begin);
    require_exact_workspace(stream.ref(), sparse_plan<G>::select_workspace_bytes(n),
                            [&](cuzk::exec::cuda const& where) {
                              sparse_plan<G>::select(where, classes.span(), places(begin, n),
                                                     list.span().subspan(begin, n), totals.span().data() + r);
                            });
  }
  selected_points total;
  std::vector<selected_points> of_runs;
  for (std::uint64_t const t : totals.get(stream.get())) {
    of_runs.push_back(selected_points::from(t));
    total += of_runs.back();
  }
  guarded<cuzk::xyzz<G>> const sums(plan.sums(total));
  require(plan.sums(total) <= plan.max_sums(), "more sums than max_sums()");
  auto const memory = scratch.get(stream.get(), plan.workspace_bytes());
  require(!memory.empty(), "scratch memory is not to be had");
  cuzk::memory::workspace space(memory);
  {
    typename sparse_plan<G>::call call(cuzk::exec::cuda(stream.ref(), space), plan, total);
    for (std::size_t r = 0; r < runs; ++r) {
      std::size_t const begin = r * run, n = std::min(run, points.size() - begin);
      call.add(p.in().subspan(begin, n), s.in(), places(begin, n), list.in().subspan(begin, n), of_runs[r],
               sums.span());
    }
    call.finish(sums.span());
  }
  auto const on_host = sums.get(stream.get());
  scratch.require_guard(stream.get(), memory);
  static_cast<void>(list.get(stream.get()));  // its guards
  return to_affine(plan.combine(total, on_host));
}

template <class G>
void every_mix_of_scalars() {
  auto random = random_source();
  for (std::size_t const n : sanitized_few<std::size_t>("sizes", {1, 2, 255, 257, 2048, 5000}, {1, 257, 2048})) {
    known_points<G> known(n, random);
    if (n > 200) {
      for (std::size_t i = 0; i < 20; ++i) known.repeat(10 * i + 1, 10 * i);
      known.set_infinity(7);
      known.set_infinity(n - 1);
    }
    sparse_plan<G> const plan(n);
    for (auto const& mix : mixes_tried()) {
      auto const scalars = mixed_scalars<scalar_t<G>>(n, mix, random);
      std::string const what = std::to_string(n) + " points, " + std::to_string(mix.ones) + "/" +
                               std::to_string(mix.minus_ones) + "/" + std::to_string(mix.others);
      auto const want = multiple_of_generator<G>(known.product(scalars));
      require(sparse_sum<G>(plan, known.points, scalars, {}, 0, n) == want, what);
      own_stream const stream;
      cuzk::memory::device_pool pool;
      guarded<cuzk::affine<G>> const p(stream.get(), known.points);
      guarded<scalar_t<G>> const s(stream.get(), scalars);
      require(to_affine(plan.sum(cuzk::exec::cuda(stream.ref(), pool), p.in(), s.in())) == want, what + ", by sum");
    }
  }
}

// Scalars that stand apart from their points, points in runs, and few of them brought together at once.
template <class G>
void wires_runs_and_chunks() {
  auto random = random_source();
  std::size_t const n = 3000, scalars = 4000;
  known_points<G> const known(n, random);
  for (auto const& mix : mixes_tried()) {
    auto const all = mixed_scalars<scalar_t<G>>(scalars, mix, random);
    for (bool const dense : {true, false}) {
      std::vector<std::uint32_t> wires;
      std::vector<scalar_t<G>> of_points;
      for (std::size_t i = 0; i < n; ++i) {
        auto const wire = static_cast<std::uint32_t>(dense ? 900 + i : random.next_u64() % scalars);
        if (!dense) wires.push_back(wire);
        of_points.push_back(all[wire]);
      }
      auto const want = multiple_of_generator<G>(known.product(of_points));
      for (std::size_t const run : sanitized_few<std::size_t>("runs", {3000, 1024, 300}, {1024})) {
        for (std::size_t const chunk : sanitized_few<std::size_t>("chunks", {0, 700, 64}, {0, 700})) {
          sparse_plan<G> const plan(n, {.chunk_points = chunk}, 10);
          require(sparse_sum<G>(plan, known.points, all, wires, 900, run) == want,
                  "runs of " + std::to_string(run) + ", chunks of " + std::to_string(chunk));
        }
      }
    }
  }
}

// More than two levels of segments, and lists beside windows that keep buckets.
template <class G>
void many_points() {
  auto random = random_source();
  // A third level takes 2^18 units; a sanitizer is given no others beside them.
  std::size_t const n = sanitized_less<std::size_t>("points", 400000, 270000);
  known_points<G> const known(n, random);
  for (scalar_mix const& mix : sanitized_few<scalar_mix>("mixes", {{1000, 0, 0}, {400, 300, 300}}, {{1000, 0, 0}})) {
    auto const scalars = mixed_scalars<scalar_t<G>>(n, mix, random);
    sparse_plan<G> const plan(n, {.window_bits = 16, .chunk_points = std::size_t{1} << 16U}, 4);
    require(
        sparse_sum<G>(plan, known.points, scalars, {}, 0, 100001) == multiple_of_generator<G>(known.product(scalars)),
        std::to_string(mix.others) + " thousandths of others");
  }
}

template <class G>
void selection_is_as_counted() {
  auto random = random_source();
  own_stream const stream;
  cuzk::memory::device_pool pool;
  cuzk::exec::cuda const where(stream.ref(), pool);
  std::size_t const n = 70001;
  for (auto const& mix : mixes) {
    auto const scalars = mixed_scalars<scalar_t<G>>(n, mix, random);
    guarded<scalar_t<G>> const s(stream.get(), scalars);
    guarded<cuzk::msm::scalar_class> const classes(n);
    guarded<std::uint32_t> const list(n);
    guarded<std::uint64_t> const totals(1);
    cuzk::msm::classify(where, s.in(), classes.span());
    sparse_plan<G>::select(where, classes.span(), {}, list.span(), totals.span().data());
    auto const found = selected_points::from(totals.get(stream.get())[0]);
    require(found == work_of(scalars), "numbers");
    auto const places = list.get(stream.get());
    std::size_t unit = 0, other = n;
    for (std::size_t i = 0; i < n; ++i) {
      auto const c = cuzk::msm::class_of(scalars[i]);
      if (c == cuzk::msm::scalar_class::other) {
        require(places[--other] == i, "other " + std::to_string(i));
      } else if (c != cuzk::msm::scalar_class::zero) {
        require(places[unit++] == (i << 1U | (c == cuzk::msm::scalar_class::minus_one ? 1U : 0U)),
                "unit " + std::to_string(i));
      }
    }
  }
}

template <class G>
void mistakes_of_sparse_sums_are_refused() {
  using cuzk::invalid_argument;
  require_throws<invalid_argument>([] { sparse_plan<G>(std::size_t{1} << 31U); }, "fewer than 2^31");
  require_throws<invalid_argument>([] { sparse_plan<G>(10, {.points_in_subgroup = false}); }, "order r");
  require_throws<invalid_argument>([] { sparse_plan<G>(10, {.window_bits = 25}); }, "window_bits 25");
  auto random = random_source();
  known_points<G> const known(100, random);
  auto const scalars = mixed_scalars<scalar_t<G>>(100, {300, 300, 300}, random);
  own_stream const stream;
  cuzk::memory::device_pool pool;
  cuzk::exec::cuda const where(stream.ref(), pool);
  sparse_plan<G> const plan(99), enough(100);
  guarded<cuzk::affine<G>> const p(stream.get(), known.points);
  guarded<scalar_t<G>> const s(stream.get(), scalars);
  guarded<std::uint32_t> const list(100);
  guarded<cuzk::xyzz<G>> const sums(enough.max_sums() + 1);
  using call = typename sparse_plan<G>::call;
  require_throws<invalid_argument>([&] { static_cast<void>(plan.sum(where, p.in(), s.in())); }, "the plan is for 99");
  require_throws<invalid_argument>([&] { static_cast<void>(enough.sum(where, p.in(), s.in().first(99))); }, "scalars");
  require_throws<invalid_argument>([&] { call(where, plan, {50, 50}); }, "the plan is for 99");
  {
    call c(where, enough, {3, 5});
    require_throws<invalid_argument>(
        [&] {
          c.add(p.in(), s.in(), {{}, 1}, list.in(), {3, 5}, sums.span());
        },
        "from scalar 1");
    require_throws<invalid_argument>(
        [&] {
          c.add(p.in(), s.in(), {}, list.in().first(9), {3, 5}, sums.span());
        },
        "places of the list");
    require_throws<invalid_argument>([&] { c.add(p.in(), s.in(), {}, list.in(), {4, 5}, sums.span()); }, "more points");
    require_throws<invalid_argument>([&] { c.finish(sums.span()); }, "missing");
  }
  require_throws<invalid_argument>(
      [&] {
        static_cast<void>(enough.combine({1, 1}, std::vector<cuzk::xyzz<G>>(1000)));
      },
      "window sums");
}

template <class G>
std::vector<gpu_case> sparse_cases() {
  return {{"every_mix_of_scalars", every_mix_of_scalars<G>},
          {"wires_runs_and_chunks", wires_runs_and_chunks<G>},
          {"many_points", many_points<G>},
          {"selection_is_as_counted", selection_is_as_counted<G>},
          {"mistakes_of_sparse_sums_are_refused", mistakes_of_sparse_sums_are_refused<G>}};
}

}  // namespace cuzk_test
