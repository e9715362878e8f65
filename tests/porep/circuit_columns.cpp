// SPDX-License-Identifier: Apache-2.0
#define BOOST_TEST_MODULE porep_circuit_columns
#include <boost/test/unit_test.hpp>

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include <cuzk/core/error.hpp>
#include <cuzk/core/random.hpp>
#include <cuzk/exec/serial.hpp>
#include <cuzk/exec/tbb.hpp>
#include <cuzk/groth16/setup.hpp>
#include <cuzk/porep/circuit_columns.hpp>
#include <cuzk/porep/setup.hpp>
#include <cuzk/r1cs/column_sums.hpp>
#include <cuzk/vector/powers.hpp>

#include "porep/shapes.hpp"
#include "support/seed.hpp"

namespace {

namespace porep = cuzk::porep;
using porep::fr;
// Two blocks, of one label each.
using shape = porep::sector_shape<256, 0, 0, 1, cuzk_test::few_challenges<2>>;
using sums = cuzk::r1cs::column_sums<fr>;

// Any weights will do: powers of a random element.
std::vector<fr> some_weights() {
  cuzk::insecure_seeded_random rng(cuzk_test::seed());
  std::vector<fr> weights(porep::circuit_size<shape>().rows());
  cuzk::vector::powers(cuzk::exec::tbb(2), std::span(weights), cuzk::random_element<fr>(rng));
  return weights;
}

bool equal(std::span<fr const> x, std::span<fr const> y) { return std::equal(x.begin(), x.end(), y.begin(), y.end()); }

BOOST_AUTO_TEST_CASE(columns_are_those_of_the_matrices) {
  auto const weights = some_weights();
  auto const cs = porep::circuit_matrices<shape>();
  std::vector<fr> a(cs.wires), b(cs.wires), c(cs.wires);
  std::span<fr const> const of_rows(weights);
  cuzk::groth16::detail::weigh_columns(std::span(a), cs.a, of_rows);
  cuzk::groth16::detail::weigh_columns(std::span(b), cs.b, of_rows);
  cuzk::groth16::detail::weigh_columns(std::span(c), cs.c, of_rows);
  for (std::size_t s = 0; s <= cs.public_count; ++s) a[s] = a[s] + weights[cs.constraints() + s];

  sums parallel(cs.wires);
  std::fill(parallel.a.begin(), parallel.a.end(), fr(5));  // what was there does not count
  porep::circuit_columns<shape>(cuzk::exec::tbb(2), parallel, of_rows);
  BOOST_TEST(equal(parallel.a.span(), a));
  BOOST_TEST(equal(parallel.b.span(), b));
  BOOST_TEST(equal(parallel.c.span(), c));
}

BOOST_AUTO_TEST_CASE(other_sizes_are_refused) {
  auto const size = porep::circuit_size<shape>();
  auto const evaluate = [](std::size_t wires, std::size_t rows) {
    sums s(wires);
    std::vector<fr> const weights(rows, fr::zero());
    porep::circuit_columns<shape>(cuzk::exec::serial{}, s, std::span(weights));
  };
  BOOST_CHECK_THROW(evaluate(size.wires - 1, size.rows()), cuzk::invalid_argument);
  BOOST_CHECK_THROW(evaluate(size.wires, size.constraints), cuzk::invalid_argument);
}

}  // namespace
