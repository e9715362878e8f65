// SPDX-License-Identifier: Apache-2.0
#define BOOST_TEST_MODULE io_bellman
#include <boost/test/unit_test.hpp>

#include <cuzk/curve/encoding.hpp>
#include <cuzk/curves/bls12_381.hpp>
#include <cuzk/exec/tbb.hpp>
#include <cuzk/io/bellman.hpp>
#include <cuzk/io/bellman_key.hpp>
#include <cuzk/io/json.hpp>
#include <cuzk/io/output.hpp>
#include <cuzk/io/r1cs_file.hpp>

#include <algorithm>
#include <cstddef>
#include <fstream>
#include <span>
#include <string>
#include <utility>
#include <vector>

#include <nlohmann/json.hpp>

#include <io/curve_points.hpp>
#include <io/hostile.hpp>

using namespace cuzk_test;
namespace io = cuzk::io;

namespace {

using C = cuzk::curves::bls12_381;

std::string set(std::string const& name, std::string const& file) { return "groth16/bls12381/" + name + "/" + file; }

void read_params(io::input const& from) {
  static_cast<void>(io::read_bellman_params<C>(from, {.trust_subgroups = true}));
}
void read_and_check_params(io::input const& from) { static_cast<void>(io::read_bellman_params<C>(from)); }
void read_vk(io::input const& from) { static_cast<void>(io::read_bellman_vk<C>(from)); }

// The real key of a 2 KiB sector, compressed.
bytes compressed_vk() {
  auto const file = nlohmann::json::parse(std::ifstream(data_path("porep/real_2KiB_proof.json")));
  auto const hex = file.at("verifying_key").get<std::string>();
  bytes out;
  for (std::size_t i = 0; i < hex.size(); i += 2) {
    out.push_back(static_cast<std::byte>(std::stoul(hex.substr(i, 2), nullptr, 16)));
  }
  return out;
}

// Offsets of the counts of ic, h, l, a, b_g1, b_g2.
std::vector<std::size_t> counts_of(io::bellman_params<C> const& p) {
  std::vector<std::size_t> at{864};
  for (auto const n : {p.key.vk.ic.size(), p.h.size(), p.l.size(), p.a.size(), p.b_g1.size()}) {
    at.push_back(at.back() + 4 + 96 * n);
  }
  return at;
}

void put_be(bytes& b, std::size_t at, std::uint32_t value) {
  for (std::size_t i = 0; i < 4; ++i) b.at(at + i) = static_cast<std::byte>(value >> (24 - 8 * i));
}

}  // namespace

BOOST_AUTO_TEST_CASE(every_params_file_is_written_as_it_was_read) {
  cuzk::exec::tbb const where(2);
  for (auto const* const name : {"mul", "zeropub", "pub200", "merkle8"}) {
    auto const file = load_data(set(name, "circuit.params"));
    auto const params = io::read_bellman_params<C>(where, file, {.trust_subgroups = true});
    io::memory_output out;
    io::write_bellman_params<C>(out, params);
    BOOST_TEST((out.bytes == file));
    BOOST_TEST(io::bellman_params_bytes<C>(params) == file.size());
    BOOST_TEST((params.key.vk == io::read_verifying_key_json<C>(data_path(set(name, "params.vkey.json"))).vk));
    BOOST_TEST(!io::is_bellman_vk<C>(file));
  }
}

BOOST_AUTO_TEST_CASE(real_verifying_keys_are_written_as_they_were_read) {
  auto const file = load_data("bellperson/ironfish-output/vkey.bin");
  auto const key = io::read_bellman_vk<C>(file);
  BOOST_TEST((key.vk == io::read_verifying_key_json<C>(data_path("bellperson/ironfish-output/vkey.json")).vk));
  io::memory_output out;
  io::write_bellman_vk<C>(out, key);
  BOOST_TEST((out.bytes == file));
  BOOST_TEST(io::is_bellman_vk<C>(file));

  auto const small = compressed_vk();
  BOOST_TEST((io::bellman_point_form(small) == io::point_form::compressed));
  BOOST_TEST(io::is_bellman_vk<C>(small));
  auto const sector = io::read_bellman_vk<C>(small);
  BOOST_TEST(sector.vk.public_count() == 39U);
  io::memory_output again;
  io::write_bellman_vk<C>(again, sector, io::point_form::compressed);
  BOOST_TEST((again.bytes == small));
  io::memory_output larger;
  io::write_bellman_vk<C>(larger, sector);
  BOOST_TEST((io::read_bellman_vk<C>(larger.bytes) == sector));
}

BOOST_AUTO_TEST_CASE(what_follows_the_last_vector_is_left_alone) {
  auto file = load_data(set("mul", "circuit.params"));
  auto const before = io::read_bellman_params<C>(file);
  append(file, from_text("the transcript of a ceremony"));
  BOOST_TEST((io::read_bellman_params<C>(file) == before));

  auto vk = load_data("bellperson/ironfish-output/vkey.bin");
  vk.push_back(std::byte{0});
  refuses("a byte behind a .vk", vk, read_vk);
}

