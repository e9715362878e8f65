// SPDX-License-Identifier: Apache-2.0
#define BOOST_TEST_MODULE core_checked
#include <boost/test/unit_test.hpp>

#include <cstdint>
#include <limits>
#include <string>

#include <cuzk/core/checked.hpp>
#include <cuzk/core/error.hpp>
#include <cuzk/core/policy.hpp>
#include <cuzk/core/span.hpp>

BOOST_AUTO_TEST_CASE(every_pair_of_bytes) {
  for (unsigned a = 0; a < 256; ++a) {
    for (unsigned b = 0; b < 256; ++b) {
      auto const x = static_cast<std::uint8_t>(a), y = static_cast<std::uint8_t>(b);
      if (a + b < 256) {
        BOOST_REQUIRE(cuzk::checked_add(x, y) == a + b);
      } else {
        BOOST_REQUIRE_THROW((void)cuzk::checked_add(x, y), cuzk::invalid_argument);
      }
      if (a * b < 256) {
        BOOST_REQUIRE(cuzk::checked_mul(x, y) == a * b);
      } else {
        BOOST_REQUIRE_THROW((void)cuzk::checked_mul(x, y), cuzk::invalid_argument);
      }
      if (b != 0) BOOST_REQUIRE(cuzk::ceil_div(x, y) == (a + b - 1) / b);
    }
  }
  BOOST_CHECK_THROW((void)cuzk::ceil_div(1U, 0U), cuzk::invalid_argument);
}

BOOST_AUTO_TEST_CASE(logarithms_by_integers) {
  for (std::uint64_t n = 1; n < 5000; ++n) {
    unsigned floor = 0;
    while ((std::uint64_t{2} << floor) <= n) ++floor;
    bool const power = (std::uint64_t{1} << floor) == n;
    BOOST_REQUIRE(cuzk::floor_log2(n) == floor);
    BOOST_REQUIRE(cuzk::is_power_of_two(n) == power);
    BOOST_REQUIRE(cuzk::ceil_log2(n) == floor + (power ? 0U : 1U));
  }
  auto const top = std::numeric_limits<std::uint64_t>::max();
  BOOST_TEST(cuzk::floor_log2(top) == 63U);
  BOOST_TEST(cuzk::ceil_log2(top) == 64U);
  BOOST_TEST(!cuzk::is_power_of_two(std::uint64_t{0}));
  BOOST_CHECK_THROW((void)cuzk::floor_log2(0U), cuzk::invalid_argument);
  BOOST_CHECK_THROW((void)cuzk::ceil_log2(0U), cuzk::invalid_argument);
}

BOOST_AUTO_TEST_CASE(sizes_are_compared) {
  cuzk::require_same_size("msm", 4, "points", 4, "scalars");
  try {
    cuzk::require_same_size("msm", 5, "points", 4, "scalars");
    BOOST_FAIL("a length mismatch passed");
  } catch (cuzk::invalid_argument const& e) {
    BOOST_TEST(std::string(e.what()) == "msm: 5 points, 4 scalars; both must have the same length");
  }
}

BOOST_AUTO_TEST_CASE(errors_carry_their_values) {
  cuzk::format_error const f("a.zkey", 12, "section 4, count", "5 records do not fit");
  BOOST_TEST(f.file() == "a.zkey");
  BOOST_TEST(f.offset() == 12U);
  BOOST_TEST(f.field() == "section 4, count");
  BOOST_TEST(std::string(f.what()) == "a.zkey: at byte 12, section 4, count: 5 records do not fit");
  cuzk::io_error const io("b.wtns", 2, "open for reading");
  BOOST_TEST(io.code() == 2);
  BOOST_TEST(std::string(io.what()) == "b.wtns: cannot open for reading (errno 2)");
  cuzk::out_of_memory const memory("pinned", 10, 3);
  BOOST_TEST(memory.kind() == "pinned");
  BOOST_TEST(memory.asked() - memory.available() == 7U);
  cuzk::error const& base = memory;
  BOOST_TEST(std::string(base.what()) == "out of pinned memory: 10 bytes asked, 3 available");
}

struct colour_kind {};
struct shape_kind {};
struct red {
  using policy_kind = colour_kind;
};
struct square_shape {
  using policy_kind = shape_kind;
};
static_assert(std::is_same_v<cuzk::detail::pick<colour_kind, int, square_shape, red>, red>);
static_assert(std::is_same_v<cuzk::detail::pick<colour_kind, int, square_shape>, int>);
static_assert(std::is_same_v<cuzk::detail::pick<colour_kind, int>, int>);
static_assert(cuzk::policy<red> && !cuzk::policy<int>);
