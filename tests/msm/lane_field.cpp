// SPDX-License-Identifier: Apache-2.0
#define BOOST_TEST_MODULE msm_lane_field
#include <boost/test/unit_test.hpp>

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <tuple>
#include <vector>

#include <cuzk/core/random.hpp>
#include <cuzk/curves/bls12_381.hpp>
#include <cuzk/curves/bn254.hpp>
#include <cuzk/curves/secp256k1.hpp>
#include <cuzk/curves/toy.hpp>
#include <cuzk/field/random.hpp>
#include <cuzk/msm/detail/lane_field.hpp>
#include <cuzk/msm/detail/lane_form.hpp>

#include "support/seed.hpp"

// The vector form of a field against the portable one; skipped where the processor lacks it.
namespace {

#if CUZK_HAS_AVX512_FORM
namespace detail = cuzk::msm::detail;

boost::test_tools::assertion_result processor_can(boost::unit_test::test_unit_id) { return detail::has_ifma; }

// Any group over the field will do for the conversions: 8 limbs, an extension of 5, 5 without a spare bit, 1.
using groups =
    std::tuple<cuzk::curves::bls12_381::g1, cuzk::curves::bn254::g2, cuzk::curves::secp256k1, cuzk::curves::toy_271>;

template <class G>
struct vectors {
  using F = typename G::base_field;
  using lane = typename detail::lane_form<F>::lane;
  using convert = detail::lane_conversion<G>;
  static constexpr std::size_t words = lane::words;
  static constexpr std::size_t limbs = detail::lane_form<F>::constants::limbs;
  struct row {
    std::uint64_t word[words];
  };
  using rows = std::vector<row>;

  // a with `multiples` p added to every coefficient.
  static row words_of(F const& a, std::uint64_t multiples) {
    row out;
    convert::write(out.word, a);
    auto const extra = detail::lane_form<F>::constants::multiple(multiples);
    for (std::size_t i = 0; i < words; i += limbs) {
      std::uint64_t carry = 0;
      for (std::size_t j = 0; j < limbs; ++j) {
        carry += out.word[i + j] + extra.limb[j];
        out.word[i + j] = j + 1 < limbs ? carry & ((std::uint64_t{1} << 52U) - 1) : carry;
        carry >>= 52U;
      }
    }
    return out;
  }

  struct multiply {
    CUZK_AVX512 static void apply(typename lane::block& a, typename lane::block const& b) { lane::multiply(a, a, b); }
  };
  struct subtract {
    CUZK_AVX512 static void apply(typename lane::block& a, typename lane::block const& b) { lane::subtract(a, a, b); }
  };
  struct reduce_x {
    CUZK_AVX512 static void apply(typename lane::block& a, typename lane::block const&) { lane::reduce_x(a); }
  };
  struct reduce_y {
    CUZK_AVX512 static void apply(typename lane::block& a, typename lane::block const&) { lane::reduce_y(a); }
  };

  template <class Operation>
  CUZK_AVX512 static rows run(rows const& a, rows const& b) {
    rows out(a.size());
    for (std::size_t i = 0; i < a.size(); i += lane::lanes) {
      std::uint64_t const* from_a[lane::lanes];
      std::uint64_t const* from_b[lane::lanes];
      std::uint64_t* to[lane::lanes];
      std::size_t const here = std::min<std::size_t>(lane::lanes, a.size() - i);
      for (std::size_t n = 0; n < lane::lanes; ++n) {
        std::size_t const at = i + (n < here ? n : 0);
        from_a[n] = a[at].word;
        from_b[n] = b[at].word;
        to[n] = out[at].word;
      }
      typename lane::block x, y;
      lane::load(x, from_a);
      lane::load(y, from_b);
      Operation::apply(x, y);
      lane::store(to, x, here);
    }
    return out;
  }

