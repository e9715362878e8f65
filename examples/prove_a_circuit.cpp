// SPDX-License-Identifier: Apache-2.0
// "I know an x with x^3 + x + 5 = 35", proved without saying x.

#include <cstdio>
#include <vector>

#include <cuzk/core/random.hpp>
#include <cuzk/curves/bls12_381.hpp>
#include <cuzk/exec/serial.hpp>
#include <cuzk/groth16/prover.hpp>
#include <cuzk/groth16/setup.hpp>
#include <cuzk/groth16/verifier.hpp>
#include <cuzk/r1cs/builder.hpp>

using curve = cuzk::curves::bls12_381;  // or bn254, bls12_377, your own
using fr = curve::fr;

// A circuit is a function on a builder. Without values it describes, with values it also computes.
cuzk::r1cs::builder<fr> cubic(fr const& x_value, fr const& y_value) {
  cuzk::r1cs::builder<fr> circuit;
  auto const y = circuit.public_wire(y_value);
  auto const x = circuit.private_wire(x_value);
  auto const x_cubed = circuit.product(circuit.product(x, x), x);
  circuit.constrain_equal(x_cubed + x + fr(5), y);
  return circuit;
}

int main() {
  cuzk::exec::serial const here;
  cuzk::os_random random;

  // Once for a circuit; the values do not matter.
  auto const shape = cubic(fr(0), fr(0)).constraints();
  auto const key = cuzk::groth16::setup<curve>(here, shape, random);

  // Who knows x proves.
  auto const circuit = cubic(fr(3), fr(35));
  cuzk::groth16::prover<curve> const prover(key, shape);
  auto const proof = prover.prove(here, circuit.witness(), random);

  // Who knows the verifying key and y checks.
  std::vector<fr> const y{fr(35)};
  std::vector<fr> const other{fr(36)};
  bool const right = cuzk::groth16::verify(key.vk, y, proof);
  bool const wrong = cuzk::groth16::verify(key.vk, other, proof);
  std::printf("%zu constraints: proof for 35 %s, for 36 %s\n", shape.constraints(), right ? "verified" : "refused",
              wrong ? "verified" : "refused");
  return right && !wrong ? 0 : 1;
}
