// SPDX-License-Identifier: Apache-2.0
// self-test: a small circuit goes the whole way on each curve, and wrong statements are refused.

#include <iostream>
#include <span>
#include <string>
#include <utility>
#include <vector>

#include <cuzk/curves/bls12_381.hpp>
#include <cuzk/curves/bn254.hpp>
#include <cuzk/groth16/setup.hpp>
#include <cuzk/groth16/verifier.hpp>
#include <cuzk/io/json.hpp>
#include <cuzk/io/output.hpp>
#include <cuzk/io/zkey.hpp>
#include <cuzk/r1cs/builder.hpp>
#include <cuzk/r1cs/matrix.hpp>

#include "commands.hpp"
#include "host.hpp"
#include "report.hpp"

namespace cli {
namespace {

// Knowledge of an x with x^3 + x + 5 = y.
template <class F>
cuzk::r1cs::builder<F> cubic(F const& x_value, F const& y_value) {
  cuzk::r1cs::builder<F> circuit;
  auto const y = circuit.public_wire(y_value);
  auto const x = circuit.private_wire(x_value);
  auto const x_cubed = circuit.product(circuit.product(x, x), x);
  circuit.constrain_equal(x_cubed + x + F(5), y);
  return circuit;
}

// Key and proof go through their files' bytes, as in real use.
template <class C>
bool holds(settings const& s) {
  using fr = typename C::fr;
  auto const where = make_executor(s);
  secrets_source secrets(s);
  auto const circuit = cubic<fr>(fr(3), fr(35));
  auto system = circuit.constraints();

  cuzk::io::zkey<C> made;
  made.key = cuzk::groth16::setup<C>(where, system, secrets);
  cuzk::r1cs::append_identity_rows(system.a, system.public_count + 1);
  made.a = std::move(system.a);
  made.b = std::move(system.b);
  cuzk::io::memory_output key_file;
  cuzk::io::write_zkey<C>(key_file, made);
  auto const zkey = cuzk::io::read_zkey<C>(where, key_file.bytes);

  cuzk::io::memory_output proof_file;
  cuzk::io::write_proof_json<C>(proof_file, prove_on_host<C>(where, zkey, circuit.witness(), secrets));
  auto const proof = cuzk::io::read_proof_json<C>(proof_file.bytes);

  std::vector<fr> const right{fr(35)};
  std::vector<fr> const wrong{fr(36)};
  auto other = proof;
  other.a = -other.a;
  return cuzk::groth16::verify<C>(zkey.key.vk, std::span<fr const>(right), proof) &&
         !cuzk::groth16::verify<C>(zkey.key.vk, std::span<fr const>(wrong), proof) &&
         !cuzk::groth16::verify<C>(zkey.key.vk, std::span<fr const>(right), other);
}

}  // namespace

int run_self_test(settings const& s) {
  report out("self-test", s.json);
  bool all = true;
  auto const test = [&]<class C>() {
    out.begin(C::snarkjs_name);
    bool const ok = holds<C>(s);
    out.end();
    out.fact(std::string(C::snarkjs_name), ok ? "verified" : "FAILED");
    all = all && ok;
  };
  test.template operator()<cuzk::curves::bn254>();
  test.template operator()<cuzk::curves::bls12_381>();
  out.print();
  if (!all) std::cerr << "cuzk-groth16: self-test failed: this build or machine computes wrongly\n";
  return all ? exit_fine : exit_device;
}

}  // namespace cli
