// SPDX-License-Identifier: Apache-2.0
#define BOOST_TEST_MODULE ntt_tile_pass
#include <boost/test/unit_test.hpp>

// The passes that a device runs, run here thread by thread and held against the plan of the host.

#include <cstddef>
#include <cstdint>
#include <optional>
#include <set>
#include <span>
#include <string>
#include <vector>

#include <cuzk/core/error.hpp>
#include <cuzk/curves/bls12_381.hpp>
#include <cuzk/curves/bw6_761.hpp>
#include <cuzk/exec/serial.hpp>
#include <cuzk/field/prime_field.hpp>
#include <cuzk/ntt/detail/checks.hpp>
#include <cuzk/ntt/detail/power_tables.hpp>
#include <cuzk/ntt/detail/tile_pass.hpp>
#include <cuzk/ntt/detail/tile_schedule.hpp>
#include <cuzk/ntt/detail/tile_transform.hpp>
#include <cuzk/ntt/plan.hpp>
#include <cuzk/ntt/tile_tuning.hpp>

#include <support/fields.hpp>
#include <support/ntt.hpp>

namespace detail = cuzk::ntt::detail;
using cuzk::ntt::options;
using cuzk::ntt::order;
using cuzk::ntt::tile_tuning;
using detail::direction;

namespace {

using toy = cuzk_test::f12289;
using fr = cuzk::curves::bls12_381::fr;

struct plain_copy {
  template <class T>
  void operator()(T* to, T const* from) const {
    *to = *from;
  }
};

// Every phase of a block, thread after thread.
template <direction D, bool Negated, class F>
void run_pass(detail::tile_pass<D, Negated, F> const& pass) {
  std::vector<typename detail::chunks<F>::type> shared(detail::tile_memory<F>::bytes(pass.map.tile_log) /
                                                       detail::chunks<F>::bytes);
  detail::tile_memory<F> const x(shared.data(), pass.map.tile_log);
  unsigned const levels = pass.map.level_log;
  for (std::uint64_t tile = 0; tile < pass.tiles; ++tile) {
    for (std::uint32_t t = 0; t < pass.threads(); ++t) pass.load(x, tile, t, plain_copy{});
    for (std::uint32_t t = 0; t < pass.threads(); ++t) pass.scale(x, tile, t, pass.bit(0), pass.before, false);
    for (unsigned l = 0; l < levels; ++l) {
      for (std::uint32_t t = 0; t < pass.threads(); ++t) pass.butterflies(x, tile, t, pass.bit(l));
    }
    for (std::uint32_t t = 0; t < pass.threads(); ++t) {
      pass.scale(x, tile, t, pass.bit(levels - 1), pass.after, pass.last);
    }
    for (std::uint32_t t = 0; t < pass.threads(); ++t) pass.store(x, tile, t);
  }
}

template <class F>
std::vector<F> filled(detail::fill_table<F> const& fill) {
  std::vector<F> table(fill.shape.elements());
  auto here = fill;
  here.table = table.data();
  for (std::size_t i = 0; i < table.size(); ++i) here(i);
  return table;
}

// As device_plan, without a device.
template <class F>
void transform(bool forward, std::vector<F>& data, unsigned log_size, options<F> const& how, tile_tuning const& tuning,
               detail::table_shape const& shape) {
  auto const call = detail::call_for(forward, how.input, how.output);
  auto const schedule = detail::make_tile_schedule(call.way, call.permuted_in, call.permuted_out, log_size, tuning);
  F const inverse_size = detail::reciprocal_of_size<F>(log_size);
  auto const table = filled(detail::twiddle_table<F>(nullptr, shape, log_size, F::root_of_unity(log_size)));
  std::vector<F> powers, scratch(schedule.needs_scratch ? data.size() : 0);
  detail::tile_scaling<F> none, scale;
  if (how.coset) {
    auto const of_coset = detail::coset_shape(log_size);
    powers = filled(detail::coset_table<F>(nullptr, of_coset, forward ? F::one() : inverse_size,
                                           forward ? *how.coset : inverse(*how.coset)));
    scale.kind = detail::factor::powers;
    scale.powers = {powers.data(), powers.data() + (std::size_t{1} << of_coset.low_log), of_coset.low_log};
    scale.reversed_index = call.reversed_index;
  } else if (!forward) {
    scale.kind = detail::factor::size_reciprocal;
    scale.size_reciprocal = inverse_size;
  }
  detail::two_level_table<F> const twiddles{table.data(), table.data() + (std::size_t{1} << shape.low_log),
                                            shape.low_log};
  auto const run = [](auto const& pass) { run_pass(pass); };
  std::span<F> const all(data);
  auto const& first = call.scales_first ? scale : none;
  auto const& last = call.scales_first ? none : scale;
  if (call.way == direction::descending && forward) {
    detail::for_each_tile_pass<direction::descending, false>(schedule, all, scratch.data(), twiddles, first, last, run);
  } else if (call.way == direction::descending) {
    detail::for_each_tile_pass<direction::descending, true>(schedule, all, scratch.data(), twiddles, first, last, run);
  } else if (forward) {
    detail::for_each_tile_pass<direction::ascending, false>(schedule, all, scratch.data(), twiddles, first, last, run);
  } else {
    detail::for_each_tile_pass<direction::ascending, true>(schedule, all, scratch.data(), twiddles, first, last, run);
  }
}

// Against the host in all orders and both directions; what differs, or nothing.
template <class F>
std::string difference(unsigned log_size, std::size_t transforms, std::optional<F> const& coset,
                       tile_tuning const& tuning, unsigned low_log) {
  cuzk::ntt::plan<F> const host(log_size);
  auto const input = cuzk_test::random_elements<F>(host.size() * transforms, log_size);
  detail::table_shape const shape{low_log, log_size - 1 - low_log};
  for (bool const forward : {true, false}) {
    for (order const in : {order::natural, order::bit_reversed}) {
      for (order const out : {order::natural, order::bit_reversed}) {
        options<F> const how{in, out, coset};
        auto expected = input, x = input;
        if (forward) {
          host.forward(cuzk::exec::serial{}, std::span<F>(expected), how);
        } else {
          host.inverse(cuzk::exec::serial{}, std::span<F>(expected), how);
        }
        transform(forward, x, log_size, how, tuning, shape);
        if (x != expected) {
          return std::string(forward ? "forward " : "inverse ") + (in == order::natural ? "natural" : "reversed") +
                 (out == order::natural ? " to natural, 2^" : " to reversed, 2^") + std::to_string(log_size) +
                 (coset ? " coset" : "") + ", tiles 2^" + std::to_string(tuning.tile_log);
        }
      }
    }
  }
  return {};
}

}  // namespace

