// SPDX-License-Identifier: Apache-2.0
// The steps that kernels are made of, one index after the other on the host.
#define BOOST_TEST_MODULE vector_chains
#include <boost/test/unit_test.hpp>

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include <cuzk/curve/affine.hpp>
#include <cuzk/curve/jacobian.hpp>
#include <cuzk/curve/scalar_mul.hpp>
#include <cuzk/curve/xyzz.hpp>
#include <cuzk/curves/toy.hpp>
#include <cuzk/vector/detail/chains.hpp>
#include <cuzk/vector/detail/windowed_product.hpp>

#include <support/ntt.hpp>

namespace detail = cuzk::vector::detail;
using f = cuzk_test::f12289;

namespace {

template <class Step>
void run_backwards(std::size_t count, Step const& step) {
  while (count-- > 0) step(count);
}

std::vector<f> some(std::size_t n) {
  std::vector<f> x(n);
  for (std::size_t i = 0; i < n; ++i) x[i] = f(i % 5 == 2 ? 0 : 7 * i * i + 3 * i + 1);
  return x;
}

// f(n, chains) for sizes around chains that are full, short and of one element.
template <class Check>
void for_shapes(Check const& check) {
  for (std::size_t n = 1; n <= 40; ++n) {
    for (std::size_t chains = 1; chains <= n; ++chains) check(n, chains);
  }
}

}  // namespace

BOOST_AUTO_TEST_CASE(chains_cover_every_size) {
  BOOST_TEST(detail::chain_count(0) == 0U);
  for (std::size_t const n : {std::size_t{1}, std::size_t{7}, std::size_t{8}, std::size_t{9}, std::size_t{1} << 20U,
                              (std::size_t{1} << 24U) + 1, (std::size_t{1} << 36U)}) {
    std::size_t const chains = detail::chain_count(n);
    BOOST_TEST(chains >= 1U);
    BOOST_TEST(chains <= (n + 7) / 8);
    BOOST_TEST(chains >= n / 32);
  }
  for_shapes([](std::size_t n, std::size_t chains) {
    for (std::size_t c = 0; c < chains; ++c) {
      std::size_t last = c;
      while (last + chains < n) last += chains;
      BOOST_REQUIRE(detail::last_of_chain(c, n, chains) == last);
    }
  });
}

// So that memory for the results of a vector's chains is enough for every shorter vector.
BOOST_AUTO_TEST_CASE(more_elements_have_no_fewer_chains) {
  std::size_t before = 0;
  auto const grows_to = [&](std::size_t n) {
    std::size_t const chains = detail::chain_count(n);
    BOOST_REQUIRE_GE(chains, before);
    BOOST_REQUIRE_LE(chains, n);
    BOOST_REQUIRE(n <= (std::size_t{1} << 20U) ? chains == (n + 7) / 8 : chains * 32 >= n && chains * 8 <= n + 7);
    before = chains;
  };
  std::size_t n = 0;
  for (; n <= (std::size_t{5} << 20U); ++n) grows_to(n);  // beyond the last step
  for (; n < (std::size_t{1} << 40U); n += 1 + n / 1000) grows_to(n);
  grows_to(~std::size_t{0} / 32);
}

BOOST_AUTO_TEST_CASE(inverses_along_chains) {
  for_shapes([](std::size_t n, std::size_t chains) {
    auto const x = some(n);
    std::vector<f> values = x, scratch(n), totals(chains);
    detail::field_places<f> const places{values.data(), scratch.data()};
    run_backwards(chains, detail::chain_products_step<f, detail::field_places<f>>{places, totals.data(), n, chains});
    run_backwards(chains, detail::inverse_step<f>{totals.data()});
    run_backwards(chains, detail::chain_inverses_step<f, detail::field_places<f>>{places, totals.data(), n, chains});
    for (std::size_t i = 0; i < n; ++i) BOOST_REQUIRE(values[i] == inverse(x[i]));
  });
}

