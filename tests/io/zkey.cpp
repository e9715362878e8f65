// SPDX-License-Identifier: Apache-2.0
#define BOOST_TEST_MODULE io_zkey
#include <boost/test/unit_test.hpp>

#include <cuzk/curve/encoding.hpp>
#include <cuzk/curves/bls12_381.hpp>
#include <cuzk/curves/bn254.hpp>
#include <cuzk/exec/tbb.hpp>
#include <cuzk/io/output.hpp>
#include <cuzk/io/r1cs_file.hpp>
#include <cuzk/io/wtns.hpp>
#include <cuzk/io/zkey.hpp>

#include <algorithm>
#include <string>
#include <tuple>
#include <type_traits>
#include <utility>
#include <vector>

#include <io/curve_points.hpp>
#include <io/hostile.hpp>

using namespace cuzk_test;
namespace io = cuzk::io;

namespace {

using bn = cuzk::curves::bn254;
using bls = cuzk::curves::bls12_381;
using curves = std::tuple<bn, bls>;

template <class C>
std::string set(std::string const& name, std::string const& file) {
  return (std::is_same_v<C, bn> ? "groth16/bn128/" : "groth16/bls12381/") + name + "/" + file;
}

// Points of G1 by section of the file; section 7 alone is of G2.
constexpr std::uint32_t g1_sections[] = {3, 5, 6, 8, 9};

template <class C>
auto reader() {
  return [](io::input const& from) { static_cast<void>(io::read_zkey<C>(from)); };
}
template <class C>
auto trusting_reader() {
  return [](io::input const& from) { static_cast<void>(io::read_zkey<C>(from, {.trust_subgroups = true})); };
}

template <class C>
constexpr std::size_t g1_bytes = 2 * C::fq::bytes;

}  // namespace

BOOST_AUTO_TEST_CASE_TEMPLATE(every_file_is_written_as_it_was_read, C, curves) {
  cuzk::exec::tbb const where(2);
  for (auto const* const name : {"mul", "zeropub", "pub200", "merkle8"}) {
    auto const file = load_data(set<C>(name, "circuit.zkey"));
    auto const zkey = io::read_zkey<C>(where, file, {.trust_subgroups = true});
    BOOST_CHECK_NO_THROW(zkey.key.validate());
    BOOST_REQUIRE(zkey.contributions.has_value());
    BOOST_TEST(zkey.contributions->entries.size() == 1U);
    io::memory_output out;
    io::write_zkey<C>(out, zkey);
    BOOST_TEST((out.bytes == file));
  }
}

// The matrices must be those of the .r1cs, coefficients unscaled, then the rows of the public wires.
BOOST_AUTO_TEST_CASE_TEMPLATE(matrices_are_the_circuit_s, C, curves) {
  using fr = typename C::fr;
  for (auto const* const name : {"mul", "zeropub", "pub200"}) {
    auto const zkey = io::read_zkey<C>(data_path(set<C>(name, "circuit.zkey")), {.trust_subgroups = true});
    auto system = io::read_r1cs<fr>(data_path(set<C>(name, "circuit.r1cs"))).system;
    BOOST_TEST(zkey.key.wires == system.wires);
    BOOST_TEST(zkey.key.public_count == system.public_count);
    auto const rows = system.constraints();
    cuzk::r1cs::append_identity_rows(system.a, system.public_count + 1);
    BOOST_TEST((zkey.a.row_begin == system.a.row_begin));
    BOOST_TEST((zkey.a.wire == system.a.wire));
    BOOST_TEST((zkey.a.value == system.a.value));
    BOOST_TEST(zkey.b.rows() == rows + system.public_count + 1);
    BOOST_TEST((zkey.b.wire == system.b.wire));
    BOOST_TEST((zkey.b.value == system.b.value));
  }
}

BOOST_AUTO_TEST_CASE_TEMPLATE(records_may_come_in_any_order, C, curves) {
  auto sections = split(load_data(set<C>("zeropub", "circuit.zkey")));
  auto const before = io::read_zkey<C>(join("zkey", 1, sections), {.trust_subgroups = true});
  auto& records = section_of(sections, 4).content;
  auto const count = (records.size() - 4) / 44;
  for (std::size_t i = 0; i < count / 2; ++i) {
    auto const a = records.begin() + static_cast<std::ptrdiff_t>(4 + 44 * i);
    std::swap_ranges(a, a + 44, records.end() - static_cast<std::ptrdiff_t>(44 * (i + 1)));
  }
  auto const after = io::read_zkey<C>(join("zkey", 1, sections), {.trust_subgroups = true});
  BOOST_TEST((after.a.row_begin == before.a.row_begin));
  BOOST_TEST((after.b.row_begin == before.b.row_begin));
  auto const witness = io::read_wtns<typename C::fr>(data_path(set<C>("zeropub", "witness.wtns")));
  for (std::size_t row = 0; row < before.a.rows(); ++row) {
    BOOST_TEST((after.a.row_value(row, witness) == before.a.row_value(row, witness)));
    BOOST_TEST((after.b.row_value(row, witness) == before.b.row_value(row, witness)));
  }
}