BOOST_AUTO_TEST_CASE(every_size_order_direction_and_tile) {
  for (unsigned log_size = 1; log_size <= 12; ++log_size) {
    for (unsigned const tile_log : std::vector<unsigned>{7, 9, 10}) {
      for (unsigned const least : std::vector<unsigned>{0, 1, 3, 4}) {
        for (auto const& coset : {std::optional<toy>{}, std::optional<toy>{toy(11)}}) {
          std::size_t const transforms = log_size < 9 ? 5 : 1;
          BOOST_REQUIRE_EQUAL(difference<toy>(log_size, transforms, coset, {tile_log, least, tile_log == 7 ? 2U : 3U},
                                              least == 1 ? (log_size - 1) / 2 : log_size - 1),
                              "");
        }
      }
    }
  }
}

BOOST_AUTO_TEST_CASE(elements_of_four_limbs) {
  for (unsigned const log_size : std::vector<unsigned>{1, 2, 7, 8, 13, 15}) {
    for (auto const& coset : {std::optional<fr>{}, std::optional<fr>{fr(7)}}) {
      BOOST_REQUIRE_EQUAL(difference<fr>(log_size, 3, coset, {7, 2}, (log_size - 1) / 2), "");
    }
  }
  BOOST_CHECK_EQUAL(difference<fr>(12, 1, {}, {9, 0, 1}, 11), "");
  BOOST_CHECK_EQUAL(difference<fr>(12, 1, fr(7), {10, 0, 2}, 11), "");
}

// Their three chunks of 16 bytes do not divide the threads of a block.
BOOST_AUTO_TEST_CASE(elements_of_six_limbs) {
  using wide = cuzk::curves::bw6_761::fr;
  for (unsigned const log_size : std::vector<unsigned>{1, 6, 11}) {
    BOOST_CHECK_EQUAL(difference<wide>(log_size, 3, {}, {7, 0, 1}, log_size - 1), "");
    BOOST_CHECK_EQUAL(difference<wide>(log_size, 1, wide(7), {8, 1, 3}, log_size - 1), "");
  }
}

template <class F>
void default_tiles_can_be() {
  for (unsigned log = 0; log < 48; ++log) {
    for (std::size_t const elements : {std::size_t{1} << log, (std::size_t{1} << log) - 1}) {
      BOOST_CHECK_NO_THROW(detail::checked<F>(cuzk::ntt::default_tile_tuning<F>(elements)));
    }
  }
}
BOOST_AUTO_TEST_CASE(default_tiles) {
  default_tiles_can_be<toy>();
  default_tiles_can_be<fr>();
  default_tiles_can_be<cuzk::curves::bw6_761::fr>();
  BOOST_CHECK_THROW(detail::checked<fr>({10, 1, 1}), cuzk::invalid_argument);
}

template <class F>
void divides_by_powers_of_two() {
  auto extremes = cuzk_test::random_elements<F>(20, 1);
  auto below = F::modulus;
  below.limbs[0] -= 1;
  for (F const& x : {F::zero(), F::one(), -F::one(), F::from_montgomery_unchecked(below)}) extremes.push_back(x);
  F power = F::one();
  for (unsigned log = 0; log < 64; ++log, power = doubled(power)) {
    F const reciprocal = inverse(power);
    for (F const& x : extremes) {
      F const y = detail::divided_by_power_of_two(x, log, reciprocal);
      BOOST_REQUIRE(y == x * reciprocal);
      BOOST_REQUIRE(y.montgomery() < F::modulus);
    }
  }
}

