// SPDX-License-Identifier: Apache-2.0
#define BOOST_TEST_MODULE io_ptau
#include <boost/test/unit_test.hpp>

#include <cuzk/curve/encoding.hpp>
#include <cuzk/curve/scalar_mul.hpp>
#include <cuzk/curves/bls12_381.hpp>
#include <cuzk/curves/bn254.hpp>
#include <cuzk/exec/serial.hpp>
#include <cuzk/io/output.hpp>
#include <cuzk/io/ptau.hpp>

#include <bit>
#include <cstdint>
#include <span>
#include <string>
#include <tuple>
#include <type_traits>
#include <vector>

#include <io/curve_points.hpp>
#include <io/hostile.hpp>

using namespace cuzk_test;
namespace io = cuzk::io;

namespace {

using bn = cuzk::curves::bn254;
using bls = cuzk::curves::bls12_381;
using curves = std::tuple<bn, bls>;

constexpr std::uint32_t power = 2;

// i-th point of a section: small multiples of the generator, different in each section.
template <class G>
cuzk::affine<G> point(std::uint32_t section, std::size_t i) {
  return to_affine(mul(cuzk::affine<G>::generator(), typename G::scalar_field(100 * section + i + 1)));
}

template <class G>
bytes points(std::uint32_t section, std::size_t count) {
  bytes out(count * cuzk::raw::encoded_bytes<G>);
  for (std::size_t i = 0; i < count; ++i) {
    cuzk::raw::encode(point<G>(section, i),
                      std::span(out).subspan(i * cuzk::raw::encoded_bytes<G>, cuzk::raw::encoded_bytes<G>));
  }
  return out;
}

template <class C>
bytes make_file(bool prepared) {
  using g1 = typename C::g1;
  using g2 = typename C::g2;
  bytes header;
  append(header, C::fq::bytes, 4);
  bytes prime(C::fq::bytes);
  C::fq::modulus.to_bytes(prime, std::endian::little);
  append(header, prime);
  append(header, power, 4);
  append(header, power + 1, 4);
  std::vector<section> sections{{1, 0, header},           {2, 0, points<g1>(2, 7)}, {3, 0, points<g2>(3, 4)},
                                {4, 0, points<g1>(4, 4)}, {5, 0, points<g1>(5, 4)}, {6, 0, points<g2>(6, 1)},
                                {7, 0, bytes(4)}};
  if (prepared) {
    sections.push_back({12, 0, points<g1>(12, 15)});
    sections.push_back({13, 0, points<g2>(13, 7)});
    sections.push_back({14, 0, points<g1>(14, 7)});
    sections.push_back({15, 0, points<g1>(15, 7)});
  }
  return join("ptau", 1, sections);
}

template <class C>
void read_all(io::input const& from) {
  io::ptau<C> const file(io::input(from.bytes(), from.name()));
  file.check_points(cuzk::exec::serial{});
}

}  // namespace

BOOST_AUTO_TEST_CASE_TEMPLATE(points_are_where_the_format_says, C, curves) {
  using part = typename io::ptau<C>::part;
  cuzk::exec::serial const where;
  for (bool const prepared : {false, true}) {
    auto const bytes_of_file = make_file<C>(prepared);
    io::ptau<C> const file(bytes_of_file);
    BOOST_TEST(file.power() == power);
    BOOST_TEST(file.ceremony_power() == power + 1);
    BOOST_TEST(file.is_prepared() == prepared);
    for (auto const p : io::ptau<C>::parts()) {
      auto const id = static_cast<std::uint32_t>(p);
      if (!file.has(p)) {
        BOOST_TEST(id >= 12U);
        BOOST_CHECK_THROW(static_cast<void>(file.read_g1(where, part::lagrange_tau_g1, 0, 1)), cuzk::format_error);
        continue;
      }
      auto const n = file.size(p);
      if (io::ptau<C>::is_in_g2(p)) {
        auto const all = file.read_g2(where, p, 0, n);
        for (std::size_t i = 0; i < n; ++i) BOOST_TEST((all[i] == point<typename C::g2>(id, i)));
        BOOST_TEST((file.read_g2(where, p, n - 1, 1)[0] == all.back()));
        BOOST_CHECK_THROW(static_cast<void>(file.read_g1(where, p, 0, 1)), cuzk::invalid_argument);
      } else {
        auto const all = file.read_g1(where, p, 0, n);
        for (std::size_t i = 0; i < n; ++i) BOOST_TEST((all[i] == point<typename C::g1>(id, i)));
        BOOST_TEST((file.read_g1(where, p, 1, n - 1)[0] == all[1]));
        BOOST_TEST(file.read_g1(where, p, n, 0).empty());
        BOOST_CHECK_THROW(static_cast<void>(file.read_g2(where, p, 0, 1)), cuzk::invalid_argument);
        BOOST_CHECK_THROW(static_cast<void>(file.read_g1(where, p, 0, n + 1)), cuzk::invalid_argument);
        BOOST_CHECK_THROW(static_cast<void>(file.read_g1(where, p, 1, ~std::uint64_t{0})), cuzk::invalid_argument);
      }
    }
  }
  BOOST_TEST(io::ptau<C>::lagrange_begin(0) == 0U);
  BOOST_TEST(io::ptau<C>::lagrange_begin(3) == 7U);
}

BOOST_AUTO_TEST_CASE_TEMPLATE(refuses_damage, C, curves) {
  // Section 7, the contributions, is not read and so may have any size.
  auto sections = split(make_file<C>(true));
  std::erase_if(sections, [](section const& s) { return s.id == 7; });
  refuses_damaged_containers("ptau", join("ptau", 1, sections), {1, 2, 3, 4, 5, 6}, read_all<C>);
}

BOOST_AUTO_TEST_CASE_TEMPLATE(refuses_wrong_headers_and_points, C, curves) {
  auto const original = split(make_file<C>(true));
  auto const with = [&](std::uint32_t id, std::size_t at, std::uint64_t value, std::size_t size) {
    auto sections = original;
    put(section_of(sections, id).content, at, value, size);
    return join("ptau", 1, sections);
  };
  using other_curve = std::conditional_t<std::is_same_v<C, bn>, bls, bn>;
  refuses("the other curve", make_file<C>(true), read_all<other_curve>);
  refuses("the prime", with(1, 4, 97, 8), read_all<C>);
  for (std::uint64_t const p : {0U, 1U, 3U, 4U, 33U, 63U, 64U, 0xffffffffU}) {
    refuses("power " + std::to_string(p), with(1, 4 + C::fq::bytes, p, 4), read_all<C>);
  }
  refuses("power of the ceremony", with(1, 8 + C::fq::bytes, 1, 4), read_all<C>);
  for (auto const& s : original) {
    if (s.id == 1 || s.id == 7) continue;
    auto sections = original;
    section_of(sections, s.id).content[C::fq::bytes + 3] ^= std::byte{0x20};
    refuses("a byte of section " + std::to_string(s.id), join("ptau", 1, sections), read_all<C>);
  }
  auto sections = original;
  cuzk::raw::encode(outside_subgroup<typename C::g2>(),
                    std::span(section_of(sections, 3).content).first(cuzk::raw::encoded_bytes<typename C::g2>));
  refuses("outside the subgroup", join("ptau", 1, sections), read_all<C>);
}