BOOST_AUTO_TEST_CASE(powers_along_chains) {
  f const base(11), first(5);
  for_shapes([&](std::size_t n, std::size_t chains) {
    detail::power_steps<f> steps{};
    steps.first = first;
    steps.stride = pow(base, std::uint64_t{chains});
    for (unsigned k = 0; k < detail::power_steps<f>::most_bits; ++k) {
      steps.doubling[k] = pow(base, std::uint64_t{1} << k);
    }
    auto const a = some(n);
    std::vector<f> out(n), times(n);
    run_backwards(chains, detail::powers_step<f>{out.data(), n, chains, steps});
    run_backwards(chains, detail::multiply_by_powers_step<f>{times.data(), a.data(), n, chains, steps});
    for (std::size_t i = 0; i < n; ++i) {
      BOOST_REQUIRE(out[i] == first * pow(base, std::uint64_t{i}));
      BOOST_REQUIRE(times[i] == a[i] * out[i]);
    }
  });
}

BOOST_AUTO_TEST_CASE(sums_along_chains) {
  f const x(17);
  for_shapes([&](std::size_t n, std::size_t chains) {
    auto const a = some(n);
    std::vector<f> parts(chains), squares(chains), sums(chains);
    run_backwards(chains, detail::horner_step<f>{a.data(), parts.data(), n, chains, pow(x, std::uint64_t{chains})});
    run_backwards(chains, detail::dot_step<f>{a.data(), a.data(), squares.data(), n, chains});
    run_backwards(chains, detail::chain_sum_step<f>{a.data(), sums.data(), n, chains});
    f value, square_sum, sum, expected, expected_squares, expected_sum;
    detail::horner_step<f>{parts.data(), &value, chains, 1, x}(0);
    detail::chain_sum_step<f>{squares.data(), &square_sum, chains, 1}(0);
    detail::chain_sum_step<f>{sums.data(), &sum, chains, 1}(0);
    for (std::size_t i = 0; i < n; ++i) {
      expected += a[i] * pow(x, std::uint64_t{i});
      expected_squares += a[i] * a[i];
      expected_sum += a[i];
    }
    BOOST_REQUIRE(value == expected);
    BOOST_REQUIRE(square_sum == expected_squares);
    BOOST_REQUIRE(sum == expected_sum);
  });
  f nothing(3);
  detail::horner_step<f>{nullptr, &nothing, 0, 1, x}(0);
  BOOST_TEST(is_zero(nothing));
}

BOOST_AUTO_TEST_CASE(running_products_by_chunks) {
  for (std::size_t n = 1; n <= 100; ++n) {
    std::vector<f> a(n), expected(n);
    f product = f::one();
    for (std::size_t i = 0; i < n; ++i) {
      a[i] = f(i + 2);
      expected[i] = product = product * a[i];
    }
    std::size_t const chunks = (n + detail::prefix_chunk - 1) / detail::prefix_chunk;
    std::vector<f> totals(chunks);
    run_backwards(chunks, detail::chunk_product_step<f>{a.data(), totals.data(), n});
    for (std::size_t c = 1; c < chunks; ++c) totals[c] = totals[c] * totals[c - 1];
    run_backwards(chunks, detail::chunk_prefix_step<f>{a.data(), a.data(), totals.data(), n});  // in place
    BOOST_REQUIRE(a == expected);
  }
}

// Every scalar of a toy group, every window, also 1 as the table is built by it.
BOOST_AUTO_TEST_CASE(windowed_products_of_every_scalar) {
  using G = cuzk::curves::toy_79;
  using S = G::scalar_field;
  auto const base = cuzk::affine<G>::generator();
  for (unsigned bits = 1; bits <= 5; ++bits) {
    std::size_t const windows = detail::window_count(S::bits, bits), row = std::size_t{1} << (bits - 1);
    std::vector<cuzk::affine<G>> powers, table;
    for (std::size_t i = 0; i < windows * bits; ++i) {
      powers.push_back(to_affine(mul(base, cuzk::big_int<1>::from_u64(std::uint64_t{1} << i))));
    }
    for (std::size_t j = 0; j < windows; ++j) {
      for (std::uint64_t d = 1; d <= row; ++d) {
        auto const entry = detail::windowed_product(powers.data() + bits * j, 1, bits, cuzk::big_int<1>::from_u64(d));
        table.push_back(to_affine(entry));
        BOOST_REQUIRE(table.back() == to_affine(mul(base, cuzk::big_int<1>::from_u64(d << (bits * j)))));
      }
    }
    for (std::uint64_t k = 0; k < S::modulus.limbs[0]; ++k) {
      auto const product = detail::windowed_product(table.data(), bits, windows, S(k).to_canonical());
      BOOST_REQUIRE(to_affine(product) == to_affine(mul(base, S(k))));
    }
  }
}
