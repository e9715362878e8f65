// SPDX-License-Identifier: Apache-2.0
#define BOOST_TEST_MODULE io_r1cs_file
#include <boost/test/unit_test.hpp>

#include <cuzk/curves/bls12_381.hpp>
#include <cuzk/curves/bn254.hpp>
#include <cuzk/exec/serial.hpp>
#include <cuzk/io/output.hpp>
#include <cuzk/io/r1cs_file.hpp>
#include <cuzk/io/wtns.hpp>

#include <string>
#include <tuple>
#include <type_traits>

#include <io/hostile.hpp>

using namespace cuzk_test;
namespace io = cuzk::io;

namespace {

using bn = cuzk::curves::bn254::fr;
using bls = cuzk::curves::bls12_381::fr;
using fields = std::tuple<bn, bls>;

template <class F>
std::string set(std::string const& name, std::string const& file) {
  return (std::is_same_v<F, bn> ? "groth16/bn128/" : "groth16/bls12381/") + name + "/" + file;
}

template <class F>
auto reader() {
  return [](io::input const& from) { static_cast<void>(io::read_r1cs<F>(from)); };
}

}  // namespace

BOOST_AUTO_TEST_CASE_TEMPLATE(every_file_is_written_as_it_was_read, F, fields) {
  for (auto const* const name : {"mul", "zeropub", "pub200", "merkle8"}) {
    auto const file = load_data(set<F>(name, "circuit.r1cs"));
    auto const circuit = io::read_r1cs<F>(file);
    BOOST_CHECK_NO_THROW(circuit.system.validate());
    io::memory_output out;
    io::write_r1cs<F>(out, circuit);
    BOOST_TEST((out.bytes == file));
  }
}

BOOST_AUTO_TEST_CASE_TEMPLATE(circuits_are_what_their_witness_satisfies, F, fields) {
  for (auto const* const name : {"mul", "zeropub", "pub200", "merkle8"}) {
    auto const system = io::read_r1cs<F>(data_path(set<F>(name, "circuit.r1cs"))).system;
    auto witness = io::read_wtns<F>(data_path(set<F>(name, "witness.wtns")));
    BOOST_TEST(system.is_satisfied(cuzk::exec::serial{}, witness));
    witness.back() += F::one();
    if (std::string(name) != "mul") BOOST_TEST(!system.is_satisfied(cuzk::exec::serial{}, witness));
  }
}

BOOST_AUTO_TEST_CASE_TEMPLATE(refuses_damage, F, fields) {
  refuses_damaged_containers("r1cs", load_data(set<F>("mul", "circuit.r1cs")), {1, 2}, reader<F>());
}

BOOST_AUTO_TEST_CASE_TEMPLATE(refuses_wrong_content, F, fields) {
  auto const file = load_data(set<F>("zeropub", "circuit.r1cs"));
  auto const sections = split(file);
  auto const with = [&](std::uint32_t id, std::size_t at, std::uint64_t value, std::size_t size) {
    auto other = sections;
    put(section_of(other, id).content, at, value, size);
    return join("r1cs", 1, other);
  };
  using other_field = std::conditional_t<std::is_same_v<F, bn>, bls, bn>;
  refuses("the other curve", file, reader<other_field>());
  refuses("bytes of an element", with(1, 0, 40, 4), reader<F>());
  refuses("the prime", with(1, 4, 7, 8), reader<F>());
  constexpr std::size_t counts = 36;
  for (std::uint64_t const n : {0U, 1U, 15U, 17U, 0xffffffffU}) {
    refuses("wires " + std::to_string(n), with(1, counts, n, 4), reader<F>());
  }
  for (std::uint64_t const n : {16U, 0xffffffffU}) {
    refuses("outputs " + std::to_string(n), with(1, counts + 4, n, 4), reader<F>());
    refuses("public inputs " + std::to_string(n), with(1, counts + 8, n, 4), reader<F>());
  }
  for (std::uint64_t const n : {0U, 13U, 15U, 0x20000000U, 0xffffffffU}) {
    refuses("constraints " + std::to_string(n), with(1, counts + 24, n, 4), reader<F>());
  }
  for (std::uint64_t const n : {0x10000000U, 0xffffffffU}) {
    refuses("terms " + std::to_string(n), with(2, 0, n, 4), reader<F>());
  }
  refuses("wire 16 of 16", with(2, 4, 16, 4), reader<F>());
  auto large = sections;
  auto const prime = section_of(large, 1).content;
  std::copy_n(prime.begin() + 4, 32, section_of(large, 2).content.begin() + 8);
  refuses("coefficient r", join("r1cs", 1, large), reader<F>());
  for (std::uint32_t const id : {4U, 5U}) {
    auto gates = sections;
    gates.push_back({id, 0, bytes(4)});
    refuses("custom gates", join("r1cs", 1, gates), reader<F>());
  }
  auto no_labels = sections;
  std::erase_if(no_labels, [](section const& s) { return s.id == 3; });
  BOOST_CHECK_NO_THROW(reader<F>()(join("r1cs", 1, no_labels)));
  put(section_of(no_labels, 1).content, counts, 0x7fffffff, 4);
  refuses("wires that nothing speaks of", join("r1cs", 1, no_labels), reader<F>());
}

BOOST_AUTO_TEST_CASE_TEMPLATE(random_damage_is_survived, F, fields) {
  auto const file = load_data(set<F>("zeropub", "circuit.r1cs"));
  cuzk::insecure_seeded_random random(seed());
  for (int i = 0; i < 1000; ++i) {
    auto other = file;
    other[random.next_u64() % other.size()] = static_cast<std::byte>(random.next_u64() % 256);
    other[random.next_u64() % 128] = static_cast<std::byte>(random.next_u64() % 256);
    survives("random damage", other, reader<F>());
  }
}

BOOST_AUTO_TEST_CASE(writers_refuse_what_disagrees) {
  auto const circuit = io::read_r1cs<bn>(data_path(set<bn>("mul", "circuit.r1cs")));
  auto const refused = [&](auto const& change) {
    auto other = circuit;
    change(other);
    io::memory_output out;
    BOOST_CHECK_THROW(io::write_r1cs<bn>(out, other), cuzk::invalid_argument);
    BOOST_TEST(out.bytes.empty());
  };
  refused([](auto& c) { ++c.public_outputs; });
  refused([](auto& c) { c.wire_to_label.pop_back(); });
  refused([](auto& c) { c.system.a.wire[0] = 1000; });
  refused([](auto& c) { c.system.b.row_begin.pop_back(); });
}
