// SPDX-License-Identifier: Apache-2.0
#pragma once

/// @file
/// The known sizes of the circuits, and how those of large shapes are counted.

#include <cstddef>
#include <cstdint>

#include <cuzk/porep/circuit.hpp>
#include <cuzk/porep/shape.hpp>
#include <cuzk/r1cs/counter.hpp>

namespace cuzk_test {

/// A row of the table: the constant one is among the inputs.
struct circuit_row {
  std::uint64_t inputs, aux, constraints, rows, a, b, c, a_aux, b_aux;

  friend bool operator==(circuit_row const&, circuit_row const&) = default;
};

// The known rows, and with them the non-zero entries of A, are with those that keys add for the inputs.
inline circuit_row row_of(cuzk::r1cs::circuit_size const& s) {
  return {s.public_wires,
          s.private_wires,
          s.constraints,
          s.constraints + s.public_wires,
          s.nonzeros_a + s.public_wires,
          s.nonzeros_b,
          s.nonzeros_c,
          s.a_private_wires,
          s.b_private_wires};
}

/// The size of a circuit with `challenges` blocks, from those with one and with two: blocks are alike, and what they
/// share, the wires of the head, occurs in the first already.
template <class Shape>
circuit_row extrapolated(std::size_t challenges) {
  using counter = cuzk::r1cs::counter<cuzk::porep::fr>;
  auto const blank = cuzk::porep::blank_challenge_proof<Shape>();
  counter cs;
  auto const head = cuzk::porep::synthesize_head(cs, {}, {}, {});
  cuzk::porep::synthesize_challenge<Shape>(cs, head, blank);
  auto const one = row_of(cs.size());
  cuzk::porep::synthesize_challenge<Shape>(cs, head, blank);
  auto const two = row_of(cs.size());
  auto const at = [&](std::uint64_t circuit_row::*member) {
    return one.*member + (challenges - 1) * (two.*member - one.*member);
  };
  return {at(&circuit_row::inputs), at(&circuit_row::aux),   at(&circuit_row::constraints),
          at(&circuit_row::rows),   at(&circuit_row::a),     at(&circuit_row::b),
          at(&circuit_row::c),      at(&circuit_row::a_aux), at(&circuit_row::b_aux)};
}

/// The size of a shape's circuit, counted in whole.
template <class Shape>
circuit_row counted() {
  cuzk::r1cs::counter<cuzk::porep::fr> cs;
  cuzk::porep::synthesize<Shape>(cs);
  return row_of(cs.size());
}

// By a symbolic model of the circuit, apart from this code, that meets all totals of constraints which Filecoin's
// proving software asserts in its tests, and what a prover logs of 32 GiB: rows, non-zero entries and densities.
inline constexpr circuit_row size_2KiB{40, 2685673, 2687921, 2687961, 6421005, 2689006, 5824682, 2674908, 685521};
inline constexpr circuit_row size_4KiB{40, 2786423, 2788733, 2788773, 6697391, 2789942, 6030908, 2773158, 716039};
inline constexpr circuit_row size_16KiB{40, 2974867, 2977173, 2977213, 7162867, 2978726, 6427232, 2959930, 766963};
inline constexpr circuit_row size_32KiB{40, 3075617, 3077985, 3078025, 7439253, 3079662, 6633458, 3058180, 797481};
inline constexpr circuit_row size_8MiB{40, 3842449, 3844929, 3844969, 9388453, 3847886, 8234882, 3814996, 1011289};
inline constexpr circuit_row size_16MiB{40, 3943199, 3945741, 3945781, 9664839, 3948822, 8441108, 3913246, 1041807};
inline constexpr circuit_row size_512MiB{40, 4420837, 4423433, 4423473, 10872177, 4427326, 9439982, 4385040, 1174173};
inline constexpr circuit_row size_1GiB{40, 4521587, 4524245, 4524285, 11148563, 4528262, 9646208, 4483290, 1204691};
inline constexpr circuit_row size_32GiB{328,       130169893, 130278541, 130278869, 309405051,
                                        130327340, 282656500, 129753292, 33112281};
inline constexpr circuit_row size_64GiB{328,       131076643, 131185849, 131186177, 311892525,
                                        131235764, 284512534, 130637542, 33386943};

}  // namespace cuzk_test
