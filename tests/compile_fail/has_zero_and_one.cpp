// expect: has_zero_and_one
// SPDX-License-Identifier: Apache-2.0
// Columns of a circuit summed up in numbers that are no field.
#include <cuzk/curves/bn254.hpp>
#include <cuzk/r1cs/column_evaluator.hpp>

#ifdef CUZK_TEST_FIXED
using element = cuzk::curves::bn254::fr;
#else
using element = double;
#endif

int main() {
  cuzk::r1cs::column_target<element> const none{};
  cuzk::r1cs::column_evaluator<element> const cs(none);
  cs.finish();
  return 0;
}
