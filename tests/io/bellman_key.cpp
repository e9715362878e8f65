// SPDX-License-Identifier: Apache-2.0
#define BOOST_TEST_MODULE io_bellman_key
#include <boost/test/unit_test.hpp>

#include <cstdint>
#include <span>
#include <vector>

#include <cuzk/curves/bls12_381.hpp>
#include <cuzk/exec/serial.hpp>
#include <cuzk/groth16/prover.hpp>
#include <cuzk/groth16/setup.hpp>
#include <cuzk/groth16/verifier.hpp>
#include <cuzk/io/bellman.hpp>
#include <cuzk/io/bellman_key.hpp>
#include <cuzk/io/output.hpp>

namespace {

namespace groth16 = cuzk::groth16;
namespace io = cuzk::io;
using C = cuzk::curves::bls12_381;
using fr = C::fr;

cuzk::exec::serial const here;

// Of the least domains: 1 row is the constant's alone.
BOOST_AUTO_TEST_CASE(keys_of_few_rows_come_back_from_a_file) {
  for (std::uint32_t constraints = 0; constraints < 3; ++constraints) {
    for (std::uint32_t inputs = 0; inputs < 2; ++inputs) {
      BOOST_TEST_CONTEXT(constraints << " constraints, " << inputs << " public wires") {
        cuzk::r1cs::constraint_system<fr> cs;
        cs.wires = inputs + (constraints == 0 ? 1 : 2);  // bellman knows no wire that no constraint has
        cs.public_count = inputs;
        for (std::uint32_t i = 0; i < constraints; ++i) {  // w * 1 = w for the last wire
          cs.a.push_term(cs.wires - 1, fr(1));
          cs.b.push_term(0, fr(1));
          cs.c.push_term(cs.wires - 1, fr(1));
          for (auto* m : {&cs.a, &cs.b, &cs.c}) m->end_row();
        }
        auto const key = groth16::insecure_development_setup<C, groth16::qap::libsnark>(here, cs, 1);
        io::memory_output file;
        io::write_bellman_params<C>(file, io::to_bellman_params<C>(key));
        auto const read = io::to_proving_key<C>(io::read_bellman_params<C>(file.bytes), cs);
        BOOST_TEST((read == key));

        std::vector<fr> witness(cs.wires, fr(5));
        witness[0] = fr(1);
        groth16::prover<C, groth16::qap::libsnark> const prover(read, cs);
        auto const proof = prover.prove(here, std::span<fr const>(witness), cuzk::os_random{});
        BOOST_TEST(groth16::verify(key.vk, std::span<fr const>(witness).subspan(1, inputs), proof));
      }
    }
  }
}

}  // namespace