BOOST_AUTO_TEST_CASE_TEMPLATE(refuses_damage, C, curves) {
  refuses_damaged_containers("zkey", load_data(set<C>("mul", "circuit.zkey")), {1, 2, 3, 4, 5, 6, 7, 8, 9},
                             trusting_reader<C>());
}

BOOST_AUTO_TEST_CASE_TEMPLATE(refuses_wrong_headers, C, curves) {
  auto const file = load_data(set<C>("mul", "circuit.zkey"));
  auto const sections = split(file);
  auto const with = [&](std::uint32_t id, std::size_t at, std::uint64_t value, std::size_t size) {
    auto other = sections;
    put(section_of(other, id).content, at, value, size);
    return join("zkey", 1, other);
  };
  using other_curve = std::conditional_t<std::is_same_v<C, bn>, bls, bn>;
  refuses("the other curve", file, trusting_reader<other_curve>());
  for (std::uint64_t const protocol : {0U, 2U, 10U}) {
    refuses("protocol " + std::to_string(protocol), with(1, 0, protocol, 4), trusting_reader<C>());
  }
  constexpr std::size_t n8q = 0, n8r = 4 + C::fq::bytes, counts = n8r + 4 + C::fr::bytes;
  for (std::uint64_t const n8 : {0U, 8U, 31U, 40U, 96U, 0xffffffffU}) {
    refuses("bytes of a coordinate", with(2, n8q, n8, 4), trusting_reader<C>());
    refuses("bytes of a scalar", with(2, n8r, n8, 4), trusting_reader<C>());
  }
  refuses("q", with(2, n8q + 4, 5, 8), trusting_reader<C>());
  refuses("r", with(2, n8r + 4, 5, 8), trusting_reader<C>());
  for (std::uint64_t const n : {0U, 1U, 2U, 3U, 4U, 6U, 0x40000000U, 0xffffffffU}) {
    refuses("wires " + std::to_string(n), with(2, counts, n, 4), trusting_reader<C>());
  }
  for (std::uint64_t const n : {0U, 1U, 3U, 4U, 5U, 0xfffffffeU, 0xffffffffU}) {
    refuses("public wires " + std::to_string(n), with(2, counts + 4, n, 4), trusting_reader<C>());
  }
  for (std::uint64_t const n : {0U, 1U, 2U, 4U, 7U, 9U, 16U, 0x80000000U, 0xffffffffU}) {
    refuses("domain " + std::to_string(n), with(2, counts + 8, n, 4), trusting_reader<C>());
  }
  for (std::uint64_t const n : {0U, 9U, 11U, 0x05d1745eU, 0xffffffffU}) {
    refuses("coefficients " + std::to_string(n), with(4, 0, n, 4), trusting_reader<C>());
  }
  refuses("matrix 2", with(4, 4, 2, 4), trusting_reader<C>());
  refuses("row 8 of 8", with(4, 8, 8, 4), trusting_reader<C>());
  refuses("wire 5 of 5", with(4, 12, 5, 4), trusting_reader<C>());
  auto large = sections;
  auto& value = section_of(large, 4).content;
  std::copy_n(file.begin() + static_cast<std::ptrdiff_t>(section_of(large, 2).offset + n8r + 4), C::fr::bytes,
              value.begin() + 16);
  refuses("coefficient r", join("zkey", 1, large), trusting_reader<C>());
  refuses("contributions", with(10, 64, 0xffffffff, 4), trusting_reader<C>());
  refuses("contributions", with(10, 64, 2, 4), trusting_reader<C>());
}

// Any changed byte of any point is found. The byte stands in x or y of a point on the curve, and no
// other point has the same other coordinate and all but one byte of this one.
BOOST_AUTO_TEST_CASE_TEMPLATE(a_changed_byte_of_a_point_is_found, C, curves) {
  cuzk::insecure_seeded_random random(seed());
  for (auto const* const name : {"mul", "zeropub"}) {
    auto file = load_data(set<C>(name, "circuit.zkey"));
    auto const sections = split(file);
    std::vector<std::pair<std::size_t, std::size_t>> points;  // [begin, end) of each coordinate
    auto const add = [&](std::size_t begin, std::size_t size) {
      for (std::size_t at = begin; at < begin + size; at += C::fq::bytes) points.emplace_back(at, at + C::fq::bytes);
    };
    for (auto const& s : sections) {
      bool const is_g1 = std::find(std::begin(g1_sections), std::end(g1_sections), s.id) != std::end(g1_sections);
      if (is_g1 || s.id == 7) add(s.offset, s.content.size());
      if (s.id == 2) {
        auto const begin = 4 + C::fq::bytes + 4 + C::fr::bytes + 12;
        add(s.offset + begin, s.content.size() - begin);
      }
      if (s.id == 10) add(s.offset + 68, 5 * g1_bytes<C>);
    }
    for (auto const& [begin, end] : points) {
      for (auto const at : {begin, end - 1, begin + random.next_u64() % (end - begin)}) {
        auto const original = file[at];
        file[at] ^= static_cast<std::byte>(1 + random.next_u64() % 255);
        try {
          trusting_reader<C>()(io::input(file, "damaged"));
          BOOST_ERROR(std::string(name) + ": a change of byte " + std::to_string(at) + " was not found");
        } catch (cuzk::format_error const&) {}
        file[at] = original;
      }
    }
    BOOST_CHECK_NO_THROW(reader<C>()(file));
  }
}

