// SPDX-License-Identifier: Apache-2.0
#define BOOST_TEST_MODULE io_container
#include <boost/test/unit_test.hpp>

#include <cuzk/io/binary_reader.hpp>
#include <cuzk/io/container.hpp>

#include <cstdint>
#include <string>

#include <io/hostile.hpp>

using namespace cuzk_test;
namespace io = cuzk::io;

namespace {

bytes small_file() { return join("zkey", 1, {{2, 0, from_text("header")}, {1, 0, from_text("abc")}, {9, 0, {}}}); }

void read_all(io::input const& from) {
  io::container const file(from, "zkey", 1);
  if (to_text({file.open(2, "header").take(6, "header").begin(), file.open(2, "header").take(6, "header").end()}) !=
      "header") {
    throw cuzk::format_error(from.name(), 0, "header", "other text");
  }
  static_cast<void>(file.open_array(1, "letters", 3, 1));
  static_cast<void>(file.open_array(2, "letters", 6, 1));
  static_cast<void>(file.open_array(9, "none", 0, 4));
}

}  // namespace

BOOST_AUTO_TEST_CASE(finds_sections_in_any_order) {
  auto const file = small_file();
  io::input const from(file);
  io::container const container(from, "zkey", 1);
  BOOST_TEST(container.sections().size() == 3U);
  BOOST_TEST(container.sections()[0].id == 1U);
  BOOST_TEST(container.find(3) == nullptr);
  BOOST_TEST(container.find(10) == nullptr);
  BOOST_TEST(container.find(9)->bytes.empty());
  BOOST_TEST(container.find(1)->offset == 12U + 12 + 6 + 12);
  BOOST_CHECK_NO_THROW(read_all(from));
}

BOOST_AUTO_TEST_CASE(refuses_damage) { refuses_damaged_containers("zkey", small_file(), {1, 2, 9}, read_all); }

BOOST_AUTO_TEST_CASE(many_sections_are_bounded_by_the_file) {
  std::vector<section> many;
  for (std::uint32_t id = 100; id < 4100; ++id) many.push_back({id, 0, {}});
  auto const file = join("zkey", 1, many);
  allocation_watch const watch;
  io::container const container(io::input(file, "many"), "zkey", 1);
  BOOST_TEST(container.sections().size() == 4000U);
  BOOST_TEST(watch.largest() <= allowed_allocation(file.size()));
}

BOOST_AUTO_TEST_CASE(array_sizes_do_not_wrap) {
  auto const file = join("zkey", 1, {{1, 0, bytes(64)}});
  io::input const from(file);
  io::container const container(from, "zkey", 1);
  BOOST_CHECK_NO_THROW(static_cast<void>(container.open_array(1, "points", 2, 32)));
  for (std::uint64_t const count :
       {std::uint64_t{1} << 59U, (std::uint64_t{1} << 59U) + 2, ~std::uint64_t{0}, std::uint64_t{0}}) {
    BOOST_CHECK_THROW(static_cast<void>(container.open_array(1, "points", count, 32)), cuzk::format_error);
  }
}

BOOST_AUTO_TEST_CASE(a_reader_stays_inside) {
  bytes data;
  append(data, 0x04030201, 4);
  append(data, 0x0807060504030201, 8);
  io::binary_reader reader(data, "data", 100);
  BOOST_TEST(reader.u32_le("a") == 0x04030201U);
  BOOST_TEST(reader.offset() == 104U);
  auto big = reader;
  BOOST_TEST(big.u32_be("b") == 0x01020304U);
  BOOST_TEST(reader.u64_le("b") == 0x0807060504030201U);
  BOOST_CHECK_NO_THROW(reader.require_end("end"));
  BOOST_CHECK_THROW(big.require_end("end"), cuzk::format_error);
  BOOST_TEST(big.remaining() == 4U);
  for (std::uint64_t const count : {std::uint64_t{5}, ~std::uint64_t{0}}) {
    BOOST_CHECK_THROW(big.take(count, "c"), cuzk::format_error);
  }
  BOOST_CHECK_THROW(big.take_items(std::uint64_t{1} << 62U, 4, "c"), cuzk::format_error);
  BOOST_CHECK_THROW(big.take_items(2, 4, "c"), cuzk::format_error);
  BOOST_TEST(big.take_items(1, 4, "c").size() == 4U);
  BOOST_CHECK_EXCEPTION(big.u32_le("count of something"), cuzk::format_error, [](cuzk::format_error const& e) {
    return e.file() == "data" && e.offset() == 112 && e.field() == "count of something" &&
           std::string(e.what()) == "data: at byte 112, count of something: 4 bytes needed, 0 left";
  });
}
