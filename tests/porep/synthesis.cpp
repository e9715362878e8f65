// SPDX-License-Identifier: Apache-2.0
#define BOOST_TEST_MODULE porep_synthesis
#include <boost/test/unit_test.hpp>

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <string>
#include <vector>

#include <cuzk/core/error.hpp>
#include <cuzk/exec/serial.hpp>
#include <cuzk/exec/tbb.hpp>
#include <cuzk/porep/public_inputs.hpp>
#include <cuzk/porep/setup.hpp>
#include <cuzk/porep/synthesis.hpp>

#include "porep/evaluated.hpp"
#include "porep/shapes.hpp"

namespace {

namespace porep = cuzk::porep;
using cuzk_test::are_equal;
using cuzk_test::are_those_of;
using cuzk_test::equal;
using porep::fr;
using shape = cuzk_test::eight_nodes;

// Memory that is asked for only to be counted, and filled with what is no value of a circuit.
struct counted_memory {
  using policy_kind = cuzk::memory_kind;
  static constexpr bool direct_dma = false;
  static inline std::uint64_t allocations = 0;
  static inline std::uint64_t bytes_now = 0;
  static inline std::uint64_t wiped = 0;

  void* allocate(std::size_t bytes, std::size_t alignment) {
    ++allocations;
    bytes_now += bytes;
    void* const p = cuzk::memory::pageable().allocate(bytes, alignment);
    std::fill_n(static_cast<unsigned char*>(p), bytes, static_cast<unsigned char>(0xa5));
    return p;
  }
  void deallocate(void* p, std::size_t bytes, std::size_t alignment) noexcept {
    auto const* const first = static_cast<unsigned char const*>(p);
    if (std::all_of(first, first + bytes, [](unsigned char b) { return b == 0; })) ++wiped;
    bytes_now -= bytes;
    cuzk::memory::pageable().deallocate(p, bytes, alignment);
  }
};
static_assert(cuzk::memory_policy<counted_memory>);

BOOST_AUTO_TEST_CASE(values_are_those_of_the_matrices) {
  auto const cs = porep::circuit_matrices<shape>();
  cuzk_test::simulated<shape> const made({5});
  porep::synthesis<shape> partition;
  partition.evaluate(cuzk::exec::tbb(2), made.sector.of(), made.proof);
  BOOST_TEST(partition.size().public_count == cs.public_count);
  BOOST_TEST(partition.size().constraints == cs.constraints());
  are_those_of(cs, partition.view());
  auto const inputs = porep::public_inputs<shape>(made.graph, made.sector.of(), made.sector.challenges());
  BOOST_TEST(equal(partition.public_inputs(), inputs));
  // What a proof claims is known without synthesis, true or not.
  BOOST_TEST(equal(inputs, porep::claimed_public_inputs(made.sector.of(), made.proof)));
  auto other = made.proof;
  auto& c = other.challenges.front();
  c.challenge = 3;
  c.data.levels[1].index ^= 1U;
  c.replica.levels[0].index = 6;
  c.column.path.levels[0].index = 2;
  c.drg_parents[4].path.levels[0].index = 7;
  c.expander_parents[1].path.levels[0].index = 0;
  partition.evaluate(cuzk::exec::tbb(2), made.sector.of(), other);
  BOOST_TEST(equal(partition.public_inputs(), porep::claimed_public_inputs(made.sector.of(), other)));
}

BOOST_AUTO_TEST_CASE(no_place_depends_on_the_executor_or_on_what_was_there) {
  using three = cuzk_test::three_challenges;
  cuzk_test::simulated<three> const first({5, 127, 64});
  cuzk_test::simulated<three> const second({1, 2, 2}, 7);  // near the beginning, and one node twice
  porep::synthesis<three> serial;
  porep::synthesis<three, counted_memory> parallel;
  serial.evaluate(cuzk::exec::serial{}, first.sector.of(), first.proof);
  parallel.evaluate(cuzk::exec::tbb(3), second.sector.of(), second.proof);
  parallel.evaluate(cuzk::exec::tbb(3), first.sector.of(), first.proof);
  auto const x = serial.view();
  are_equal(x, parallel.view());
  std::size_t broken = 0;
  for (std::size_t i = 0; i < serial.size().constraints; ++i) broken += x.a[i] * x.b[i] == x.c[i] ? 0 : 1;
  BOOST_TEST(broken == 0U);
}

BOOST_AUTO_TEST_CASE(memory_is_taken_once_as_said_and_wiped) {
  cuzk_test::simulated<shape> const made({5});
  counted_memory::allocations = counted_memory::wiped = 0;
  {
    porep::synthesis<shape, counted_memory> partition;
    BOOST_TEST(counted_memory::allocations == 4U);
    BOOST_TEST(counted_memory::bytes_now == partition.size().bytes());
    BOOST_TEST((partition.size() == porep::circuit_size<shape>()));
    for (int i = 0; i < 2; ++i) partition.evaluate(cuzk::exec::serial{}, made.sector.of(), made.proof);
    BOOST_TEST(counted_memory::allocations == 4U);
  }
  BOOST_TEST(counted_memory::bytes_now == 0U);
  BOOST_TEST(counted_memory::wiped == 4U);
}

BOOST_AUTO_TEST_CASE(more_memory_than_allowed_is_refused_before_any_is_taken) {
  auto const bytes = porep::circuit_size<shape>().bytes();
  counted_memory::allocations = 0;
  using limited = porep::synthesis<shape, counted_memory>;
  BOOST_CHECK_EXCEPTION(limited({}, bytes - 1), cuzk::out_of_memory, [](cuzk::out_of_memory const& e) {
    return std::string(e.what()).find("partition") != std::string::npos;
  });
  BOOST_TEST(counted_memory::allocations == 0U);
  BOOST_CHECK_NO_THROW(limited({}, bytes));
  // 15.5 GiB, as the network's provers take for a 32 GiB sector's partition.
  BOOST_TEST(porep::circuit_size<porep::sector_32GiB>().bytes() ==
             32 * (std::uint64_t{130170221} + 3 * std::uint64_t{130278869}));
}

BOOST_AUTO_TEST_CASE(a_proof_of_another_shape_leaves_what_was_there) {
  cuzk_test::simulated<shape> const made({5});
  porep::synthesis<shape> partition;
  partition.evaluate(cuzk::exec::serial{}, made.sector.of(), made.proof);
  std::vector<fr> const inputs(partition.public_inputs().begin(), partition.public_inputs().end());
  auto shorter = made.proof;
  shorter.challenges[0].replica.levels.pop_back();
  BOOST_CHECK_THROW(partition.evaluate(cuzk::exec::serial{}, {}, shorter), cuzk::invalid_argument);
  BOOST_TEST(equal(partition.public_inputs(), inputs));
}

}  // namespace