BOOST_AUTO_TEST_CASE(division_by_powers_of_two) {
  divides_by_powers_of_two<fr>();
  divides_by_powers_of_two<cuzk::prime_field<cuzk_test::goldilocks>>();
  divides_by_powers_of_two<cuzk::prime_field<cuzk_test::p384>>();
}

// The tiles of a pass hold each element once; index maths alone for sizes beyond 2^32.
BOOST_AUTO_TEST_CASE(tiles_cover_the_data) {
  tile_tuning const tuning{7, 2};
  for (unsigned const log_size : std::vector<unsigned>{8, 11, 13}) {
    for (bool const permuted : {false, true}) {
      auto const schedule = detail::make_tile_schedule(direction::descending, false, permuted, log_size, tuning);
      unsigned levels = 0;
      for (unsigned i = 0; i < schedule.size; ++i) {
        auto const& map = schedule.passes[i].map;
        levels += map.level_log;
        std::set<std::uint64_t> seen;
        std::uint64_t const count = std::uint64_t{3} << log_size;
        for (std::uint64_t tile = 0; tile < count >> map.tile_log; ++tile) {
          for (std::uint32_t e = 0; e < std::uint32_t{1} << map.tile_log; ++e) seen.insert(map.position(tile, e));
        }
        BOOST_CHECK_EQUAL(seen.size(), count);
        BOOST_CHECK_EQUAL(*seen.rbegin(), count - 1);
      }
      BOOST_CHECK_EQUAL(levels, log_size);
    }
  }
  auto const huge = detail::make_tile_schedule(direction::descending, false, true, 40, {10, 1});
  for (unsigned i = 0; i < huge.size; ++i) {
    auto const& map = huge.passes[i].map;
    std::uint64_t const last = (std::uint64_t{5} << 40U) - 1;
    BOOST_CHECK_EQUAL(map.position(last >> map.tile_log, (std::uint32_t{1} << map.tile_log) - 1), last);
  }
}

BOOST_AUTO_TEST_CASE(splits_of_levels) {
  for (unsigned log_size = 0; log_size <= 47; ++log_size) {
    for (unsigned tile_log = 7; tile_log <= 12; ++tile_log) {
      for (unsigned least = 0; least <= 3; ++least) {
        auto const s = detail::split_levels(log_size, {tile_log, least});
        unsigned sum = 0;
        for (unsigned i = 0; i < s.size; ++i) {
          sum += s.levels[i];
          BOOST_REQUIRE(s.levels[i] >= (s.size > 1 ? 2 : 1));
          BOOST_REQUIRE(s.levels[i] <= (s.size > 1 ? tile_log - least : tile_log));
        }
        BOOST_REQUIRE_EQUAL(sum, log_size);
      }
    }
  }
}

// Groups of 8 threads that access shared memory together meet 8 different banks of 16 bytes.
BOOST_AUTO_TEST_CASE(threads_meet_no_bank_twice) {
  using memory = detail::tile_memory<fr>;
  for (unsigned tile_log = 7; tile_log <= 11; ++tile_log) {
    std::vector<memory::chunk> shared(memory::bytes(tile_log) / sizeof(memory::chunk));
    memory const x(shared.data(), tile_log);
    std::set<memory::chunk const*> places;
    for (std::uint32_t i = 0; i < std::uint32_t{1} << tile_log; ++i) {
      places.insert(&x.at(i, 0));
      places.insert(&x.at(i, 1));
    }
    BOOST_CHECK_EQUAL(places.size(), std::size_t{2} << tile_log);
    BOOST_CHECK(*places.begin() >= shared.data() && *places.rbegin() < shared.data() + shared.size());
    auto const banks = [&](auto const& element_and_chunk) {
      std::set<std::ptrdiff_t> met;
      for (std::uint32_t t = 0; t < 8; ++t) {
        auto const [i, h] = element_and_chunk(t);
        met.insert((&x.at(i, h) - shared.data()) % 8);
      }
      return met.size();
    };
    using pair = std::pair<std::uint32_t, std::uint32_t>;
    for (unsigned bit = 0; bit < tile_log; ++bit) {
      for (std::uint32_t group = 0; group < std::uint32_t{1} << (tile_log - 4); ++group) {
        BOOST_REQUIRE_EQUAL(banks([&](std::uint32_t t) {
                              std::uint32_t const thread = 8 * group + t;
                              std::uint32_t const below = thread & ((1U << bit) - 1);
                              return pair{(thread ^ below) << 1U | below, 0};
                            }),
                            8U);
      }
    }
    BOOST_CHECK_EQUAL(banks([&](std::uint32_t t) { return pair{t / 2, t % 2}; }), 8U);
    BOOST_CHECK_EQUAL(banks([&](std::uint32_t t) {
                        return pair{static_cast<std::uint32_t>(detail::reversed(t / 2, tile_log)), t % 2};
                      }),
                      8U);
  }
}
