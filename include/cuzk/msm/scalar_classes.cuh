// SPDX-License-Identifier: Apache-2.0
#pragma once

/// @file
/// Scalars by what their products with a point cost, on a device.

#include <cstddef>
#include <cstdint>
#include <span>

#include <cuzk/core/config.hpp>
#include <cuzk/core/span.hpp>
#include <cuzk/core/wide_access.hpp>
#include <cuzk/exec/cuda.cuh>
#include <cuzk/field/concepts.hpp>

namespace cuzk::inline v0::msm {

/// Classes of scalars k, whose products k P with points of order r are nothing, P itself, -P, or a
/// multiplication.
enum class scalar_class : std::uint8_t {
  zero,       ///< k = 0 modulo r
  one,        ///< k = 1
  minus_one,  ///< k = r - 1
  other,      ///< any other
};

/// The class of a scalar. Montgomery form; compares, no product.
template <prime_field_element F>
[[nodiscard]] CUZK_HD scalar_class class_of(F const& k) {
  if (k == F::zero()) return scalar_class::zero;
  if (k == F::one()) return scalar_class::one;
  if (k == -F::one()) return scalar_class::minus_one;
  return scalar_class::other;
}

namespace detail {

template <class F>
struct classify_step {
  F const* scalars;
  scalar_class* classes;

  CUZK_HD void operator()(std::size_t i) const { classes[i] = class_of(cuzk::detail::load_wide(scalars + i)); }
};

}  // namespace detail

/// classes[i] = class_of(scalars[i]).
///
/// @param scalars  n elements on the device, 16-byte aligned
/// @param classes  n places on the device
/// @throws invalid_argument for lengths; cuda_error
/// @cost   one pass over the scalars
/// @sync   none
template <prime_field_element F>
void classify(exec::cuda const& where, std::span<F const> scalars, std::span<scalar_class> classes) {
  require_same_size("msm", scalars.size(), "scalars", classes.size(), "classes");
  exec::for_each_index(where, scalars.size(), detail::classify_step<F>{scalars.data(), classes.data()});
}

}  // namespace cuzk::inline v0::msm
