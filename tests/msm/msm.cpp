// SPDX-License-Identifier: Apache-2.0
#define BOOST_TEST_MODULE msm_msm
#include <boost/test/unit_test.hpp>

#include <cstddef>
#include <cstdint>
#include <string>
#include <tuple>
#include <vector>

#include <cuzk/core/error.hpp>
#include <cuzk/curves/toy.hpp>
#include <cuzk/msm/msm.hpp>

#include "msm/cases.hpp"
#include "reference/naive_msm.hpp"
#include "support/seed.hpp"

// Toy groups, where everything can be tried and every result is known: a != 0 and a = 0, with and
// without the endomorphism, cofactor 1 and 3.
namespace {

using namespace cuzk_test;
using groups = std::tuple<cuzk::curves::toy_271, cuzk::curves::toy_79, cuzk::curves::toy_349, cuzk::curves::toy_109>;
constexpr form forms[] = {form::chosen, form::portable, form::lanes};

template <class G>
constexpr std::uint64_t order = G::scalar_field::modulus.limbs[0];

BOOST_AUTO_TEST_CASE_TEMPLATE(every_scalar_of_every_window, G, groups) {
  using F = typename G::scalar_field;
  constexpr std::uint64_t r = order<G>;
  auto const all = all_multiples<G>();
  for (unsigned c = 0; c <= F::bits + 2; ++c) {
    for (std::uint64_t k = 0; k < r; ++k) {
      std::uint64_t const i = (7 * k + c) % r;
      for (form const f : {form::chosen, form::lanes}) {
        if (!has_form(f)) continue;
        auto const got = msm_by<G>(f, threads{}, std::vector{all[i]}, std::vector{F(k)}, {.window_bits = c});
        if (!(got == all[i * k % r])) BOOST_ERROR("c " << c << ", k " << k << ", point " << i);
      }
    }
  }
}

BOOST_AUTO_TEST_CASE_TEMPLATE(all_scalars_times_all_points_at_once, G, groups) {
  using F = typename G::scalar_field;
  constexpr std::uint64_t r = order<G>;
  auto const all = all_multiples<G>();
  std::vector<cuzk::affine<G>> points;
  std::vector<F> scalars;
  std::uint64_t want = 0;
  for (std::uint64_t i = 0; i < r; ++i) {
    for (std::uint64_t k = i % 3; k < r; k += 3) {  // a third, or the sum would be 0 by symmetry
      points.push_back(all[i]);
      scalars.push_back(F(k));
      want = (want + i * k) % r;
    }
  }
  for (form const f : forms) {
    if (!has_form(f)) continue;
    for (unsigned c = 1; c <= F::bits + 1; c += 2) {
      BOOST_TEST_CONTEXT("form " << static_cast<int>(f) << " c " << c) {
        BOOST_TEST((msm_by<G>(f, threads{1 + c % 3}, points, scalars, {.window_bits = c}) == all[want]));
      }
    }
  }
}

// [P, Q] with every relation of P and Q, scalars that meet in one bucket: P + P, P - P, P + infinity.
BOOST_AUTO_TEST_CASE_TEMPLATE(all_pairs_of_points_with_equal_scalars, G, groups) {
  using F = typename G::scalar_field;
  constexpr std::uint64_t r = order<G>;
  auto const all = all_multiples<G>();
  for (std::uint64_t i = 0; i < r; i += 5) {
    for (std::uint64_t j = 0; j < r; ++j) {
      std::uint64_t const k = 1 + (i * j + j) % (r - 1);
      for (form const f : {form::portable, form::lanes}) {
        if (!has_form(f)) continue;
        auto const got =
            msm_by<G>(f, threads{}, std::vector{all[i], all[j]}, std::vector{F(k), F(k)}, {.window_bits = 3});
        if (!(got == all[(i + j) * k % r])) BOOST_ERROR("points " << i << ", " << j << ", scalar " << k);
      }
    }
  }
}

BOOST_AUTO_TEST_CASE_TEMPLATE(sums_that_meet_inside_a_bucket, G, groups) {
  using F = typename G::scalar_field;
  constexpr std::uint64_t r = order<G>;
  auto const all = all_multiples<G>();
  // Multiples of one point; each list is a bucket when all scalars are equal.
  std::vector<std::vector<std::uint64_t>> const lists = {
      {1, r - 1},
      {1, 1, r - 1, r - 1},
      {1, r - 1, 1, r - 1},
      {1, 2, 3},
      {1, 2, 3, 6, 12, 24},
      {5, 5, 10},
      {5, r - 5, 7},
      {7, 5, r - 5},
      {0, 0, 0},
      {0, 4, 0, 0},
      {4, r - 4, 4, r - 4, 4},
      {1, 1, 1, 1, 1, 1, 1, 1},
      {3, r - 3, 0, 9, r - 9, 0, 3},
      std::vector<std::uint64_t>(1000, 1),
      std::vector<std::uint64_t>(1001, r - 2),
  };
  for (auto const& list : lists) {
    for (std::uint64_t k : {std::uint64_t{1}, std::uint64_t{2}, std::uint64_t{5}, r - 1, r - 4}) {
      std::vector<cuzk::affine<G>> points;
      std::uint64_t want = 0;
      for (std::uint64_t i : list) {
        points.push_back(all[i]);
        want = (want + i * k) % r;
      }
      std::vector<F> const scalars(list.size(), F(k));
      for (form const f : forms) {
        if (!has_form(f)) continue;
        for (unsigned c : {0U, 1U, 2U, 3U, 8U}) {
          auto const got = msm_by<G>(f, threads{}, points, scalars, {.window_bits = c});
          if (!(got == all[want])) BOOST_ERROR("list of " << list.size() << ", scalar " << k << ", c " << c);
        }
      }
    }
  }
}

// All sizes, thread counts and chunk sizes agree.
BOOST_AUTO_TEST_CASE_TEMPLATE(sizes_threads_and_chunks_do_not_matter, G, groups) {
  using F = typename G::scalar_field;
  constexpr std::uint64_t r = order<G>;
  auto const all = all_multiples<G>();
  cuzk::insecure_seeded_random random(seed());
  constexpr std::size_t sizes[] = {0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 15, 16, 17, 31, 33, 63, 64, 65, 100, 237, 1000};
  for (std::size_t const n : sizes) {
    std::vector<cuzk::affine<G>> points;
    std::vector<F> scalars;
    std::uint64_t want = 0;
    for (std::size_t i = 0; i < n; ++i) {
      std::uint64_t const p = random.next_u64() % r;
      std::uint64_t const k = random.next_u64() % r;
      points.push_back(all[p]);
      scalars.push_back(F(k));
      want = (want + p * k) % r;
    }
    for (form const f : forms) {
      if (!has_form(f)) continue;
      for (std::size_t t = 0; t <= 8; ++t) {
        BOOST_TEST((msm_by<G>(f, threads{t}, points, scalars) == all[want]), "n " << n << ", threads " << t);
      }
    }
    for (std::size_t chunk = 1; chunk <= std::min<std::size_t>(n, 70); ++chunk) {
      auto const got = msm_by<G>(form::chosen, threads{}, points, scalars, {.chunk_points = chunk});
      if (!(got == all[want])) BOOST_ERROR("n " << n << ", chunk " << chunk);
    }
  }
}

// Threads share buckets and runs: the same input many times over (ingonyama-zk/icicle#549).
BOOST_AUTO_TEST_CASE_TEMPLATE(equal_runs_have_equal_sums, G, groups) {
  using F = typename G::scalar_field;
  cuzk::insecure_seeded_random random(seed());
  auto const all = all_multiples<G>();
  std::vector<cuzk::affine<G>> points;
  for (std::size_t i = 0; i < 700; ++i) points.push_back(all[random.next_u64() % all.size()]);
  auto const scalars = random_scalars<F>(points.size(), random);
  for (form const f : forms) {
    if (!has_form(f)) continue;
    for (unsigned const c : {4U, 5U}) {
      auto const first = msm_by<G>(f, threads{1}, points, scalars, {.window_bits = c});
      int other = 0;
      for (int run = 0; run < 50; ++run) {
        other += msm_by<G>(f, threads{4}, points, scalars, {.window_bits = c}) == first ? 0 : 1;
      }
      BOOST_TEST(other == 0, "c " << c);
    }
  }
}

// Only the second chunk counts.
BOOST_AUTO_TEST_CASE(a_chunk_of_zeros_does_not_end_the_sum) {
  using G = cuzk::curves::toy_271;
  using F = G::scalar_field;
  auto const all = all_multiples<G>();
  auto const got = msm_by<G>(form::chosen, threads{}, std::vector{all[3], all[4], all[5]},
                             std::vector{F(0), F(0), F(9)}, {.chunk_points = 2});
  BOOST_TEST((got == all[45]));
}

// Points of the whole curve, not only of the subgroup: the integer below r counts.
BOOST_AUTO_TEST_CASE(points_off_the_subgroup) {
  auto const check = [](auto group) {
    using G = decltype(group);
    using F = typename G::scalar_field;
    using Q = typename G::base_field;
    std::vector<cuzk::affine<G>> points;
    std::vector<F> scalars;
    for (std::uint64_t x = 0; x < Q::modulus.limbs[0]; ++x) {
      for (std::uint64_t y = 0; y < Q::modulus.limbs[0]; ++y) {
        cuzk::affine<G> const p{Q(x), Q(y)};
        if (is_infinity(p) || !is_on_curve(p)) continue;
        points.push_back(p);
        scalars.push_back(F(x * 5 + y * 3));
      }
    }
    BOOST_TEST(points.size() > F::modulus.limbs[0]);  // more than the subgroup
    auto const want = to_affine(naive_msm<G, F>(points, scalars));
    for (unsigned c = 0; c <= 10; ++c) {
      BOOST_TEST((msm_by<G>(form::chosen, threads{}, points, scalars,
                            {.window_bits = c, .points_in_subgroup = false}) == want));
    }
    for (std::size_t i = 0; i < points.size(); ++i) {
      auto const got = msm_by<G>(form::chosen, threads{}, std::vector{points[i]}, std::vector{scalars[i]},
                                 {.points_in_subgroup = false});
      if (!(got == to_affine(naive_multiple(points[i], scalars[i])))) BOOST_ERROR("point " << i);
    }
  };
  check(cuzk::curves::toy_79{});
  check(cuzk::curves::toy_109{});
}

BOOST_AUTO_TEST_CASE(scalar_forms_are_types) {
  using G = cuzk::curves::toy_271;
  using F = G::scalar_field;
  auto const g = cuzk::affine<G>::generator();
  // 1 as a field element (stored as R mod r) and as a plain integer; R mod r as an integer is another scalar.
  BOOST_TEST((msm_by<G>(form::chosen, threads{}, std::vector{g}, std::vector{F::one()}) == g));
  BOOST_TEST((msm_by<G>(form::chosen, threads{}, std::vector{g}, std::vector{cuzk::big_int<1>::from_u64(1)}) == g));
  BOOST_TEST((msm_by<G>(form::chosen, threads{}, std::vector{g}, std::vector{F::one().montgomery()}) ==
              to_affine(naive_multiple(g, F::one().montgomery()))));
  static_assert(cuzk::msm::scalar_of<F, G>);
  static_assert(cuzk::msm::scalar_of<cuzk::big_int<9>, G>);
  static_assert(!cuzk::msm::scalar_of<std::uint64_t, G>);
  static_assert(!cuzk::msm::scalar_of<G::base_field, G>);
}

BOOST_AUTO_TEST_CASE(integers_of_any_size_are_taken_modulo_r) {
  using G = cuzk::curves::toy_349;
  auto const all = all_multiples<G>();
  constexpr std::uint64_t r = order<G>;
  std::vector<cuzk::big_int<1>> small;
  std::vector<cuzk::big_int<3>> wide;
  std::vector<cuzk::affine<G>> points;
  std::uint64_t want = 0;
  for (std::uint64_t k : {r - 1, r, r + 1, 2 * r - 1, 2 * r, ~std::uint64_t{0}, std::uint64_t{1} << 63U}) {
    points.push_back(all[points.size() + 1]);
    small.push_back(cuzk::big_int<1>::from_u64(k));
    wide.push_back(cuzk::big_int<3>::from_u64(k));
    want = (want + k % r * points.size()) % r;
  }
  cuzk::big_int<3> const ones{{~std::uint64_t{0}, ~std::uint64_t{0}, ~std::uint64_t{0}}};
  auto const multiple_by_ones = to_affine(naive_multiple(all[1], ones));
  for (form const f : forms) {
    if (!has_form(f)) continue;
    BOOST_TEST_CONTEXT("form " << static_cast<int>(f)) {
      BOOST_TEST((msm_by<G>(f, threads{}, points, small) == all[want]));
      BOOST_TEST((msm_by<G>(f, threads{}, points, wide) == all[want]));
      BOOST_TEST((msm_by<G>(f, threads{}, std::vector{all[1]}, std::vector{ones}) == multiple_by_ones));
    }
  }
}

struct untouchable {
  [[nodiscard]] std::size_t concurrency() const { throw std::logic_error("used"); }
  void run(std::size_t, auto const&) const { throw std::logic_error("used"); }
};

BOOST_AUTO_TEST_CASE(misuse_is_refused_before_any_work) {
  using G = cuzk::curves::toy_271;
  using F = G::scalar_field;
  auto const g = cuzk::affine<G>::generator();
  auto const message_of = [](auto const& call) -> std::string {
    try {
      call();
    } catch (cuzk::invalid_argument const& e) {
      return e.what();
    }
    return "";
  };
  auto const lengths = message_of([&] { (void)cuzk::msm::msm(untouchable{}, std::vector(5, g), std::vector<F>(4)); });
  BOOST_TEST(lengths.find("5 points") != std::string::npos);
  BOOST_TEST(lengths.find("4 scalars") != std::string::npos);
  BOOST_CHECK_THROW((void)cuzk::msm::msm(untouchable{}, std::vector<cuzk::affine<G>>{}, std::vector<F>(1)),
                    cuzk::invalid_argument);
  BOOST_CHECK_THROW((void)cuzk::msm::msm(untouchable{}, std::vector(1, g), std::vector<F>{}), cuzk::invalid_argument);
  BOOST_CHECK_THROW((void)cuzk::msm::msm(untouchable{}, std::vector(1, g), std::vector<F>(1), {.window_bits = 25}),
                    cuzk::invalid_argument);
  BOOST_CHECK_THROW(
      (void)cuzk::msm::msm(untouchable{}, std::vector(1, g), std::vector<F>(1), {.chunk_points = ~std::size_t{0}}),
      cuzk::invalid_argument);
  BOOST_TEST(is_infinity(cuzk::msm::msm(untouchable{}, std::vector<cuzk::affine<G>>{}, std::vector<F>{})));
}

// An executor that fails at its k-th task, for every k.
struct failing {
  std::size_t* left;

  [[nodiscard]] std::size_t concurrency() const { return 2; }
  void run(std::size_t tasks, auto const& task) const {
    for (std::size_t i = 0; i < tasks; ++i) {
      if ((*left)-- == 0) throw std::runtime_error("task failed");
      task(i);
    }
  }
};

BOOST_AUTO_TEST_CASE(what_the_executor_throws_comes_through) {
  using G = cuzk::curves::toy_271;
  using F = G::scalar_field;
  auto const all = all_multiples<G>();
  std::vector<cuzk::affine<G>> points(all.begin(), all.begin() + 200);
  std::vector<F> scalars;
  for (std::uint64_t i = 0; i < 200; ++i) scalars.push_back(F(i * i));
  auto const want = cuzk::msm::msm(threads{}, points, scalars);
  std::size_t failures = 0;
  for (std::size_t k = 0;; ++k) {
    std::size_t left = k;
    try {
      auto const got = cuzk::msm::msm(failing{&left}, points, scalars);
      BOOST_TEST((got == want));
      break;
    } catch (std::runtime_error const& e) {
      BOOST_TEST(e.what() == std::string("task failed"));
      ++failures;
    }
  }
  BOOST_TEST(failures > 5);
}

}  // namespace
