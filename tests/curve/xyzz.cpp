// SPDX-License-Identifier: Apache-2.0
#define BOOST_TEST_MODULE curve_xyzz
#include <boost/test/unit_test.hpp>

#include <cstdint>
#include <type_traits>

#include <cuzk/core/random.hpp>
#include <cuzk/curve/random.hpp>
#include <cuzk/curve/xyzz.hpp>
#include <cuzk/curves/toy.hpp>
#include <cuzk/curves/toy_bn.hpp>

#include <laws/group.hpp>
#include <support/seed.hpp>

// Every pair in every representation, extended coordinates included, is in curve.jacobian.
namespace {

// The sums of a bucket: duplicates, negatives and infinity among the points, and sums that meet the
// next point.
template <class G>
void bucket_sums() {
  cuzk::insecure_seeded_random random(cuzk_test::seed());
  for (int round = 0; round < 200; ++round) {
    auto bucket = cuzk::xyzz<G>::infinity();
    cuzk_test::reference::point<G> right;
    auto p = cuzk::random_curve_point<G>(random);
    for (int i = 0; i < 20; ++i) {
      switch (random.next_u64() % 6) {
        case 0:
          p = cuzk::random_curve_point<G>(random);
          break;
        case 1:
          p = -p;
          break;
        case 2:
          p = to_affine(bucket);
          break;
        case 3:
          p = -to_affine(bucket);
          break;
        case 4:
          p = cuzk::affine<G>::infinity();
          break;
        default:
          break;  // the same point again
      }
      bucket += p;
      right = right + cuzk_test::reference::point<G>(p);
      CUZK_CHECK(bucket == right.to_affine());
      CUZK_CHECK(is_infinity(bucket) || square(bucket.zz) * bucket.zz == square(bucket.zzz));
    }
  }
}

BOOST_AUTO_TEST_CASE(bucket_sums_a_is_zero) { bucket_sums<cuzk::curves::toy_12289>(); }
BOOST_AUTO_TEST_CASE(bucket_sums_a_is_not_zero) { bucket_sums<cuzk::curves::toy_79>(); }
BOOST_AUTO_TEST_CASE(bucket_sums_over_an_extension) { bucket_sums<cuzk::curves::toy_bn::g2>(); }

BOOST_AUTO_TEST_CASE(same_base_a_thousand_times) {
  using G = cuzk::curves::toy_12289;
  auto sum = cuzk::xyzz<G>::infinity();
  for (int i = 0; i < 1000; ++i) sum += cuzk::affine<G>::generator();
  BOOST_TEST((sum == to_affine(mul(cuzk::affine<G>::generator(), cuzk::big_int<1>::from_u64(1000)))));
}

static_assert(std::is_trivially_copyable_v<cuzk::xyzz<cuzk::curves::toy_79>>);
static_assert(sizeof(cuzk::xyzz<cuzk::curves::toy_79>) == 4 * sizeof(cuzk::curves::toy_79::base_field));
static_assert(is_infinity(cuzk::xyzz<cuzk::curves::toy_79>{}));

}  // namespace
