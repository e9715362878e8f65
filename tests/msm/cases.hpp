// SPDX-License-Identifier: Apache-2.0
#pragma once

// What every test of msm/ needs: executors, inputs, and calls of both forms of the point arithmetic.

#include <cstddef>
#include <cstdint>
#include <span>
#include <string>
#include <type_traits>
#include <vector>

#include <cuzk/core/random.hpp>
#include <cuzk/curve/affine.hpp>
#include <cuzk/curve/batch_to_affine.hpp>
#include <cuzk/curve/jacobian.hpp>
#include <cuzk/field/random.hpp>
#include <cuzk/msm/msm.hpp>

#include "support/forms.hpp"
#include "support/threads.hpp"

namespace cuzk_test {

/// The names of the two forms of the point arithmetic, for BOOST_TEST_CONTEXT.
enum class form { chosen, portable, lanes };

struct vector_form_of_choice {
  vector_form_of_choice() {
#if CUZK_HAS_AVX512_FORM
    if (portable_only()) cuzk::msm::detail::has_ifma = false;
#endif
  }
};
BOOST_TEST_GLOBAL_FIXTURE(vector_form_of_choice);

/// Whether a form can run here. Where one cannot, the test structure.forms.ifma shows as skipped.
inline bool has_form(form f) {
#if CUZK_HAS_AVX512_FORM
  return f != form::lanes || cuzk::msm::detail::has_ifma;
#else
  return f != form::lanes;
#endif
}

/// msm by the form asked for: by the public call, or by buckets whatever the size.
template <class G, class S>
cuzk::affine<G> msm_by(form which, threads const& where, std::vector<cuzk::affine<G>> const& points,
                       std::vector<S> const& scalars, cuzk::msm::options const& choice = {}) {
  namespace detail = cuzk::msm::detail;
  std::span<cuzk::affine<G> const> const p(points);
  std::span<S const> const s(scalars);
  constexpr auto recoding = cuzk::has_endomorphism_v<G> ? detail::recoding::split : detail::recoding::halved;
  if (which == form::portable) {
    return to_affine(detail::msm_by_buckets<G, detail::portable_points<G>, recoding>(where, p, s, choice));
  }
#if CUZK_HAS_AVX512_FORM
  if constexpr (detail::has_lane_form_v<G>) {
    if (which == form::lanes) {
      return to_affine(detail::msm_by_buckets<G, detail::lane_points<G>, recoding>(where, p, s, choice));
    }
  }
#endif
  return to_affine(cuzk::msm::msm<G, S>(where, p, s, choice));
}

/// i P for i = 0 .. r - 1 and the generator P of a toy group.
template <class G>
std::vector<cuzk::affine<G>> all_multiples() {
  std::vector<cuzk::affine<G>> all{cuzk::affine<G>::infinity()};
  auto sum = cuzk::jacobian<G>::generator();
  for (std::uint64_t i = 1; i < G::scalar_field::modulus.limbs[0]; ++i) {
    all.push_back(to_affine(sum));
    sum += cuzk::affine<G>::generator();
  }
  return all;
}

/// n points a_i P of a real group with known a_i: the result of an MSM is then one multiplication.
/// Differences between neighbours are small, so that equal points and sums that meet do occur.
template <class G>
struct known_points {
  using scalar = typename G::scalar_field;
  std::vector<cuzk::affine<G>> points;
  std::vector<scalar> logarithms;

  known_points(std::size_t n, cuzk::insecure_seeded_random& random) {
    std::vector<cuzk::jacobian<G>> sums;
    auto sum = cuzk::jacobian<G>::generator();
    scalar a = scalar::one();
    for (std::size_t i = 0; i < n; ++i) {
      sums.push_back(sum);
      logarithms.push_back(a);
      sum = doubled(sum);
      a = doubled(a);
      if (random.next_u64() % 2 == 0) {
        sum += cuzk::affine<G>::generator();
        a += scalar::one();
      }
    }
    points.resize(n);
    cuzk::batch_to_affine(std::span<cuzk::jacobian<G> const>(sums), std::span<cuzk::affine<G>>(points));
  }

  /// The logarithm of the sum of scalars[i] * points[i].
  template <class S>
  [[nodiscard]] scalar product(std::vector<S> const& scalars) const {
    scalar sum{};
    for (std::size_t i = 0; i < scalars.size(); ++i) {
      if constexpr (std::is_same_v<S, scalar>) {
        sum += scalars[i] * logarithms[i];
      } else {
        sum += scalar::reduce(scalars[i]) * logarithms[i];
      }
    }
    return sum;
  }
};

template <class F>
std::vector<F> random_scalars(std::size_t n, cuzk::insecure_seeded_random& random) {
  std::vector<F> scalars;
  for (std::size_t i = 0; i < n; ++i) scalars.push_back(cuzk::random_element<F>(random));
  return scalars;
}

}  // namespace cuzk_test
