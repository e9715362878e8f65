// SPDX-License-Identifier: Apache-2.0
#define BOOST_TEST_MODULE porep_shape
#include <boost/test/unit_test.hpp>

#include <array>
#include <cstddef>
#include <cstdint>
#include <tuple>

#include <cuzk/porep/shape.hpp>

namespace {

namespace porep = cuzk::porep;

// Filecoin's table of shapes.
struct row {
  std::uint64_t nodes;
  std::size_t sub, top, base_levels, layers, partitions, challenges, public_inputs;
};
using shapes =
    std::tuple<porep::sector_2KiB, porep::sector_4KiB, porep::sector_16KiB, porep::sector_32KiB, porep::sector_8MiB,
               porep::sector_16MiB, porep::sector_512MiB, porep::sector_1GiB, porep::sector_32GiB, porep::sector_64GiB>;
constexpr std::array<row, std::tuple_size_v<shapes>> table = {{
    {64, 0, 0, 2, 2, 1, 2, 39},
    {128, 2, 0, 2, 2, 1, 2, 39},
    {512, 8, 0, 2, 2, 1, 2, 39},
    {1024, 8, 2, 2, 2, 1, 2, 39},
    {std::uint64_t{1} << 18U, 0, 0, 6, 2, 1, 2, 39},
    {std::uint64_t{1} << 19U, 2, 0, 6, 2, 1, 2, 39},
    {std::uint64_t{1} << 24U, 0, 0, 8, 2, 1, 2, 39},
    {std::uint64_t{1} << 25U, 2, 0, 8, 2, 1, 2, 39},
    {std::uint64_t{1} << 30U, 8, 0, 9, 11, 10, 18, 327},
    {std::uint64_t{1} << 31U, 8, 2, 9, 11, 10, 18, 327},
}};

template <std::size_t I>
constexpr bool row_holds() {
  using shape = std::tuple_element_t<I, shapes>;
  constexpr row expected = table[I];
  std::uint64_t leaves = 1;
  for (std::size_t i = 0; i < shape::tree_levels; ++i) leaves *= shape::tree_arity(i);
  return shape::nodes == expected.nodes && shape::sub_arity == expected.sub && shape::top_arity == expected.top &&
         shape::base_levels == expected.base_levels && shape::layers == expected.layers &&
         shape::partitions == expected.partitions && shape::challenges == expected.challenges &&
         shape::public_inputs == expected.public_inputs && leaves == shape::nodes &&
         std::uint64_t{1} << shape::data_levels == shape::nodes &&
         shape::partitions_of(porep::challenge_kind::synthetic) == expected.partitions &&
         shape::partitions_of(porep::challenge_kind::non_interactive) == (expected.partitions == 1 ? 13 : 126);
}

BOOST_AUTO_TEST_CASE(shapes_are_as_published) {
  BOOST_TEST(row_holds<0>());
  BOOST_TEST(row_holds<1>());
  BOOST_TEST(row_holds<2>());
  BOOST_TEST(row_holds<3>());
  BOOST_TEST(row_holds<4>());
  BOOST_TEST(row_holds<5>());
  BOOST_TEST(row_holds<6>());
  BOOST_TEST(row_holds<7>());
  BOOST_TEST(row_holds<8>());
  BOOST_TEST(row_holds<9>());
}

// An own shape of the same template, and what is none.
struct without_layers {
  static constexpr std::uint64_t bytes = 2048;
  static constexpr std::uint64_t nodes = 64;
};
static_assert(porep::porep_shape<porep::sector_shape<std::uint64_t{256}, 0, 0, 3>>);
static_assert(!porep::porep_shape<without_layers> && !porep::porep_shape<int>);

}  // namespace
