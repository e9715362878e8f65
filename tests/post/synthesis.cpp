// SPDX-License-Identifier: Apache-2.0
#define BOOST_TEST_MODULE post_synthesis
#include <boost/test/unit_test.hpp>

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <span>
#include <string>
#include <vector>

#include <cuzk/core/error.hpp>
#include <cuzk/exec/serial.hpp>
#include <cuzk/exec/tbb.hpp>
#include <cuzk/post/public_inputs.hpp>
#include <cuzk/post/setup.hpp>
#include <cuzk/post/synthesis.hpp>
#include <cuzk/r1cs/constraint_system.hpp>

#include "post/post_test.hpp"

namespace {

using namespace cuzk_test;
using shape = three_places;

bool equal(std::span<fr const> x, std::span<fr const> y) { return std::equal(x.begin(), x.end(), y.begin(), y.end()); }

template <class Shape>
std::vector<post::challenged_sector<Shape>> asked_of(sealed_sectors<typename Shape::sector> const& sealed,
                                                     unsigned randomness = 1) {
  return post::window_challenges<Shape>(post::chain_randomness(filled(randomness)), post::api_version::v1_2,
                                        sealed.statements, 0);
}

// What a, b and c must be: the products, and rows of the constant and the public wires under A.
std::vector<fr> rows_of(cuzk::r1cs::sparse_matrix<fr> const& m, std::span<fr const> witness,
                        std::span<fr const> inputs) {
  std::vector<fr> values(m.rows());
  m.multiply(cuzk::exec::tbb(2), std::span(values), witness);
  values.insert(values.end(), inputs.begin(), inputs.end());
  return values;
}

template <class Shape>
void values_are_those_of_the_matrices(std::vector<std::uint64_t> const& ids) {
  sealed_sectors<typename Shape::sector> const sealed(ids);
  auto const asked = asked_of<Shape>(sealed);
  auto const cs = post::circuit_matrices<Shape>();
  post::synthesis<Shape> partition;
  partition.evaluate(cuzk::exec::tbb(2), sealed.template prove<Shape>(asked));
  auto const view = partition.view();
  BOOST_TEST(view.witness.size() == cs.wires);
  BOOST_TEST(partition.size().public_count == cs.public_count);
  BOOST_TEST(partition.size().constraints == cs.constraints());
  BOOST_TEST(cs.is_satisfied(cuzk::exec::tbb(2), view.witness));
  std::vector<fr> const zeros(1 + cs.public_count, fr::zero());
  BOOST_TEST(equal(view.a, rows_of(cs.a, view.witness, view.witness.first(1 + cs.public_count))));
  BOOST_TEST(equal(view.b, rows_of(cs.b, view.witness, zeros)));
  BOOST_TEST(equal(view.c, rows_of(cs.c, view.witness, zeros)));
  BOOST_TEST(equal(partition.public_inputs(), post::public_inputs<Shape>(asked)));
}

BOOST_AUTO_TEST_CASE(values_are_those_of_the_matrices_whatever_places_are_free) {
  values_are_those_of_the_matrices<shape>({4});
  values_are_those_of_the_matrices<shape>({4, 5, 6});
  values_are_those_of_the_matrices<mixed_levels>({4, 5});
  values_are_those_of_the_matrices<post::window_2KiB>({77});
}

BOOST_AUTO_TEST_CASE(no_place_depends_on_the_executor_or_on_what_was_there) {
  sealed_sectors<shape::sector> const sealed({1, 2});
  sealed_sectors<shape::sector> const others({3, 4, 5});
  auto const proof = sealed.prove<shape>(asked_of<shape>(sealed));
  post::synthesis<shape> serial;
  post::synthesis<shape> parallel;
  serial.evaluate(cuzk::exec::serial{}, proof);
  parallel.evaluate(cuzk::exec::tbb(3), others.prove<shape>(asked_of<shape>(others, 2)));
  parallel.evaluate(cuzk::exec::tbb(3), proof);
  auto const x = serial.view();
  auto const y = parallel.view();
  BOOST_TEST(equal(x.witness, y.witness));
  BOOST_TEST(equal(x.a, y.a));
  BOOST_TEST(equal(x.b, y.b));
  BOOST_TEST(equal(x.c, y.c));
}

BOOST_AUTO_TEST_CASE(what_does_not_fit_is_refused) {
  using synthesis = post::synthesis<shape>;
  auto const bytes = post::circuit_size<shape>().bytes();
  BOOST_CHECK_NO_THROW(synthesis({}, bytes));
  BOOST_CHECK_THROW(synthesis({}, bytes - 1), cuzk::out_of_memory);

  sealed_sectors<shape::sector> const sealed({1});
  auto proof = sealed.prove<shape>(asked_of<shape>(sealed));
  synthesis partition;
  partition.evaluate(cuzk::exec::serial{}, proof);
  std::vector<fr> const inputs(partition.public_inputs().begin(), partition.public_inputs().end());
  proof.sectors.resize(4, proof.sectors.front());
  BOOST_CHECK_THROW(partition.evaluate(cuzk::exec::serial{}, proof), cuzk::invalid_argument);
  BOOST_TEST(equal(partition.public_inputs(), inputs));
}

}  // namespace
