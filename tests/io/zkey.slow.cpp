// SPDX-License-Identifier: Apache-2.0
#define BOOST_TEST_MODULE io_zkey_slow
#include <boost/test/unit_test.hpp>

#include <cuzk/core/error.hpp>
#include <cuzk/core/random.hpp>
#include <cuzk/curves/bls12_381.hpp>
#include <cuzk/curves/bn254.hpp>
#include <cuzk/io/bellman.hpp>
#include <cuzk/io/zkey.hpp>

#include <cstddef>
#include <string>

#include <io/bytes.hpp>
#include <support/seed.hpp>

using namespace cuzk_test;
namespace io = cuzk::io;

namespace {

// Changes each byte of [begin, end) in turn.
template <class Read>
void every_byte_matters(bytes& file, std::size_t begin, std::size_t end, Read const& read) {
  cuzk::insecure_seeded_random random(seed());
  for (std::size_t at = begin; at < end; ++at) {
    auto const original = file[at];
    file[at] ^= static_cast<std::byte>(1 + random.next_u64() % 255);
    BOOST_CHECK_THROW(read(io::input(file, "damaged")), cuzk::format_error);
    file[at] = original;
  }
  BOOST_CHECK_NO_THROW(read(io::input(file, "whole")));
}

template <class C>
void every_byte_of_a_zkey(std::string const& name) {
  auto file = load_data(name);
  auto const read = [](io::input const& from) { static_cast<void>(io::read_zkey<C>(from, {.trust_subgroups = true})); };
  for (auto const& s : split(file)) {
    auto const end = s.offset + s.content.size();
    // Section 4 has values that may be others, section 10 hashes and names.
    if (s.id == 4) continue;
    if (s.id == 10) {
      every_byte_matters(file, s.offset + 64, s.offset + 68 + 10 * C::fq::bytes, read);
    } else {
      every_byte_matters(file, s.offset, end, read);
    }
  }
}

}  // namespace

BOOST_AUTO_TEST_CASE(every_byte_of_every_point_matters) {
  for (std::string const name : {"mul", "zeropub"}) {
    every_byte_of_a_zkey<cuzk::curves::bn254>("groth16/bn128/" + name + "/circuit.zkey");
    every_byte_of_a_zkey<cuzk::curves::bls12_381>("groth16/bls12381/" + name + "/circuit.zkey");
    auto params = load_data("groth16/bls12381/" + name + "/circuit.params");
    every_byte_matters(params, 0, params.size(), [](io::input const& from) {
      static_cast<void>(io::read_bellman_params<cuzk::curves::bls12_381>(from, {.trust_subgroups = true}));
    });
  }
}
