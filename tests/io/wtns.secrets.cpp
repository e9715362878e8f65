// SPDX-License-Identifier: Apache-2.0
#define BOOST_TEST_MODULE io_wtns_secrets
#include <boost/test/unit_test.hpp>

#include <cstddef>
#include <cstdint>
#include <fstream>
#include <ios>
#include <span>
#include <thread>
#include <vector>

#include <sys/stat.h>

#include <cuzk/core/error.hpp>
#include <cuzk/core/wipe.hpp>
#include <cuzk/curves/bn254.hpp>
#include <cuzk/io/output.hpp>
#include <cuzk/io/wtns.hpp>

#include "support/freed_memory.hpp"
#include "support/temporary_folder.hpp"

namespace {

namespace io = cuzk::io;
using fr = cuzk::curves::bn254::fr;

fr const secret = -fr(std::uint64_t{0x1234567890abcdef});

std::vector<std::byte> file_with(fr const& first) {
  std::vector<fr> const witness{fr(1), secret, fr(5)};
  io::memory_output out;
  out.bytes.reserve(4096);
  io::write_wtns<fr>(out, std::span<fr const>(witness));
  first.to_bytes(std::span(out.bytes).subspan(out.bytes.size() - 3 * fr::bytes, fr::bytes), std::endian::little);
  return out.bytes;
}

void watch_for_the_secret(cuzk_test::freed_memory_watch& watch) {
  watch.secret(secret);
  watch.secret(secret.to_canonical());
  watch.start();
}

BOOST_AUTO_TEST_CASE(a_file_that_is_refused_leaves_no_value_behind) {
  auto const bytes = file_with(fr(2));  // read to the end, and then the first is not one
  cuzk_test::freed_memory_watch watch;
  watch_for_the_secret(watch);
  BOOST_CHECK_THROW(static_cast<void>(io::read_wtns<fr>(bytes)), cuzk::format_error);
  BOOST_TEST(watch.found() == 0U);
}

BOOST_AUTO_TEST_CASE(what_came_by_a_pipe_and_went_to_a_file_leaves_no_value_behind) {
  auto const bytes = file_with(fr(1));
  cuzk_test::temporary_folder const here("wtns");
  auto const& folder = here.path();
  auto const pipe = folder / "pipe";
  BOOST_REQUIRE(::mkfifo(pipe.c_str(), 0600) == 0);
  std::thread writer([&] {
    std::ofstream stream;
    stream.rdbuf()->pubsetbuf(nullptr, 0);
    stream.open(pipe, std::ios::binary);
    stream.write(reinterpret_cast<char const*>(bytes.data()), static_cast<std::streamsize>(bytes.size()));
  });
  {
    cuzk_test::freed_memory_watch watch;
    watch_for_the_secret(watch);
    auto witness = io::read_wtns<fr>(pipe);
    cuzk::wipe_on_exit const guard(witness);
    io::write_wtns<fr>(folder / "copy.wtns", std::span<fr const>(witness));
    BOOST_TEST((io::input(folder / "copy.wtns").bytes().size() == bytes.size()));
    BOOST_TEST(watch.found() == 0U);
  }
  writer.join();
}

}  // namespace
