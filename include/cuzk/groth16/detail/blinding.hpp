// SPDX-License-Identifier: Apache-2.0
#pragma once

/// @file
/// The randomness of a proof.

#include <cuzk/core/random.hpp>
#include <cuzk/core/wipe.hpp>
#include <cuzk/field/random.hpp>

namespace cuzk::inline v0::groth16::detail {

/// The two secrets that make a proof zero-knowledge; wiped with the scope.
template <class F>
struct blinding {
  F r, s;

  template <random_source Rng>
  explicit blinding(Rng& rng) : r(random_element<F>(rng)), s(random_element<F>(rng)) {}
  blinding(blinding const&) = delete;
  blinding& operator=(blinding const&) = delete;
  ~blinding() {
    wipe(r);
    wipe(s);
  }
};

}  // namespace cuzk::inline v0::groth16::detail
