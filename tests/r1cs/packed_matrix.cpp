// SPDX-License-Identifier: Apache-2.0
#define BOOST_TEST_MODULE r1cs_packed_matrix
#include <boost/test/unit_test.hpp>

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <span>
#include <type_traits>
#include <vector>

#include <cuzk/core/random.hpp>
#include <cuzk/curves/bls12_381.hpp>
#include <cuzk/exec/serial.hpp>
#include <cuzk/exec/tbb.hpp>
#include <cuzk/field/prime_field.hpp>
#include <cuzk/r1cs/detail/packed_matrix.hpp>
#include <cuzk/r1cs/matrix.hpp>

#include "r1cs/random_matrix.hpp"
#include "support/fields.hpp"
#include "support/seed.hpp"

namespace {

namespace detail = cuzk::r1cs::detail;
using detail::term_format;
using fr = cuzk::curves::bls12_381::fr;
using goldilocks = cuzk::prime_field<cuzk_test::goldilocks>;

using cuzk_test::random_element;
using cuzk_test::random_matrix;

// As a device does it, in another order.
template <class F>
std::vector<F> product(cuzk::r1cs::sparse_matrix<F> const& m, std::vector<F> const& witness) {
  auto const plan = detail::matrix_plan<F>::of(cuzk::exec::serial{}, m, witness.size());
  detail::packed_terms<F> const terms(cuzk::exec::serial{}, m, plan);
  BOOST_TEST(terms.words.size() == plan.rows.terms());
  BOOST_TEST(terms.index.size() == plan.rows.terms() * plan.format.index_bytes);
  BOOST_TEST(terms.own.size() == (plan.format.own_coefficients ? plan.rows.terms() : 0));
  std::vector<F> out(m.rows(), F(13)), piece_sums(plan.rows.piece_sums(), F(14));
  F const* const coefficients = plan.format.own_coefficients ? terms.own.data() : plan.table.values().data();
  detail::with_index(plan.format, terms.index.data(), [&](auto const& index) {
    using reader = detail::term_reader<F, std::decay_t<decltype(index)>>;
    reader const read{terms.words.data(), index, coefficients, witness.data(), plan.format.wire_bits};
    for (std::size_t slice = 0; slice < plan.rows.slice_begins().size(); ++slice) {
      std::uint64_t begin = plan.rows.slice_begins()[slice];
      for (std::size_t row = 32 * slice; row < 32 * slice + 32 && row < m.rows(); ++row) {
        if (plan.rows.lengths()[row] == detail::long_row) continue;
        out[row] = read.sum(begin, begin + plan.rows.lengths()[row], 1);
        begin += plan.rows.lengths()[row];
      }
    }
    for (auto const& piece : plan.rows.pieces()) {
      F sum = F::zero();
      for (unsigned lane = 0; lane < 32; ++lane) sum = sum + read.sum(piece.begin + lane, piece.end, 32);
      (piece.target < m.rows() ? out[piece.target] : piece_sums.at(piece.target - m.rows())) = sum;
    }
  });
  for (auto const& cut : plan.rows.cut_rows()) {
    F sum = F::zero();
    for (std::size_t k = 0; k < cut.count; ++k) sum = sum + piece_sums.at(cut.first + k);
    out[cut.row] = sum;
  }
  return out;
}

template <class F>
term_format require_same_product(cuzk::r1cs::sparse_matrix<F> const& m, std::uint32_t wires,
                                 cuzk::insecure_seeded_random& rng) {
  m.validate(wires);
  std::vector<F> witness(wires), expected(m.rows());
  for (auto& w : witness) w = rng.next_u64() % 4 == 0 ? -F::one() : random_element<F>(rng);
  m.multiply(cuzk::exec::serial{}, std::span<F>(expected), std::span<F const>(witness));
  BOOST_TEST((product(m, witness) == expected));
  return detail::matrix_plan<F>::of(cuzk::exec::serial{}, m, wires).format;
}

template <class F>
void every_format() {
  cuzk::insecure_seeded_random rng(cuzk_test::seed());
  auto const check = [&](std::size_t rows, std::uint32_t wires, std::size_t distinct) {
    return require_same_product(random_matrix<F>(rng, rows, wires, distinct), wires, rng);
  };
  BOOST_TEST((check(0, 5, 3) == term_format{3, 0, false}));
  BOOST_TEST((check(1, 1, 3) == term_format{1, 0, false}));
  BOOST_TEST((check(31, 2, 3) == term_format{1, 0, false}));
  BOOST_TEST((check(3000, 257, 40) == term_format{9, 0, false}));
  BOOST_TEST((check(3001, 1000, 0) == term_format{10, 0, false}));
  BOOST_TEST((check(3001, 1000, 20000) == term_format{10, 0, false}));
}

// As if there were so many wires, of which the first 100 occur. @returns the bytes of an index
template <class F>
std::size_t many_wires(std::uint64_t wires, std::size_t distinct) {
  cuzk::insecure_seeded_random rng(cuzk_test::seed());
  auto m = random_matrix<F>(rng, 500, 100, distinct);
  auto const plan = detail::matrix_plan<F>::of(cuzk::exec::serial{}, m, wires);
  detail::packed_terms<F> const terms(cuzk::exec::serial{}, m, plan);
  std::vector<F> witness(100), expected(m.rows());
  for (auto& w : witness) w = random_element<F>(rng);
  m.multiply(cuzk::exec::serial{}, std::span<F>(expected), std::span<F const>(witness));
  BOOST_TEST(!plan.format.own_coefficients);
  F const* const coefficients = plan.table.values().data();
  detail::with_index(plan.format, terms.index.data(), [&](auto const& index) {
    using reader = detail::term_reader<F, std::decay_t<decltype(index)>>;
    reader const read{terms.words.data(), index, coefficients, witness.data(), plan.format.wire_bits};
    F expected_of_all = F::zero();
    for (F const& x : expected) expected_of_all = expected_of_all + x;
    BOOST_TEST((read.sum(0, plan.rows.terms(), 1) == expected_of_all));
  });
  return plan.format.index_bytes;
}

BOOST_AUTO_TEST_CASE(a_packed_matrix_has_the_same_product_255_bits) { every_format<fr>(); }
BOOST_AUTO_TEST_CASE(a_packed_matrix_has_the_same_product_64_bits) { every_format<goldilocks>(); }
BOOST_AUTO_TEST_CASE(a_packed_matrix_has_the_same_product_5_bits) { every_format<cuzk::prime_field<cuzk_test::p17>>(); }

BOOST_AUTO_TEST_CASE(indices_of_every_width_beside_wires_of_many_bits) {
  std::uint64_t const all = std::uint64_t{1} << 32U;
  BOOST_TEST(many_wires<fr>(all / 32, 30) == 0U);
  BOOST_TEST(many_wires<fr>(all / 32, 31) == 1U);
  BOOST_TEST(many_wires<fr>(all / 32, 2000) == 1U);
  BOOST_TEST(many_wires<fr>(all / 2, 0) == 0U);
  BOOST_TEST(many_wires<fr>(all / 2, 200) == 1U);
  BOOST_TEST(many_wires<fr>(all, 200) == 1U);
  BOOST_TEST(many_wires<fr>(all, 300) == 2U);
  BOOST_TEST(many_wires<goldilocks>(all, 300) == 2U);
}

// An index would cost more than the few repetitions do.
BOOST_AUTO_TEST_CASE(distinct_coefficients_stand_beside_their_terms) {
  cuzk::insecure_seeded_random rng(cuzk_test::seed());
  std::uint32_t const wires = 70000;
  cuzk::r1cs::sparse_matrix<fr> m;
  for (std::size_t t = 0; t < 70000; ++t) {
    m.push_term(static_cast<std::uint32_t>(rng.next_u64() % wires), t == 7 ? fr(1) : t == 9 ? -fr(1) : fr(t));
    if (t % 3 == 0 && t > 2000) m.end_row();
  }
  BOOST_TEST((require_same_product(m, wires, rng) == term_format{17, 0, true}));
  auto const plan = detail::matrix_plan<fr>::of(cuzk::exec::serial{}, m, wires);
  BOOST_TEST(plan.coefficients() == plan.rows.terms());
}

// Codes are given in the order of the terms, whoever counts them.
BOOST_AUTO_TEST_CASE(executors_pack_alike) {
  cuzk::insecure_seeded_random rng(cuzk_test::seed());
  for (std::size_t const distinct : {3U, 4000U}) {
    auto const m = cuzk_test::random_matrix<fr>(rng, 50001, 70000, distinct);
    auto const plan = detail::matrix_plan<fr>::of(cuzk::exec::serial{}, m, 70000);
    detail::packed_terms<fr> const terms(cuzk::exec::serial{}, m, plan);
    auto const other_plan = detail::matrix_plan<fr>::of(cuzk::exec::tbb{3}, m, 70000);
    detail::packed_terms<fr> const others(cuzk::exec::tbb{3}, m, other_plan);
    BOOST_TEST((plan.format == other_plan.format));
    BOOST_TEST(std::ranges::equal(plan.table.values(), other_plan.table.values()));
    BOOST_TEST(std::ranges::equal(plan.rows.lengths(), other_plan.rows.lengths()));
    BOOST_TEST(std::ranges::equal(plan.rows.pieces(), other_plan.rows.pieces()));
    BOOST_TEST((terms.words == others.words));
    BOOST_TEST((terms.index == others.index));
  }
}

BOOST_AUTO_TEST_CASE(terms_of_coefficient_zero_are_left_out) {
  cuzk::r1cs::sparse_matrix<fr> m;
  for (std::uint32_t i = 0; i < 200; ++i) m.push_term(i % 4, fr(i % 2));
  m.end_row();
  m.push_term(0, fr(0));
  m.end_row();
  auto const plan = detail::matrix_plan<fr>::of(cuzk::exec::serial{}, m, 4);
  BOOST_TEST(plan.rows.terms() == 100U);
  cuzk::insecure_seeded_random rng(cuzk_test::seed());
  require_same_product(m, 4, rng);
}

}  // namespace