BOOST_AUTO_TEST_CASE(refuses_cut_files) {
  auto const file = load_data(set("mul", "circuit.params"));
  auto const params = io::read_bellman_params<C>(file);
  std::vector<std::size_t> cuts{0, 1, 95, 96, 97, 863};
  for (auto const at : counts_of(params)) {
    for (std::size_t const cut : {at - 1, at, at + 1, at + 3, at + 4, at + 5}) cuts.push_back(cut);
  }
  cuts.push_back(file.size() - 1);
  cuzk::insecure_seeded_random random(seed());
  for (int i = 0; i < 50; ++i) cuts.push_back(random.next_u64() % file.size());
  for (auto const cut : cuts) {
    bytes const less(file.begin(), file.begin() + static_cast<std::ptrdiff_t>(cut));
    refuses("cut to " + std::to_string(cut), less, read_params);
  }
  for (auto const& vk : {load_data("bellperson/ironfish-output/vkey.bin"), compressed_vk()}) {
    for (int i = 0; i < 20; ++i) {
      auto const cut = static_cast<std::ptrdiff_t>(random.next_u64() % vk.size());
      refuses("key cut to " + std::to_string(cut), bytes(vk.begin(), vk.begin() + cut), read_vk);
    }
  }
}

BOOST_AUTO_TEST_CASE(refuses_wrong_counts) {
  auto const file = load_data(set("mul", "circuit.params"));
  auto const counts = counts_of(io::read_bellman_params<C>(file));
  for (auto const at : counts) {
    for (std::uint32_t const n : {0xffffffffU, 0x7fffffffU, 0x02aaaaabU, 0x01000000U}) {
      auto other = file;
      put_be(other, at, n);
      refuses("count at " + std::to_string(at) + " of " + std::to_string(n), other, read_params);
    }
  }
  auto no_ic = load_data("bellperson/ironfish-output/vkey.bin");
  no_ic.resize(868);
  put_be(no_ic, 864, 0);
  refuses("no ic points", no_ic, read_vk);
  auto fewer = file;  // one point of b in G2 less than in G1
  fewer.resize(fewer.size() - 192);
  put_be(fewer, counts.back(), static_cast<std::uint32_t>((file.size() - counts.back() - 4) / 192 - 1));
  refuses("b of two lengths", fewer, read_params);
}

BOOST_AUTO_TEST_CASE(a_changed_byte_of_a_point_is_found) {
  cuzk::insecure_seeded_random random(seed());
  for (auto const* const name : {"mul", "zeropub"}) {
    auto file = load_data(set(name, "circuit.params"));
    auto const counts = counts_of(io::read_bellman_params<C>(file, {.trust_subgroups = true}));
    for (std::size_t begin = 0; begin < file.size();) {
      if (std::find(counts.begin(), counts.end(), begin) != counts.end()) {
        begin += 4;
        continue;
      }
      for (auto const at : {begin, begin + 47, begin + random.next_u64() % 48}) {
        auto const original = file[at];
        file[at] ^= static_cast<std::byte>(1 + random.next_u64() % 255);
        try {
          read_params(io::input(file, "damaged"));
          BOOST_ERROR(std::string(name) + ": a change of byte " + std::to_string(at) + " was not found");
        } catch (cuzk::format_error const&) {}
        file[at] = original;
      }
      begin += 48;
    }
    BOOST_CHECK_NO_THROW(read_params(file));
  }
}

// Every byte: a changed x may be that of another point of the curve, but then of another subgroup.
BOOST_AUTO_TEST_CASE(a_changed_byte_of_a_compressed_point_is_found_or_another_point) {
  auto const file = compressed_vk();
  auto const key = io::read_bellman_vk<C>(file);
  cuzk::insecure_seeded_random random(seed());
  for (int i = 0; i < 60; ++i) {
    auto other = file;
    other[random.next_u64() % other.size()] ^= static_cast<std::byte>(1 + random.next_u64() % 255);
    try {
      BOOST_TEST(!(io::read_bellman_vk<C>(other) == key));
    } catch (cuzk::format_error const&) {}
  }
}

BOOST_AUTO_TEST_CASE(points_outside_the_subgroup_are_found) {
  auto const file = load_data(set("mul", "circuit.params"));
  auto const counts = counts_of(io::read_bellman_params<C>(file));
  auto const with = [&]<class G>(std::size_t at, cuzk::affine<G> const& p) {
    auto other = file;
    cuzk::zcash::encode_uncompressed(p, std::span(other).subspan(at, cuzk::zcash::uncompressed_bytes<G>));
    return other;
  };
  auto const g1 = outside_subgroup<C::g1>();
  auto const g2 = outside_subgroup<C::g2>();
  refuses("alpha in G1", with(0, g1), read_params);
  refuses("gamma in G2", with(384, g2), read_params);
  refuses("ic", with(868, g1), read_params);
  for (std::size_t i = 1; i < counts.size(); ++i) {
    auto const other = i == 5 ? with(counts[i] + 4, g2) : with(counts[i] + 4, g1);
    refuses("vector " + std::to_string(i), other, read_and_check_params);
    BOOST_CHECK_NO_THROW(read_params(other));
  }
}

