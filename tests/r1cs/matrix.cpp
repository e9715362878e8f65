// SPDX-License-Identifier: Apache-2.0
#define BOOST_TEST_MODULE r1cs_matrix
#include <boost/test/unit_test.hpp>

#include <cstdint>
#include <span>
#include <vector>

#include <cuzk/core/error.hpp>
#include <cuzk/core/random.hpp>
#include <cuzk/exec/serial.hpp>
#include <cuzk/exec/tbb.hpp>
#include <cuzk/field/big_int.hpp>
#include <cuzk/field/prime_field.hpp>
#include <cuzk/r1cs/matrix.hpp>

#include "support/seed.hpp"

namespace {

struct params_97 {
  static constexpr auto modulus = cuzk::big_int<1>::from_u64(97);
  static constexpr std::uint64_t generator = 5;
};
using f97 = cuzk::prime_field<params_97>;
using matrix = cuzk::r1cs::sparse_matrix<f97>;

// Rows of 0 to 5 terms with repeated wires and zero coefficients; row `long_row` has 20000.
matrix random_matrix(cuzk::insecure_seeded_random& rng, std::size_t rows, std::uint32_t wires, std::size_t long_row) {
  matrix m;
  for (std::size_t i = 0; i < rows; ++i) {
    std::uint64_t const terms = i == long_row ? 20000 : rng.next_u64() % 6;
    for (std::uint64_t t = 0; t < terms; ++t) {
      auto const wire = static_cast<std::uint32_t>(rng.next_u64() % wires);
      std::uint64_t const kind = rng.next_u64() % 4;
      m.push_term(wire, f97(kind == 0 ? 0 : kind == 1 ? 1 : kind == 2 ? 96 : rng.next_u64() % 97));
    }
    m.end_row();
  }
  return m;
}

// By definition, in plain integers.
std::vector<f97> textbook_product(matrix const& m, std::vector<f97> const& w) {
  std::vector<f97> out;
  for (std::size_t i = 0; i < m.rows(); ++i) {
    std::uint64_t sum = 0;
    for (auto t = m.row_begin[i]; t < m.row_begin[i + 1]; ++t) {
      sum += m.value[t].to_canonical().limbs[0] * w[m.wire[t]].to_canonical().limbs[0];
    }
    out.push_back(f97(sum % 97));
  }
  return out;
}

BOOST_AUTO_TEST_CASE(an_empty_matrix_has_no_rows_and_is_valid) {
  matrix const m;
  BOOST_TEST(m.rows() == 0U);
  BOOST_TEST(m.terms() == 0U);
  m.validate(0);
  m.multiply(cuzk::exec::serial{}, std::span<f97>{}, std::span<f97 const>{});
}

BOOST_AUTO_TEST_CASE(the_product_is_that_of_the_definition_for_every_executor) {
  cuzk::insecure_seeded_random rng(cuzk_test::seed());
  for (std::size_t const rows : {1U, 2U, 7U, 30000U}) {
    auto const m = random_matrix(rng, rows, 50, rows / 2);
    m.validate(50);
    std::vector<f97> w;
    for (int i = 0; i < 50; ++i) w.push_back(f97(rng.next_u64() % 97));
    auto const expected = textbook_product(m, w);
    auto const check = [&](auto const& where) {
      std::vector<f97> out(rows, f97(13));
      m.multiply(where, std::span<f97>(out), std::span<f97 const>(w));
      BOOST_TEST((out == expected));
    };
    check(cuzk::exec::serial{});
    check(cuzk::exec::tbb{});
    check(cuzk::exec::tbb{3});
  }
}

BOOST_AUTO_TEST_CASE(outputs_of_another_length_are_refused) {
  matrix m;
  m.push_term(0, f97(1));
  m.end_row();
  std::vector<f97> out(2);
  std::vector<f97> const w(1);
  BOOST_CHECK_THROW(m.multiply(cuzk::exec::serial{}, std::span<f97>(out), std::span<f97 const>(w)),
                    cuzk::invalid_argument);
}

BOOST_AUTO_TEST_CASE(malformed_matrices_are_refused) {
  matrix good;
  good.push_term(3, f97(1));
  good.end_row();
  good.push_term(0, f97(1));
  good.end_row();
  good.validate(4);
  BOOST_CHECK_THROW(good.validate(3), cuzk::invalid_argument);

  auto m = good;
  m.row_begin = {};
  BOOST_CHECK_THROW(m.validate(4), cuzk::invalid_argument);
  m = good;
  m.row_begin = {1, 1, 2};
  BOOST_CHECK_THROW(m.validate(4), cuzk::invalid_argument);
  m = good;
  m.row_begin = {0, 2, 1, 2};
  BOOST_CHECK_THROW(m.validate(4), cuzk::invalid_argument);
  m = good;
  m.row_begin = {0, 3, 2};
  BOOST_CHECK_THROW(m.validate(4), cuzk::invalid_argument);
  m = good;
  m.row_begin = {0, 1, 3};
  BOOST_CHECK_THROW(m.validate(4), cuzk::invalid_argument);
  m = good;
  m.wire.push_back(0);
  BOOST_CHECK_THROW(m.validate(4), cuzk::invalid_argument);
}

BOOST_AUTO_TEST_CASE(identity_rows_pick_the_first_wires) {
  matrix m;
  m.push_term(2, f97(5));
  m.end_row();
  cuzk::r1cs::append_identity_rows(m, 3);
  BOOST_TEST(m.rows() == 4U);
  std::vector<f97> const w{f97(1), f97(20), f97(30)};
  std::vector<f97> out(4);
  m.multiply(cuzk::exec::serial{}, std::span<f97>(out), std::span<f97 const>(w));
  BOOST_TEST((out == std::vector<f97>{f97(150), f97(1), f97(20), f97(30)}));
}

BOOST_AUTO_TEST_CASE(a_wire_with_only_zero_coefficients_does_not_occur) {
  matrix m;
  m.push_term(0, f97(0));
  m.push_term(1, f97(4));
  m.push_term(2, f97(0));
  m.push_term(2, f97(1));
  m.end_row();
  BOOST_TEST((cuzk::r1cs::occurring_wires(m, 4) == std::vector<bool>{false, true, true, false}));
}

}  // namespace