  CUZK_AVX512 static std::uint32_t zeros(rows const& a) {
    std::uint64_t const* from[lane::lanes];
    for (std::size_t n = 0; n < lane::lanes; ++n) from[n] = a[n].word;
    typename lane::block x;
    lane::load(x, from);
    return lane::may_be_zero(x);
  }
};

template <class F>
std::vector<F> operands() {
  cuzk::insecure_seeded_random random(cuzk_test::seed());
  std::vector<F> all{F::zero(), F::one(), -F::one(), F::from_u64(2), -F::from_u64(2)};
  F power = F::one();
  for (int i = 0; i < 60; ++i) {
    power = doubled(doubled(doubled(doubled(doubled(doubled(doubled(power)))))));
    all.push_back(power);
    all.push_back(power - F::one());
  }
  for (int i = 0; i < 200; ++i) all.push_back(cuzk::random_element<F>(random));
  return all;
}

BOOST_TEST_DECORATOR(*boost::unit_test::precondition(processor_can))
BOOST_AUTO_TEST_CASE_TEMPLATE(agrees_with_the_portable_field, G, groups) {
  using v = vectors<G>;
  using F = typename G::base_field;
  auto const all = operands<F>();
  for (std::uint64_t more = 0; more < 4; ++more) {
    std::vector<F> a, b;
    typename v::rows wa, wb, ws;
    for (std::size_t i = 0; i < all.size(); ++i) {
      for (std::size_t j = i % 7; j < all.size(); j += 7) {
        a.push_back(all[i]);
        b.push_back(all[j]);
        wa.push_back(v::words_of(all[i], more));
        wb.push_back(v::words_of(all[j], 3 - more));
        ws.push_back(v::words_of(all[j], more % 2));
      }
    }
    auto const products = v::template run<typename v::multiply>(wa, wb);
    auto const differences = v::template run<typename v::subtract>(wa, ws);
    for (std::size_t i = 0; i < a.size(); ++i) {
      if (!(v::convert::element_of(products[i].word) == a[i] * b[i])) BOOST_ERROR("product " << i << " +" << more);
      if (!(v::convert::element_of(differences[i].word) == a[i] - b[i])) BOOST_ERROR("difference " << i);
      for (std::uint64_t const w : products[i].word) BOOST_REQUIRE(w < (std::uint64_t{1} << 52U));
    }
  }
}

BOOST_TEST_DECORATOR(*boost::unit_test::precondition(processor_can))
BOOST_AUTO_TEST_CASE_TEMPLATE(reductions_keep_the_value_and_their_bound, G, groups) {
  using v = vectors<G>;
  using F = typename G::base_field;
  auto const all = operands<F>();
  bool const is_extension = v::words != v::limbs;
  auto const below_two_p = [](std::uint64_t const* words) {
    for (std::size_t i = 0; i < v::words; i += v::limbs) {
      auto const bound = detail::lane_form<F>::constants::p2;
      for (std::size_t j = v::limbs; j-- > 0;) {
        if (words[i + j] < bound.limb[j]) break;
        if (words[i + j] > bound.limb[j] || j == 0) return false;
      }
    }
    return true;
  };
  for (std::uint64_t more = 0; more < (is_extension ? 10U : 6U); ++more) {
    typename v::rows rows;
    for (auto const& a : all) rows.push_back(v::words_of(a, more));
    auto const x = v::template run<typename v::reduce_x>(rows, rows);
    auto const y = v::template run<typename v::reduce_y>(rows, rows);
    for (std::size_t i = 0; i < all.size(); ++i) {
      BOOST_TEST((v::convert::element_of(x[i].word) == all[i]));
      BOOST_TEST(below_two_p(x[i].word));
      if (!is_extension && more >= 4) continue;
      BOOST_TEST((v::convert::element_of(y[i].word) == all[i]));
      BOOST_TEST(below_two_p(y[i].word));
    }
  }
}

BOOST_TEST_DECORATOR(*boost::unit_test::precondition(processor_can))
BOOST_AUTO_TEST_CASE_TEMPLATE(finds_every_zero, G, groups) {
  using v = vectors<G>;
  using F = typename G::base_field;
  for (std::size_t zero = 0; zero <= v::lane::lanes; ++zero) {
    for (std::uint64_t more = 0; more < 4; ++more) {
      typename v::rows rows;
      for (std::size_t i = 0; i < v::lane::lanes; ++i) {
        rows.push_back(v::words_of(i == zero ? F::zero() : F::from_u64(3 + i), more));
      }
      BOOST_TEST(v::zeros(rows) == (zero < v::lane::lanes ? std::uint32_t{1} << zero : 0U));
    }
  }
}

BOOST_AUTO_TEST_CASE_TEMPLATE(points_come_back_as_they_were, G, groups) {
  using convert = detail::lane_conversion<G>;
  auto const g = cuzk::affine<G>::generator();
  BOOST_TEST((convert::to_affine(convert::to_point(g)) == g));
  auto const infinity = cuzk::affine<G>::infinity();
  BOOST_TEST(convert::at_infinity(convert::to_point(infinity)));
  BOOST_TEST(!convert::at_infinity(convert::to_point(g)));
  BOOST_TEST((convert::to_affine(convert::to_point(infinity)) == infinity));
  // A change of sign limb by limb, as the sum of buckets does it.
  auto p = convert::to_point(g);
  constexpr std::size_t limbs = convert::constants::limbs;
  for (std::size_t j = 0; j < convert::point::words; ++j) {
    p.y[j] = convert::constants::p2.limb[j % limbs] - p.y[j];
  }
  BOOST_TEST((convert::to_affine(p) == -g));
}
#else
BOOST_AUTO_TEST_CASE(no_vector_form_for_this_target) { BOOST_TEST(CUZK_HAS_AVX512_FORM == 0); }
#endif

}  // namespace
