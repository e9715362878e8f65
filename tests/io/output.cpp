// SPDX-License-Identifier: Apache-2.0
#define BOOST_TEST_MODULE io_output
#include <boost/test/unit_test.hpp>

#include <cuzk/core/error.hpp>
#include <cuzk/io/input.hpp>
#include <cuzk/io/output.hpp>

#include <bit>
#include <cerrno>
#include <cstddef>
#include <cstdint>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <string>
#include <thread>
#include <utility>

#include <sys/stat.h>

#include <io/bytes.hpp>
#include <support/temporary_folder.hpp>

using namespace cuzk_test;
namespace io = cuzk::io;
namespace fs = std::filesystem;

namespace {

// A folder of its own for each test.
struct folder {
  cuzk_test::temporary_folder here{"io"};
  fs::path const& path = here.path();
  [[nodiscard]] std::size_t files() const {
    return static_cast<std::size_t>(std::distance(fs::directory_iterator(path), fs::directory_iterator{}));
  }
};

std::string read(io::input const& from) { return to_text({from.bytes().begin(), from.bytes().end()}); }

}  // namespace

BOOST_AUTO_TEST_CASE(a_file_appears_when_it_is_complete) {
  folder const here;
  auto const name = here.path / "out";
  std::ofstream(name) << "before";
  {
    io::file_output file(name);
    io::write_text(file, "half");
    BOOST_TEST(read(name) == "before");
  }
  BOOST_TEST(read(name) == "before");
  BOOST_TEST(here.files() == 1U);
  io::write_file(name, [](auto& file) {
    io::write_text(file, "all of ");
    io::write_text(file, "it");
  });
  BOOST_TEST(read(name) == "all of it");
  BOOST_TEST(here.files() == 1U);
}

BOOST_AUTO_TEST_CASE(an_exception_leaves_nothing) {
  folder const here;
  BOOST_CHECK_THROW(io::write_file(here.path / "out",
                                   [](auto& file) {
                                     io::write_text(file, "half");
                                     throw cuzk::invalid_argument("no more");
                                   }),
                    cuzk::invalid_argument);
  BOOST_TEST(here.files() == 0U);
}

BOOST_AUTO_TEST_CASE(large_and_small_writes_keep_their_order) {
  folder const here;
  std::string expected;
  io::write_file(here.path / "out", [&](auto& file) {
    for (std::size_t const size : {1U, 1048575U, 2U, 3000000U, 0U, 5U, 1048576U, 7U}) {
      std::string const piece(size, static_cast<char>('a' + size % 26));
      expected += piece;
      io::write_text(file, piece);
    }
  });
  BOOST_TEST((read(here.path / "out") == expected));
}

BOOST_AUTO_TEST_CASE(a_link_stays_a_link) {
  folder const here;
  fs::create_directory(here.path / "target");
  std::ofstream(here.path / "target" / "file") << "old";
  fs::create_symlink(here.path / "target" / "file", here.path / "link");
  io::write_file(here.path / "link", [](auto& file) { io::write_text(file, "new"); });
  BOOST_TEST(fs::is_symlink(here.path / "link"));
  BOOST_TEST(read(here.path / "target" / "file") == "new");
}

BOOST_AUTO_TEST_CASE(a_file_that_is_replaced_hands_on_its_permissions) {
  folder const here;
  auto const name = here.path / "secret";
  std::ofstream(name) << "old";
  for (auto const mode : {fs::perms::owner_read | fs::perms::owner_write, fs::perms::all}) {
    fs::permissions(name, mode);
    {
      io::file_output file(name);
      for (auto const& one : fs::directory_iterator(here.path)) {
        BOOST_TEST((one.status().permissions() == mode));  // also while it is written
      }
      file.commit();
    }
    BOOST_TEST((fs::status(name).permissions() == mode));
  }
}

BOOST_AUTO_TEST_CASE(a_name_without_a_folder_is_of_the_current_one) {
  folder const here;
  auto const before = fs::current_path();
  fs::current_path(here.path);
  io::write_file("plain", [](auto& file) { io::write_text(file, "text"); });
  fs::current_path(before);
  BOOST_TEST(read(here.path / "plain") == "text");
  BOOST_TEST(here.files() == 1U);
}

BOOST_AUTO_TEST_CASE(devices_are_written_to_not_replaced) {
  io::write_file("/dev/null", [](auto& file) { io::write_text(file, "text"); });
  BOOST_TEST(fs::is_character_file("/dev/null"));
}

BOOST_AUTO_TEST_CASE(the_system_s_refusals_are_errors) {
  folder const here;
  BOOST_CHECK_EXCEPTION(io::file_output(here.path / "no" / "file"), cuzk::io_error,
                        [](cuzk::io_error const& e) { return e.code() == ENOENT; });
  BOOST_CHECK_THROW(io::file_output{here.path}, cuzk::io_error);
  if (fs::exists("/dev/full")) {
    BOOST_CHECK_EXCEPTION(io::write_file("/dev/full", [](auto& file) { io::write_text(file, "text"); }), cuzk::io_error,
                          [](cuzk::io_error const& e) { return e.code() == ENOSPC; });
  }
  BOOST_CHECK_EXCEPTION(io::input(here.path / "missing"), cuzk::io_error,
                        [](cuzk::io_error const& e) { return e.code() == ENOENT && !e.path().empty(); });
  BOOST_CHECK_EXCEPTION(io::input(here.path), cuzk::io_error,
                        [](cuzk::io_error const& e) { return e.code() == EISDIR; });
  BOOST_TEST(here.files() == 0U);
}

BOOST_AUTO_TEST_CASE(integers_in_both_orders) {
  io::memory_output out;
  io::write_integer<4>(out, 0x01020304, std::endian::little);
  io::write_integer<4>(out, 0x01020304, std::endian::big);
  io::write_integer<8>(out, 0x0102030405060708, std::endian::big);
  BOOST_TEST(to_text(out.bytes) == std::string("\x04\x03\x02\x01\x01\x02\x03\x04\x01\x02\x03\x04\x05\x06\x07\x08"));
}

BOOST_AUTO_TEST_CASE(files_pipes_and_memory_are_read_alike) {
  folder const here;
  std::ofstream(here.path / "empty");
  BOOST_TEST(io::input(here.path / "empty").bytes().empty());

  std::string const text(200000, 'x');
  std::ofstream(here.path / "file") << text;
  io::input first(here.path / "file");
  io::input const moved = std::move(first);
  BOOST_TEST((read(moved) == text));
  BOOST_TEST(moved.name() == (here.path / "file").string());

  auto const pipe = here.path / "pipe";
  BOOST_REQUIRE(::mkfifo(pipe.c_str(), 0600) == 0);
  std::thread writer([&] { std::ofstream(pipe) << text; });
  io::input const piped(pipe);
  writer.join();
  BOOST_TEST((read(piped) == text));

  auto const memory = from_text(text);
  BOOST_TEST((read(memory) == text));
}
