// SPDX-License-Identifier: Apache-2.0
#define BOOST_TEST_MODULE curves_toy
#include <boost/test/unit_test.hpp>

#include <tuple>

#include <cuzk/curve/check_curve.hpp>
#include <cuzk/curves/toy.hpp>

#include <laws/group.hpp>
#include <support/seed.hpp>

namespace {

using every_toy = std::tuple<cuzk::curves::toy_79, cuzk::curves::toy_109, cuzk::curves::toy_271, cuzk::curves::toy_349,
                             cuzk::curves::toy_12289>;

BOOST_AUTO_TEST_CASE_TEMPLATE(check_curve, G, every_toy) { BOOST_CHECK_NO_THROW(cuzk::check_curve<G>()); }
BOOST_AUTO_TEST_CASE_TEMPLATE(laws_of_the_group, G, every_toy) { laws::hold<G>(cuzk_test::seed(), 100); }

// What NTTs of up to 2^12 scalars stand on.
static_assert(cuzk::curves::toy_12289::scalar_field::two_adicity == 12);

}  // namespace
