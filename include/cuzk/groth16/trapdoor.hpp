// SPDX-License-Identifier: Apache-2.0
#pragma once

/// @file
/// The secrets of a set-up.

#include <array>
#include <cstdint>
#include <string>
#include <type_traits>

#include <cuzk/core/config.hpp>
#include <cuzk/core/error.hpp>
#include <cuzk/core/random.hpp>
#include <cuzk/core/wipe.hpp>
#include <cuzk/field/concepts.hpp>
#include <cuzk/field/random.hpp>

namespace cuzk::inline v0::groth16 {

namespace detail {

// So often a draw is repeated that is unfit with a probability of a half at most.
inline constexpr int most_draws = 128;

template <class F, random_source Rng>
[[nodiscard]] F random_nonzero(Rng& rng) {
  for (int i = 0; i < most_draws; ++i) {
    F const x = random_element<F>(rng);
    if (!is_zero(x)) return x;
  }
  throw random_error("groth16: setup: 128 elements in a row were zero; the source is broken");
}

}  // namespace detail

/// The secrets of a set-up, names as in the paper. Who knows them can prove anything, so they are wiped at the end, and
/// not copied.
/// @source Groth, "On the Size of Pairing-based Non-interactive Arguments", 2016, section 3.2
template <prime_field_element F>
struct trapdoor {
  F tau;                        ///< where the polynomials are evaluated; outside of the domain
  F alpha, beta, gamma, delta;  ///< not zero

  /// Draws them, fit for a domain.
  /// @throws random_error, also after 128 unfit draws in a row, as in a field that has little but roots of unity
  template <class Rng>
  requires random_source<std::remove_reference_t<Rng>> trapdoor(Rng&& rng, std::uint64_t domain_size)
      : tau(detail::random_nonzero<F>(rng)),
        alpha(detail::random_nonzero<F>(rng)),
        beta(detail::random_nonzero<F>(rng)),
        gamma(detail::random_nonzero<F>(rng)),
        delta(detail::random_nonzero<F>(rng)) {
    for (int i = 1; !is_fit(domain_size); ++i) {
      if (i == detail::most_draws) {
        throw random_error("groth16: setup: " + std::to_string(i) + " elements in a row lay in the domain of " +
                           std::to_string(domain_size) +
                           " roots of unity; the scalar field is too small for the circuit, or the source is broken");
      }
      for (F* secret : all()) *secret = detail::random_nonzero<F>(rng);
    }
  }
  /// Given ones, which are not looked at here.
  trapdoor(F const& t, F const& a, F const& b, F const& g, F const& d)
      : tau(t), alpha(a), beta(b), gamma(g), delta(d) {}
  trapdoor(trapdoor const&) = delete;
  trapdoor& operator=(trapdoor const&) = delete;
  ~trapdoor() {
    for (F* secret : all()) wipe(*secret);
  }

  /// Whether none is zero and tau lies outside of the domain, and of the one that is twice as large: there a set-up
  /// would divide by zero.
  [[nodiscard]] bool is_fit(std::uint64_t domain_size) const {
    for (F const* secret : {&tau, &alpha, &beta, &gamma, &delta}) {
      if (is_zero(*secret)) return false;
    }
    return !(square(pow(tau, domain_size)) == F::one());
  }

 private:
  [[nodiscard]] std::array<F*, 5> all() { return {&tau, &alpha, &beta, &gamma, &delta}; }
};

}  // namespace cuzk::inline v0::groth16
