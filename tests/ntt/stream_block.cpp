// SPDX-License-Identifier: Apache-2.0
#define BOOST_TEST_MODULE ntt_stream_block
#include <boost/test/unit_test.hpp>

// The four steps that a device runs block by block, run here by the plan of the host and held against it.

#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include <cuzk/core/error.hpp>
#include <cuzk/curves/bls12_381.hpp>
#include <cuzk/exec/serial.hpp>
#include <cuzk/ntt/detail/power_tables.hpp>
#include <cuzk/ntt/detail/stream_block.hpp>
#include <cuzk/ntt/plan.hpp>

#include <support/fields.hpp>
#include <support/ntt.hpp>

namespace detail = cuzk::ntt::detail;
using cuzk::ntt::options;
using cuzk::ntt::order;

namespace {

using toy = cuzk_test::f12289;
using fr = cuzk::curves::bls12_381::fr;

template <class F>
struct powers_of {
  detail::table_shape shape;
  std::vector<F> entries;

  powers_of(unsigned log_size, F const& base) : shape(detail::coset_shape(log_size)), entries(shape.elements()) {
    auto const fill = detail::coset_table(entries.data(), shape, F::one(), base);
    for (std::size_t i = 0; i < entries.size(); ++i) fill(i);
  }
  [[nodiscard]] detail::two_level_table<F> table() const {
    return {entries.data(), entries.data() + (std::size_t{1} << shape.low_log), shape.low_log};
  }
};

template <class F>
void run(detail::stream_shape const& shape, bool forward, std::vector<F>& data, options<F> const& how) {
  cuzk::ntt::plan<F> const long_ones(shape.long_log()), short_ones(shape.outer_log);
  powers_of<F> const roots(shape.log_size, F::root_of_unity(shape.log_size));
  powers_of<F> const shifts(shape.log_size, how.coset ? forward ? *how.coset : inverse(*how.coset) : F::one());
  options<F> const through{how.input, how.input == order::natural ? order::bit_reversed : order::natural, {}};
  std::vector<F> slot(shape.block()), transforms(shape.block());
  std::vector<int> met(data.size());
  for (bool const first : {true, false}) {
    auto const pass = detail::stream_pass_of(shape, first, how.input, how.output);
    auto const factors = detail::factors_of<F>(pass, forward, how, roots.table(), shifts.table());
    for (std::size_t number = 0; number < shape.blocks(); ++number) {
      detail::stream_block const block{pass, number};
      for (std::size_t s = 0; s < slot.size(); ++s) {
        slot[s] = data.at(block.position(s));
        ++met[block.position(s)];
      }
      std::vector<int> places(slot.size());
      detail::move_in<F> const in{block, factors.in, slot.data(), transforms.data()};
      for (std::size_t s = 0; s < slot.size(); ++s) {
        in(s);
        ++places.at(block.read_place(s));
        ++places.at(block.written_place(s));
      }
      for (int const times : places) BOOST_REQUIRE_EQUAL(times, 2);
      auto const& plan = pass.is_long() ? long_ones : short_ones;
      std::span<F> const all(transforms);
      forward ? plan.forward(cuzk::exec::serial{}, all, through) : plan.inverse(cuzk::exec::serial{}, all, through);
      detail::move_out<F> const out{block, factors.out, transforms.data(), slot.data()};
      for (std::size_t s = 0; s < slot.size(); ++s) out(s);
      for (std::size_t s = 0; s < slot.size(); ++s) data[block.position(s)] = slot[s];
    }
  }
  for (int const times : met) BOOST_REQUIRE_EQUAL(times, 2);  // once a pass
}

template <class F>
void equals_the_plan(unsigned log_size, unsigned block_log, F const& shift) {
  auto const shape = detail::checked_cut<F>(log_size, std::size_t{1} << block_log);
  BOOST_REQUIRE(!shape.whole() && shape.block_log == block_log && shape.least_piece() >= 1);
  cuzk::ntt::plan<F> const plan(log_size);
  auto const input = cuzk_test::random_elements<F>(plan.size(), log_size);
  for (auto const& coset : {std::optional<F>{}, std::optional<F>{shift}}) {
    for (order const in : {order::natural, order::bit_reversed}) {
      for (order const out : {order::natural, order::bit_reversed}) {
        options<F> const how{in, out, coset};
        for (bool const forward : {true, false}) {
          auto expected = input, streamed = input;
          std::span<F> const all(expected);
          forward ? plan.forward(cuzk::exec::serial{}, all, how) : plan.inverse(cuzk::exec::serial{}, all, how);
          run(shape, forward, streamed, how);
          BOOST_TEST(static_cast<bool>(streamed == expected),
                     "2^" + std::to_string(log_size) + " in blocks of 2^" + std::to_string(block_log) +
                         (forward ? " forward " : " inverse ") + (in == order::natural ? "natural" : "reversed") +
                         (out == order::natural ? " to natural" : " to reversed") + (coset ? ", coset" : ""));
        }
      }
    }
  }
}

}  // namespace

BOOST_AUTO_TEST_CASE(every_size_block_order_direction_and_coset) {
  std::size_t cuts = 0;
  for (unsigned log_size = 0; log_size <= 12; ++log_size) {
    for (unsigned block_log = detail::least_block_log(log_size); block_log < log_size; ++block_log, ++cuts) {
      equals_the_plan(log_size, block_log, toy(11));
    }
  }
  BOOST_TEST(cuts == 22U);
}

BOOST_AUTO_TEST_CASE(a_large_field) {
  equals_the_plan(11, 8, fr(7));
  equals_the_plan(13, 9, fr(7));
}

BOOST_AUTO_TEST_CASE(cuts) {
  BOOST_TEST(detail::least_block_log(0) == 0U);
  BOOST_TEST(detail::least_block_log(2) == 2U);  // a block of two elements has no two parts of a position
  BOOST_TEST(detail::least_block_log(3) == 2U);
  BOOST_TEST(detail::least_block_log(27) == 18U);
  for (unsigned log_size = 0; log_size <= 32; ++log_size) {
    auto const shape = detail::checked_cut<fr>(log_size, 0);
    BOOST_TEST(shape.whole() == (log_size <= 24));
    if (!shape.whole()) {
      BOOST_TEST(shape.least_piece() * sizeof(fr) >= 4096U);
      BOOST_TEST(shape.blocks() >= 4U);
      BOOST_TEST((shape.block() * sizeof(fr) <= std::size_t{1} << 30U || log_size > 30));
    }
  }
  BOOST_TEST(detail::checked_cut<fr>(27, 0).block_log == 25U);
  BOOST_TEST(detail::checked_cut<fr>(5, 1024).whole());
  BOOST_CHECK_THROW((void)detail::checked_cut<fr>(9, 3), cuzk::invalid_argument);
  BOOST_CHECK_THROW((void)detail::checked_cut<fr>(33, 0), cuzk::invalid_argument);
  BOOST_CHECK_THROW((void)detail::checked_cut<fr>(33, 1U << 25U), cuzk::invalid_argument);
  BOOST_CHECK_EXCEPTION((void)detail::checked_cut<fr>(27, 1U << 17U), cuzk::invalid_argument, [](auto const& e) {
    return std::string(e.what()).find("blocks of 131072 elements for a size of 2^27; the least are 2^18") !=
           std::string::npos;
  });
}
