// expect: porep_circuit
// SPDX-License-Identifier: Apache-2.0
// Filecoin's circuit over the field of another curve.
#include <cuzk/curves/bls12_381.hpp>
#include <cuzk/curves/bn254.hpp>
#include <cuzk/porep/circuit.hpp>
#include <cuzk/porep/shape.hpp>
#include <cuzk/r1cs/counter.hpp>

#ifdef CUZK_TEST_FIXED
using fr = cuzk::curves::bls12_381::fr;
#else
using fr = cuzk::curves::bn254::fr;
#endif

int main() {
  cuzk::r1cs::counter<fr> cs;
  cuzk::porep::synthesize<cuzk::porep::sector_2KiB>(cs);
  return cs.size().constraints == 0 ? 1 : 0;
}