BOOST_AUTO_TEST_CASE(points_at_infinity_are_refused_and_not_written) {
  auto const file = load_data(set("mul", "circuit.params"));
  auto const counts = counts_of(io::read_bellman_params<C>(file));
  auto const with_infinity = [&](std::size_t at, std::size_t size) {
    auto other = file;
    std::fill_n(other.begin() + static_cast<std::ptrdiff_t>(at), size, std::byte{0});
    other[at] = std::byte{0x40};
    return other;
  };
  std::size_t at = 0;
  for (std::size_t const size : {96U, 96U, 192U, 192U, 96U, 192U}) {
    refuses("infinity at " + std::to_string(at), with_infinity(at, size), read_params);
    at += size;
  }
  for (std::size_t i = 0; i < counts.size(); ++i) {
    refuses("infinity in vector " + std::to_string(i), with_infinity(counts[i] + 4, i == 5 ? 192 : 96), read_params);
  }
  auto vk = compressed_vk();
  std::fill_n(vk.begin(), 48, std::byte{0});
  vk[0] = std::byte{0xc0};
  refuses("compressed infinity", vk, read_vk);

  auto const params = io::read_bellman_params<C>(file);
  auto const refuses_to_write = [&](auto const& change) {
    auto bad = params;
    change(bad);
    io::memory_output out;
    BOOST_CHECK_THROW(io::write_bellman_params<C>(out, bad), cuzk::invalid_argument);
  };
  refuses_to_write([](auto& p) { p.key.beta_g1 = {}; });
  refuses_to_write([](auto& p) { p.key.vk.gamma_g2 = {}; });
  refuses_to_write([](auto& p) { p.key.vk.ic.back() = {}; });
  refuses_to_write([](auto& p) { p.l.front() = {}; });
  refuses_to_write([](auto& p) { p.b_g2.front() = {}; });
}

BOOST_AUTO_TEST_CASE(compressed_points_in_a_params_file_are_refused) {
  refuses("compressed", compressed_vk(), read_params);
}

BOOST_AUTO_TEST_CASE(a_key_fits_its_own_circuit_only) {
  std::vector<std::string> const names{"mul", "zeropub", "pub200"};
  for (auto const& key_name : names) {
    auto const params =
        io::read_bellman_params<C>(data_path(set(key_name, "circuit.params")), {.trust_subgroups = true});
    for (auto const& circuit_name : names) {
      auto const system = io::read_r1cs<C::fr>(data_path(set(circuit_name, "circuit.r1cs"))).system;
      if (key_name == circuit_name) {
        auto const key = io::to_proving_key<C>(params, system);
        BOOST_CHECK_NO_THROW(key.validate());
        BOOST_TEST(key.a.wires.size() == params.a.size());
        BOOST_TEST(std::is_sorted(key.a.wires.begin(), key.a.wires.end()));
        for (std::uint32_t w = 0; w <= system.public_count; ++w) BOOST_TEST(key.a.wires[w] == w);
        BOOST_TEST((io::to_bellman_params<C>(key) == params));
      } else {
        BOOST_CHECK_THROW(static_cast<void>(io::to_proving_key<C>(params, system)), io::key_mismatch);
      }
    }
  }
}

BOOST_AUTO_TEST_CASE(zero_coefficients_do_not_count) {
  auto const params = io::read_bellman_params<C>(data_path(set("mul", "circuit.params")), {.trust_subgroups = true});
  auto system = io::read_r1cs<C::fr>(data_path(set("mul", "circuit.r1cs"))).system;
  auto const before = io::to_proving_key<C>(params, system);
  // A zero term of a wire that does not occur in B: bellperson#307 counted it on one side only.
  std::uint32_t absent = 0;
  while (std::find(system.b.wire.begin(), system.b.wire.end(), absent) != system.b.wire.end()) ++absent;
  BOOST_REQUIRE(absent < system.wires);
  auto zero = system;
  zero.b.push_term(absent, C::fr::zero());
  ++zero.b.row_begin.back();
  BOOST_TEST((io::to_proving_key<C>(params, zero) == before));
  auto one = system;
  one.b.push_term(absent, C::fr::one());
  ++one.b.row_begin.back();
  BOOST_CHECK_THROW(static_cast<void>(io::to_proving_key<C>(params, one)), io::key_mismatch);
}
