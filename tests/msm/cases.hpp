// SPDX-License-Identifier: Apache-2.0
#pragma once

// What every test of msm/ needs: executors, inputs, and calls of both forms of the point arithmetic.

#include <cstddef>
#include <span>
#include <stdexcept>
#include <vector>

#include <cuzk/curve/affine.hpp>
#include <cuzk/curve/jacobian.hpp>
#include <cuzk/msm/msm.hpp>

#include "support/forms.hpp"
#include "support/msm_inputs.hpp"
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
  if (!has_form(which)) throw std::logic_error("a form of msm that this processor cannot run");
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

}  // namespace cuzk_test
