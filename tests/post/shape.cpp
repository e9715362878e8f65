// SPDX-License-Identifier: Apache-2.0
#define BOOST_TEST_MODULE post_shape
#include <boost/test/unit_test.hpp>

#include <array>
#include <cstddef>
#include <cstdint>
#include <tuple>

#include <cuzk/porep/shape.hpp>
#include <cuzk/post/shape.hpp>

#include "post/post_test.hpp"

namespace {

using namespace cuzk_test;

template <std::size_t Sectors, std::size_t Challenges, std::size_t Inputs>
struct own_shape {
  using sector = porep::sector_2KiB;
  static constexpr std::size_t sectors = Sectors;
  static constexpr std::size_t challenges = Challenges;
  static constexpr std::size_t public_inputs = Inputs;
};
static_assert(post::post_shape<own_shape<3, 2, 9>>);
static_assert(!post::post_shape<own_shape<3, 2, 8>>);
static_assert(!post::post_shape<own_shape<3, 2, 10>>);
static_assert(!post::post_shape<own_shape<0, 2, 0>>);
static_assert(!post::post_shape<own_shape<3, 0, 3>>);
static_assert(!post::post_shape<porep::sector_2KiB>);

struct without_counts {
  using sector = porep::sector_2KiB;
};
struct of_no_sector : own_shape<3, 2, 9> {
  using sector = int;
};
static_assert(!post::post_shape<without_counts>);
static_assert(!post::post_shape<of_no_sector>);

// Filecoin's table of shapes.
struct row {
  std::uint64_t nodes;
  std::size_t sectors, challenges, public_inputs;
};
using shapes =
    std::tuple<post::window_2KiB, post::window_8MiB, post::window_512MiB, post::window_32GiB, post::window_64GiB,
               post::winning_2KiB, post::winning_8MiB, post::winning_512MiB, post::winning_32GiB, post::winning_64GiB>;
constexpr std::array<row, std::tuple_size_v<shapes>> table = {{
    {64, 2, 10, 22},
    {std::uint64_t{1} << 18U, 2, 10, 22},
    {std::uint64_t{1} << 24U, 2, 10, 22},
    {std::uint64_t{1} << 30U, 2349, 10, 25839},
    {std::uint64_t{1} << 31U, 2300, 10, 25300},
    {64, 66, 1, 132},
    {std::uint64_t{1} << 18U, 66, 1, 132},
    {std::uint64_t{1} << 24U, 66, 1, 132},
    {std::uint64_t{1} << 30U, 66, 1, 132},
    {std::uint64_t{1} << 31U, 66, 1, 132},
}};

template <std::size_t I = 0>
void rows_hold() {
  using shape = std::tuple_element_t<I, shapes>;
  BOOST_TEST(shape::sector::nodes == table[I].nodes, "row " << I);
  BOOST_TEST(shape::sectors == table[I].sectors, "row " << I);
  BOOST_TEST(shape::challenges == table[I].challenges, "row " << I);
  BOOST_TEST(shape::public_inputs == table[I].public_inputs, "row " << I);
  if constexpr (I + 1 < table.size()) rows_hold<I + 1>();
}

BOOST_AUTO_TEST_CASE(shapes_are_as_published) { rows_hold(); }

BOOST_AUTO_TEST_CASE(a_window_has_as_many_proofs_as_its_sectors_fill) {
  BOOST_TEST(post::window_partitions<three_places>(0) == 0U);
  BOOST_TEST(post::window_partitions<three_places>(1) == 1U);
  BOOST_TEST(post::window_partitions<three_places>(3) == 1U);
  BOOST_TEST(post::window_partitions<three_places>(8) == 3U);
  BOOST_TEST(post::window_partitions<three_places>(9) == 3U);
  BOOST_TEST(post::window_partitions<post::window_32GiB>(2349) == 1U);
  BOOST_TEST(post::window_partitions<post::window_32GiB>(2350) == 2U);
}

}  // namespace
