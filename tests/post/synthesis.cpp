// SPDX-License-Identifier: Apache-2.0
#define BOOST_TEST_MODULE post_synthesis
#include <boost/test/unit_test.hpp>

#include <cstddef>
#include <cstdint>
#include <new>
#include <vector>

#include <cuzk/core/error.hpp>
#include <cuzk/exec/serial.hpp>
#include <cuzk/exec/tbb.hpp>
#include <cuzk/post/public_inputs.hpp>
#include <cuzk/post/setup.hpp>
#include <cuzk/post/synthesis.hpp>

#include "porep/evaluated.hpp"
#include "post/post_test.hpp"
#include "support/executors.hpp"

namespace {

using namespace cuzk_test;
using shape = three_places;

template <class Shape>
std::vector<post::challenged_sector<Shape>> asked_of(sealed_sectors<typename Shape::sector> const& sealed,
                                                     unsigned randomness = 1) {
  return post::window_challenges<Shape>(post::chain_randomness(filled(randomness)), post::api_version::v1_2,
                                        sealed.statements, 0);
}

template <class Shape>
void values_are_those_of_the_matrices(std::vector<std::uint64_t> const& ids) {
  sealed_sectors<typename Shape::sector> const sealed(ids);
  auto const asked = asked_of<Shape>(sealed);
  auto const cs = post::circuit_matrices<Shape>();
  post::synthesis<Shape> partition;
  partition.evaluate(cuzk::exec::tbb(2), sealed.template prove<Shape>(asked));
  BOOST_TEST(partition.size().public_count == cs.public_count);
  BOOST_TEST(partition.size().constraints == cs.constraints());
  are_those_of(cs, partition.view());
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
  are_equal(serial.view(), parallel.view());
}

BOOST_AUTO_TEST_CASE(a_partition_is_evaluated_after_one_that_failed) {
  sealed_sectors<shape::sector> const sealed({1, 2});
  sealed_sectors<shape::sector> const others({3, 4, 5});
  auto const proof = sealed.prove<shape>(asked_of<shape>(sealed));
  post::synthesis<shape> never_failed;
  never_failed.evaluate(cuzk::exec::serial{}, proof);
  post::synthesis<shape> partition;
  for (std::size_t tasks = 0; tasks < shape::sectors; ++tasks) {
    BOOST_CHECK_THROW(partition.evaluate(fails_after{tasks}, others.prove<shape>(asked_of<shape>(others, 2))),
                      std::bad_alloc);
    partition.evaluate(cuzk::exec::serial{}, proof);
    are_equal(partition.view(), never_failed.view());
  }
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
