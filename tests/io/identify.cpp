// SPDX-License-Identifier: Apache-2.0
#define BOOST_TEST_MODULE io_identify
#include <boost/test/unit_test.hpp>

#include <cuzk/curves/bls12_381.hpp>
#include <cuzk/curves/bn254.hpp>
#include <cuzk/io/identify.hpp>

#include <string>
#include <tuple>
#include <utility>

#include <io/hostile.hpp>

using namespace cuzk_test;
namespace io = cuzk::io;

namespace {

using bn = cuzk::curves::bn254;
using bls = cuzk::curves::bls12_381;

void identify(io::input const& from) { static_cast<void>(io::identify(from)); }

}  // namespace

BOOST_AUTO_TEST_CASE(formats_and_curves) {
  for (auto const& [folder, is_bn] :
       {std::pair{"groth16/bn128/mul/", true}, std::pair{"groth16/bls12381/mul/", false}}) {
    for (auto const& [name, format] :
         {std::pair{"circuit.r1cs", io::file_format::r1cs}, std::pair{"circuit.zkey", io::file_format::zkey},
          std::pair{"witness.wtns", io::file_format::wtns},
          std::pair{"vkey.json", io::file_format::verification_key_json},
          std::pair{"proof.json", io::file_format::proof_json}}) {
      auto const found = io::identify(data_path(std::string(folder) + name));
      BOOST_TEST((found.format == format));
      BOOST_TEST(io::is_of_curve<bn>(found) == is_bn);
      BOOST_TEST(io::is_of_curve<bls>(found) == !is_bn);
    }
    auto const inputs = io::identify(data_path(std::string(folder) + "public.json"));
    BOOST_TEST((inputs.format == io::file_format::public_json));
    BOOST_TEST(!io::is_of_curve<bn>(inputs));  // says nothing of a curve
  }
  BOOST_TEST((io::identify(data_path("groth16/bls12381/mul/circuit.params")).format == io::file_format::headerless));
  BOOST_TEST((io::identify(from_text(" \n[]")).format == io::file_format::public_json));
  BOOST_TEST((io::identify(from_text("zk")).format == io::file_format::headerless));
}

BOOST_AUTO_TEST_CASE(another_curve_is_named) {
  auto sections = split(load_data("groth16/bn128/mul/witness.wtns"));
  put(section_of(sections, 1).content, 4, 97, 8);
  auto const found = io::identify(join("wtns", 2, sections));
  BOOST_TEST(!io::is_of_curve<bn>(found));
  BOOST_TEST(!io::is_of_curve<bls>(found));
  BOOST_TEST(found.curve_text().find("0x") != std::string::npos);
  // q of one curve, r of the other
  auto mixed = split(load_data("groth16/bn128/mul/circuit.zkey"));
  put(section_of(mixed, 2).content, 40, 97, 8);
  BOOST_TEST(!io::is_of_curve<bn>(io::identify(join("zkey", 1, mixed))));
}

BOOST_AUTO_TEST_CASE(broken_headers_are_refused) {
  refuses("nothing", {}, identify);
  for (auto const* const file : {"r1cs", "wtns", "zkey", "ptau"}) refuses(file, from_text(file), identify);
  refuses("JSON of something else", from_text("{\"name\": 1}"), identify);
  refuses("half a JSON", from_text("{\"pi_a\": "), identify);
  refuses("a curve that is no name", from_text("{\"pi_a\": 1, \"curve\": 7}"), identify);
  auto plonk = split(load_data("groth16/bn128/mul/circuit.zkey"));
  put(section_of(plonk, 1).content, 0, 2, 4);
  refuses("PLONK", join("zkey", 1, plonk), identify);
}
