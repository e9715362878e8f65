// SPDX-License-Identifier: Apache-2.0
#define BOOST_TEST_MODULE io_wtns
#include <boost/test/unit_test.hpp>

#include <cuzk/curves/bls12_381.hpp>
#include <cuzk/curves/bn254.hpp>
#include <cuzk/io/output.hpp>
#include <cuzk/io/wtns.hpp>

#include <span>
#include <string>
#include <tuple>
#include <type_traits>
#include <vector>

#include <io/hostile.hpp>

using namespace cuzk_test;
namespace io = cuzk::io;

namespace {

using bn = cuzk::curves::bn254::fr;
using bls = cuzk::curves::bls12_381::fr;
using fields = std::tuple<bn, bls>;

template <class F>
std::string set(std::string const& name) {
  return (std::is_same_v<F, bn> ? "groth16/bn128/" : "groth16/bls12381/") + name + "/witness.wtns";
}

template <class F>
auto reader() {
  return [](io::input const& from) { static_cast<void>(io::read_wtns<F>(from)); };
}

}  // namespace

BOOST_AUTO_TEST_CASE_TEMPLATE(every_file_is_written_as_it_was_read, F, fields) {
  for (auto const* const name : {"mul", "zeropub", "pub200", "merkle8"}) {
    auto const file = load_data(set<F>(name));
    auto const witness = io::read_wtns<F>(file);
    BOOST_TEST(witness.size() == get(file, 12 + 12 + 4 + 32, 4));
    io::memory_output out;
    io::write_wtns<F>(out, std::span<F const>(witness));
    BOOST_TEST((out.bytes == file));
  }
}

BOOST_AUTO_TEST_CASE_TEMPLATE(refuses_damage, F, fields) {
  refuses_damaged_containers("wtns", load_data(set<F>("mul")), {1, 2}, reader<F>());
}

BOOST_AUTO_TEST_CASE_TEMPLATE(refuses_wrong_content, F, fields) {
  auto const file = load_data(set<F>("mul"));
  constexpr std::size_t header = 24, prime = header + 4, count = prime + 32, values = count + 4 + 12;
  auto const with = [&](auto const& change) {
    auto other = file;
    change(other);
    return other;
  };
  using other_field = std::conditional_t<std::is_same_v<F, bn>, bls, bn>;
  refuses("the other curve", file, reader<other_field>());
  for (std::uint64_t const n8 : {0U, 8U, 31U, 33U, 40U, 96U, 104U, 0xffffffffU}) {
    refuses("bytes of an element " + std::to_string(n8), with([&](bytes& b) { put(b, header, n8, 4); }), reader<F>());
  }
  for (std::size_t i = 0; i < 32; ++i) {
    refuses("a byte of the prime", with([&](bytes& b) { b[prime + i] ^= std::byte{0x10}; }), reader<F>());
  }
  for (std::uint64_t const n : {0U, 1U, 4U, 6U, 0x08000000U, 0xffffffffU}) {
    refuses("number of values " + std::to_string(n), with([&](bytes& b) { put(b, count, n, 4); }), reader<F>());
  }
  refuses("constant wire 0", with([&](bytes& b) { put(b, values, 0, 8); }), reader<F>());
  refuses("constant wire 2", with([&](bytes& b) { put(b, values, 2, 8); }), reader<F>());
  refuses("a value of r", with([&](bytes& b) { std::copy_n(file.begin() + prime, 32, b.begin() + values + 64); }),
          reader<F>());
  refuses("a value of 2^256 - 1", with([&](bytes& b) { std::fill_n(b.begin() + values + 32, 32, std::byte{0xff}); }),
          reader<F>());
  auto const almost = with([&](bytes& b) {
    std::copy_n(file.begin() + prime, 32, b.begin() + values + 64);
    put(b, values + 64, get(b, values + 64, 8) - 1, 8);
  });
  BOOST_TEST((io::read_wtns<F>(almost)[2] == -F::one()));
}

BOOST_AUTO_TEST_CASE_TEMPLATE(writers_refuse_what_is_no_witness, F, fields) {
  io::memory_output out;
  BOOST_CHECK_THROW(io::write_wtns<F>(out, std::span<F const>{}), cuzk::invalid_argument);
  std::vector<F> const no_one{F(2), F(3)};
  BOOST_CHECK_THROW(io::write_wtns<F>(out, std::span<F const>(no_one)), cuzk::invalid_argument);
  BOOST_TEST(out.bytes.empty());
}
