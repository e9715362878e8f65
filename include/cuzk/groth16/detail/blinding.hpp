// SPDX-License-Identifier: Apache-2.0
#pragma once

/// @file
/// The randomness of a proof.

#include <cuzk/core/wipe.hpp>
#include <cuzk/field/random.hpp>

namespace cuzk::inline v0::groth16::detail {

/// The two secrets that make a proof zero-knowledge; wiped with the scope.
template <class F>
struct blinding {
  F r, s;

  blinding(F const& first, F const& second) : r(first), s(second) {}
  blinding(blinding const&) = delete;
  blinding& operator=(blinding const&) = delete;
  ~blinding() {
    wipe(r);
    wipe(s);
  }

  template <class Rng>
  [[nodiscard]] static blinding draw(Rng& rng) {
    return blinding{random_element<F>(rng), random_element<F>(rng)};
  }
};

}  // namespace cuzk::inline v0::groth16::detail