BOOST_AUTO_TEST_CASE_TEMPLATE(points_outside_the_subgroup_are_found, C, curves) {
  auto const original = split(load_data(set<C>("mul", "circuit.zkey")));
  auto const with = [&]<class G>(std::uint32_t id, std::size_t at, cuzk::affine<G> const& p) {
    auto sections = original;
    cuzk::raw::encode(p, std::span(section_of(sections, id).content).subspan(at, cuzk::raw::encoded_bytes<G>));
    return join("zkey", 1, sections);
  };
  constexpr std::size_t alpha = 4 + C::fq::bytes + 4 + C::fr::bytes + 12;
  auto const g2 = outside_subgroup<typename C::g2>();
  refuses("beta in G2", with(2, alpha + 2 * g1_bytes<C>, g2), trusting_reader<C>());
  auto const in_b2 = with(7, 0, g2);
  refuses("B2", in_b2, reader<C>());
  BOOST_CHECK_NO_THROW(trusting_reader<C>()(in_b2));
  if constexpr (std::is_same_v<C, bls>) {
    auto const g1 = outside_subgroup<typename C::g1>();
    refuses("alpha in G1", with(2, alpha, g1), trusting_reader<C>());
    refuses("IC", with(3, 0, g1), trusting_reader<C>());
    for (auto const id : {5U, 6U, 8U, 9U}) {
      auto const file = with(id, g1_bytes<C>, g1);
      refuses("section " + std::to_string(id), file, reader<C>());
      BOOST_CHECK_NO_THROW(trusting_reader<C>()(file));
    }
  }
}

BOOST_AUTO_TEST_CASE_TEMPLATE(a_key_with_infinity_for_a_secret_is_refused, C, curves) {
  auto const original = split(load_data(set<C>("mul", "circuit.zkey")));
  auto const with_zeros = [&](std::uint32_t id, std::size_t at, std::size_t size) {
    auto sections = original;
    std::fill_n(section_of(sections, id).content.begin() + static_cast<std::ptrdiff_t>(at), size, std::byte{0});
    return join("zkey", 1, sections);
  };
  constexpr std::size_t g1 = g1_bytes<C>, g2 = 2 * g1;
  std::size_t at = 4 + C::fq::bytes + 4 + C::fr::bytes + 12;
  for (std::size_t const size : {g1, g1, g2, g2, g1, g2}) {
    refuses("infinity at " + std::to_string(at), with_zeros(2, at, size), trusting_reader<C>());
    at += size;
  }
  // In A it is a wire that does not occur.
  BOOST_CHECK_NO_THROW(reader<C>()(with_zeros(5, 0, g1)));
}

BOOST_AUTO_TEST_CASE_TEMPLATE(random_damage_is_survived, C, curves) {
  auto const file = load_data(set<C>("mul", "circuit.zkey"));
  cuzk::insecure_seeded_random random(seed() + 1);
  for (int i = 0; i < 300; ++i) {
    auto other = file;
    for (auto changes = 1 + random.next_u64() % 3; changes > 0; --changes) {
      other[random.next_u64() % other.size()] = static_cast<std::byte>(random.next_u64() % 256);
    }
    survives("random damage", other, trusting_reader<C>());
  }
}

BOOST_AUTO_TEST_CASE(the_verifying_key_can_be_read_alone) {
  auto const path = data_path(set<bn>("pub200", "circuit.zkey"));
  BOOST_TEST((io::read_zkey_verifying_key<bn>(path) == io::read_zkey<bn>(path).key.vk));
}

BOOST_AUTO_TEST_CASE(writers_refuse_what_the_format_cannot_hold) {
  auto const zkey = io::read_zkey<bn>(data_path(set<bn>("mul", "circuit.zkey")));
  auto const refused = [&](auto const& change) {
    auto other = zkey;
    change(other);
    io::memory_output out;
    BOOST_CHECK_THROW(io::write_zkey<bn>(out, other), cuzk::invalid_argument);
    BOOST_TEST(out.bytes.empty());
  };
  refused([](auto& z) { z.key.wires = 6; });
  refused([](auto& z) { z.key.h.pop_back(); });
  refused([](auto& z) { z.key.vk.ic.pop_back(); });
  refused([](auto& z) { z.a.wire[0] = 5; });
  refused([](auto& z) { z.a.row_begin.insert(z.a.row_begin.end(), 9, z.a.row_begin.back()); });
  refused([](auto& z) { z.key.a.wires = {0, 1, 2, 3, 4}; });
}
